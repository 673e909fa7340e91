import { scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { Link } from '../../../../platform/web/router.tsx';
import { formatNumber } from '../../../../platform/web/ui/index.ts';
import styles from './indicadores.module.css';

export type Barra = {
  readonly id: string;
  readonly nombre: string;
  readonly n: number;
  /** What is said beside it instead of the number. */
  readonly texto?: string;
  /** The list of what it counts. */
  readonly to?: string | undefined;
};

/** Units of each drawing, whatever its width on the screen. */
const LARGO = 100;
const GRUESO = 10;

/** Lying bars, each with its name and its figure written. */
export function Barras({ barras, max }: { barras: readonly Barra[]; max?: number }) {
  const most = max ?? Math.max(1, ...barras.map(({ n }) => n));
  const x = scaleLinear<number>({ domain: [0, most], range: [0, LARGO] });
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list without its bullets
    <ul role="list" className={styles.barras}>
      {barras.map(({ id, nombre, n, texto, to }) => (
        <li key={id}>
          <span>{to ? <Link to={to}>{nombre}</Link> : nombre}</span>
          <svg viewBox={`0 0 ${LARGO} ${GRUESO}`} preserveAspectRatio="none" aria-hidden="true">
            <Bar width={LARGO} height={GRUESO} className={styles.fondo} />
            <Bar width={x(n)} height={GRUESO} className={styles.lleno} />
          </svg>
          <span className={styles.cifra}>{texto ?? formatNumber(n)}</span>
        </li>
      ))}
    </ul>
  );
}
