import { formatNumber } from '../../../../platform/web/ui/index.ts';
import { INSCRIPCION } from '../../../inscripciones/estados.ts';
import type { Conclusion, Indicadores } from '../../contract.ts';
import { eficienciaDe, shareOf, tramoDe } from '../../rules.ts';
import { Barras } from './barras.tsx';
import styles from './indicadores.module.css';
import { Tabla } from './tabla.tsx';

const isEstado = (estado: string): estado is (typeof INSCRIPCION.estados)[number] =>
  (INSCRIPCION.estados as readonly string[]).includes(estado);
const wordOf = (estado: string) => (isEstado(estado) ? INSCRIPCION.palabra(estado) : estado);

/** Enrolments by the state they are in. */
export function PorEstado({ datos: { estados } }: { datos: Indicadores }) {
  const total = estados.reduce((sum, { n }) => sum + n, 0);
  const mayor = estados.reduce<(typeof estados)[number] | null>(
    (a, b) => (a && a.n >= b.n ? a : b),
    null,
  );
  if (!mayor) return <p className={styles.nada}>No hay inscripciones en este periodo.</p>;
  const filas = estados.map(({ estado, n }) => ({ id: estado, nombre: wordOf(estado), n }));
  return (
    <>
      <p>{`Lo más frecuente: ${wordOf(mayor.estado)}, ${formatNumber(mayor.n)} de ${formatNumber(total)}.`}</p>
      <Barras barras={filas} />
      <Tabla
        caption="Inscripciones por estado"
        columnas={['Estado', 'Inscripciones', 'Parte']}
        filas={filas.map(({ nombre, n }) => [nombre, formatNumber(n), shareOf(n, total)])}
      />
    </>
  );
}

/** How full the editions are that begin in the period. */
export function Ocupacion({ datos: { ocupacion } }: { datos: Indicadores }) {
  const { ediciones, cupo, ocupados, tramos } = ocupacion;
  if (ediciones === 0) {
    return <p className={styles.nada}>Ninguna edición comienza en este periodo.</p>;
  }
  return (
    <>
      <p>{`Están ocupados ${formatNumber(ocupados)} de ${formatNumber(cupo)} lugares (${shareOf(ocupados, cupo)}), en ${formatNumber(ediciones)} ediciones que comienzan en el periodo.`}</p>
      <Barras
        barras={tramos.map(({ de, ediciones: n }) => ({ id: `${de}`, nombre: tramoDe(de), n }))}
      />
      <Tabla
        caption="Ediciones por ocupación"
        columnas={['Ocupación', 'Ediciones', 'Lugares', 'Ocupados']}
        filas={tramos.map((tramo) => [
          tramoDe(tramo.de),
          formatNumber(tramo.ediciones),
          formatNumber(tramo.cupo),
          formatNumber(tramo.ocupados),
        ])}
      />
    </>
  );
}

const acabadasDe = ({ acreditadas, noAcreditadas, bajas }: Conclusion) =>
  acreditadas + noAcreditadas + bajas;

const sayOf = (una: Conclusion): string => {
  const share = eficienciaDe(una);
  return share === null ? 'Sin resultados' : shareOf(una.acreditadas, acabadasDe(una));
};

/** Of the enrolments that ended, how many were passed: of all, and of each area or kind. */
export function Terminacion({
  datos: { conclusion, conclusiones },
  de,
}: {
  datos: Indicadores;
  /** What each row is. */
  de: string;
}) {
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
        }))}
      />
      <Tabla
        caption="Conclusión de las inscripciones"
        columnas={[de, 'Acreditadas', 'No acreditadas', 'Bajas', 'En curso']}
        filas={[...conclusiones, { ...conclusion, nombre: 'Total' }].map((una) => [
          una.nombre,
          formatNumber(una.acreditadas),
          formatNumber(una.noAcreditadas),
          formatNumber(una.bajas),
          formatNumber(una.enCurso),
        ])}
      />
    </>
  );
}
