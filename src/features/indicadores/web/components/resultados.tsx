import { formatNumber } from '../../../../platform/web/ui/index.ts';
import { TRAMOS_OCUPACION } from '../../../cursos/contract.ts';
import { edicionesConPath, edicionPath } from '../../../cursos/routes.ts';
import { INSCRIPCION } from '../../../inscripciones/estados.ts';
import { type Conclusion, type Indicadores, MAX_EDICIONES } from '../../contract.ts';
import { diasDe, eficienciaDe, shareOf } from '../../rules.ts';
import { Barras } from './barras.tsx';
import { type Cuales, VerEdiciones } from './ediciones.tsx';
import styles from './indicadores.module.css';
import { Tabla } from './tabla.tsx';

const isEstado = (estado: string): estado is (typeof INSCRIPCION.estados)[number] =>
  (INSCRIPCION.estados as readonly string[]).includes(estado);
const wordOf = (estado: string) => (isEstado(estado) ? INSCRIPCION.palabra(estado) : estado);

type Propiedades = {
  readonly datos: Indicadores;
  /** Months (YYYY-MM). */
  readonly rango: { readonly desde: string; readonly hasta: string };
  readonly cuales: Cuales;
};

/** Enrolments by the state they are in. */
export function PorEstado({ datos: { estados }, rango, cuales }: Propiedades) {
  const total = estados.reduce((sum, { n }) => sum + n, 0);
  const mayor = estados.reduce<(typeof estados)[number] | null>(
    (a, b) => (a && a.n >= b.n ? a : b),
    null,
  );
  if (!mayor) return <p className={styles.nada}>No hay inscripciones en este periodo.</p>;
  const lista = { ...cuales, recibe: diasDe(rango) };
  const filas = estados.map(({ estado, n }) => ({
    id: estado,
    nombre: wordOf(estado),
    n,
  }));
  return (
    <>
      <p>{`Lo más frecuente: ${wordOf(mayor.estado)}, ${formatNumber(mayor.n)} de ${formatNumber(total)}.`}</p>
      <Barras barras={filas} />
      <Tabla
        caption="Inscripciones por estado"
        columnas={['Estado', 'Inscripciones', 'Parte']}
        filas={filas.map(({ nombre, n }) => [nombre, formatNumber(n), shareOf(n, total)])}
      />
      <VerEdiciones cuales={lista}>Ver las ediciones de estas inscripciones</VerEdiciones>
    </>
  );
}

/** How full the editions are that begin in the period. */
export function Ocupacion({ datos: { ocupacion }, rango, cuales }: Propiedades) {
  const { ediciones, cupo, ocupados, tramos } = ocupacion;
  const lista = { ...cuales, estado: 'noCanceladas', comienza: diasDe(rango) } as const;
  const toOf = ({ de, ediciones: n }: (typeof tramos)[number]) =>
    n === 0 ? undefined : edicionesConPath({ ...lista, ocupacion: de });
  if (ediciones === 0) {
    return <p className={styles.nada}>Ninguna edición comienza en este periodo.</p>;
  }
  return (
    <>
      <p>{`Están ocupados ${formatNumber(ocupados)} de ${formatNumber(cupo)} lugares (${shareOf(ocupados, cupo)}), en ${formatNumber(ediciones)} ediciones que comienzan en el periodo.`}</p>
      <Barras
        barras={tramos.map((tramo) => ({
          id: `${tramo.de}`,
          nombre: TRAMOS_OCUPACION[tramo.de],
          n: tramo.ediciones,
          to: toOf(tramo),
        }))}
      />
      <Tabla
        caption="Ediciones por ocupación"
        columnas={['Ocupación', 'Ediciones', 'Lugares', 'Ocupados']}
        filas={tramos.map((tramo) => [
          TRAMOS_OCUPACION[tramo.de],
          formatNumber(tramo.ediciones),
          formatNumber(tramo.cupo),
          formatNumber(tramo.ocupados),
        ])}
        enlaces={tramos.map(toOf)}
      />
      <VerEdiciones cuales={lista}>Ver las ediciones que comienzan en el periodo</VerEdiciones>
    </>
  );
}

const acabadasDe = ({ acreditadas, noAcreditadas, bajas }: Conclusion) =>
  acreditadas + noAcreditadas + bajas;

const sayOf = (una: Conclusion): string => {
  const share = eficienciaDe(una);
  return share === null ? 'Sin resultados' : shareOf(una.acreditadas, acabadasDe(una));
};

const COLUMNA = { area: 'Área', tipo: 'Tipo', edicion: 'Edición' } as const;

/** Of the enrolments that ended, how many were passed: of all, and of each area, kind or edition. */
export function Terminacion({ datos: { conclusion, conclusiones }, rango, cuales }: Propiedades) {
  const de = cuales.curso ? 'edicion' : cuales.area ? 'tipo' : 'area';
  const lista = { ...cuales, recibe: diasDe(rango) };
  // An area or a kind has no list of its enrolments; an edition's page is the one of its row.
  const toOf = ({ id }: { id: string }) => (de === 'edicion' ? edicionPath(id) : undefined);
  const acabadas = acabadasDe(conclusion);
  if (acabadas + conclusion.enCurso === 0) {
    return <p className={styles.nada}>Nadie con lugar en este periodo.</p>;
  }
  return (
    <>
      <p>
        {acabadas === 0
          ? `Todavía no hay resultados: ${formatNumber(conclusion.enCurso)} siguen en curso.`
          : `De ${formatNumber(acabadas)} que concluyeron, acreditaron ${formatNumber(conclusion.acreditadas)} (${sayOf(conclusion)}). Siguen en curso ${formatNumber(conclusion.enCurso)}.`}
      </p>
      <Barras
        max={1}
        barras={conclusiones.map((una) => ({
          id: una.id,
          nombre: una.nombre,
          n: eficienciaDe(una) ?? 0,
          texto: sayOf(una),
          to: toOf(una),
        }))}
      />
      <Tabla
        caption="Conclusión de las inscripciones"
        columnas={[COLUMNA[de], 'Acreditadas', 'No acreditadas', 'Bajas', 'En curso']}
        filas={[...conclusiones, { ...conclusion, nombre: 'Total' }].map((una) => [
          una.nombre,
          formatNumber(una.acreditadas),
          formatNumber(una.noAcreditadas),
          formatNumber(una.bajas),
          formatNumber(una.enCurso),
        ])}
        enlaces={conclusiones.map(toOf)}
      />
      {de === 'edicion' && conclusiones.length === MAX_EDICIONES && (
        <p className={styles.nada}>{`Se muestran las ${MAX_EDICIONES} más recientes.`}</p>
      )}
      <VerEdiciones cuales={lista}>Ver las ediciones de estas inscripciones</VerEdiciones>
    </>
  );
}
