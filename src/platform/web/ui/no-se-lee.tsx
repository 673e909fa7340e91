import { NO_SE_LEE } from '../../shared/ilegible.ts';
import styles from './no-se-lee.module.css';

/** In place of what is kept and cannot be read. Not of `index.ts`: no screen that is opened first needs it. */
export function NoSeLee() {
  return <span className={styles.ilegible}>{NO_SE_LEE}</span>;
}
