import { lookUp } from '../../../../platform/shared/look-up.ts';
import { formatNumber } from '../../../../platform/web/ui/index.ts';
import type { Indicadores } from '../../contract.ts';
import { MAPA, shareOf } from '../../rules.ts';
import { Barras } from './barras.tsx';
import styles from './indicadores.module.css';
import { type Losa, Mapa } from './mapa.tsx';
import { Tabla } from './tabla.tsx';

type Circuito = Indicadores['circuitos'][number];

/** Bars that are drawn; the table has them all. */
const MAYORES = 8;

const losasDe = (circuitos: readonly Circuito[]): Losa[] =>
  circuitos.flatMap((circuito) => {
    const { id, clave, nombre, enviadas } = circuito;
    if (id === null || !lookUp(MAPA, clave)) return [];
    return {
      id: clave,
      n: enviadas,
      texto: `${clave}: ${nombre}, ${formatNumber(enviadas)} inscripciones`,
    };
  });

/** Enrolments by the circuit in which the person worked when they sent them. */
export function Circuitos({ datos: { circuitos } }: { datos: Indicadores }) {
  const total = circuitos.reduce((sum, { enviadas }) => sum + enviadas, 0);
  const known = circuitos.filter(({ id }) => id !== null);
  const max = Math.max(1, ...known.map(({ enviadas }) => enviadas));
  const mayores = [...known]
    .sort((a, b) => b.enviadas - a.enviadas)
    .slice(0, MAYORES)
    .filter(({ enviadas }) => enviadas > 0);
  const sin = circuitos.find(({ id }) => id === null)?.enviadas ?? 0;
  const [primero] = mayores;
  if (!primero) {
    return <p className={styles.nada}>Ninguna inscripción de este periodo es de un circuito.</p>;
  }
  return (
    <>
      <p>
        {`El circuito con más: ${primero.nombre}, ${formatNumber(primero.enviadas)} (${shareOf(primero.enviadas, total)}).`}
        {sin > 0 && ` Sin circuito en su expediente: ${formatNumber(sin)}.`}
      </p>
      <div className={styles.lado}>
        <Mapa losas={losasDe(known)} max={max} />
        <Barras
          max={max}
          barras={mayores.map((circuito) => ({
            id: circuito.clave,
            nombre: circuito.nombre,
            n: circuito.enviadas,
          }))}
        />
      </div>
      <Tabla
        caption="Inscripciones por circuito"
        columnas={['Circuito', 'Enviadas', 'Con lugar']}
        filas={circuitos.map(({ nombre, enviadas, conLugar }) => [
          nombre,
          formatNumber(enviadas),
          formatNumber(conLugar),
        ])}
      />
    </>
  );
}
