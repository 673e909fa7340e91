import { classes } from '../../../../../platform/web/ui/classes.ts';
import { formatNumber } from '../../../../../platform/web/ui/index.ts';
import type { Inscrito } from '../../contract.ts';
import styles from './celdas.module.css';

/** The course, and under it which edition. */
export function EdicionDeFila({ curso, nombre }: Inscrito['edicion']) {
  return (
    <span className={styles.dos}>
      <span className={classes(styles.corta, styles.una)} title={curso}>
        {curso}
      </span>
      <span className={styles.menor}>{nombre}</span>
    </span>
  );
}

/** What was not met: the first of it, and how many more there are. */
export function SinCumplirDeFila({ reglas }: { reglas: readonly string[] }) {
  const [first, ...others] = reglas;
  if (first === undefined) return null;
  return (
    <span className={styles.dos}>
      <span
        className={classes(styles.corta, others.length > 0 && styles.una)}
        title={reglas.join('\n')}
      >
        {first}
      </span>
      {others.length > 0 && (
        <span className={styles.menor}>y {formatNumber(others.length)} más</span>
      )}
    </span>
  );
}

/** A text that may be long: an answer, a reason. */
export function TextoDeFila({ texto }: { texto: string | null | undefined }) {
  if (!texto) return null;
  return (
    <span className={styles.dos}>
      <span className={styles.corta} title={texto}>
        {texto}
      </span>
    </span>
  );
}
