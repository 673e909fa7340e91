import { lookUp } from '../../../../platform/shared/look-up.ts';
import { formatNumber } from '../../../../platform/web/ui/index.ts';
import { expedientesPath } from '../../../personas/expedientes/routes.ts';
import type { Indicadores } from '../../contract.ts';
import { MAPA, shareOf } from '../../rules.ts';
import { Barras } from './barras.tsx';
import styles from './indicadores.module.css';
import { Tabla } from './tabla.tsx';

type Circuito = Indicadores['circuitos'][number];

/** Bars that are drawn; the table has them all. */
const MAYORES = 8;

const toOf = ({ id }: Circuito): { to?: string } =>
  id === null ? {} : { to: `${expedientesPath}?circuito=${id}` };

/** The circuits where they are in the country, a tile each. */
function Mapa({ circuitos, max }: { circuitos: readonly Circuito[]; max: number }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
    <ul role="list" className={styles.mapa} aria-label="Mapa de los circuitos">
      {circuitos.map((circuito) => {
        const lugar = lookUp(MAPA, circuito.clave);
        if (!lugar) return null;
        const [columna, fila] = lugar;
        const { clave, nombre, enviadas } = circuito;
        return (
          <li key={clave} style={{ gridColumn: columna + 1, gridRow: fila + 1 }} title={nombre}>
            <span aria-hidden="true">{clave}</span>
            <svg viewBox="0 0 10 100" preserveAspectRatio="none" aria-hidden="true">
              <rect width="10" height="100" className={styles.fondo} />
              <rect
                width="10"
                y={100 - (100 * enviadas) / max}
                height={(100 * enviadas) / max}
                className={styles.lleno}
              />
            </svg>
            <span className="sr-only">{`${nombre}: ${formatNumber(enviadas)}`}</span>
          </li>
        );
      })}
    </ul>
  );
}

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
        {`De donde más llegaron: ${primero.nombre}, con ${formatNumber(primero.enviadas)} (${shareOf(primero.enviadas, total)}).`}
        {sin > 0 && ` Sin circuito en su expediente: ${formatNumber(sin)}.`}
      </p>
      <div className={styles.lado}>
        <Mapa circuitos={known} max={max} />
        <Barras
          max={max}
          barras={mayores.map((circuito) => ({
            id: circuito.clave,
            nombre: circuito.nombre,
            n: circuito.enviadas,
            ...toOf(circuito),
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
        enlaces={circuitos.map((circuito) => toOf(circuito).to)}
      />
    </>
  );
}
