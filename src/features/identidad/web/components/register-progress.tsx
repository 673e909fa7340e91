import type { Paso } from '../hooks.ts';
import styles from './register-progress.module.css';

/** Which step of the registration is running. Nothing while none is. */
export function RegisterProgress({ pasos, paso }: { pasos: readonly Paso[]; paso: number | null }) {
  return (
    <div role="status">
      {paso !== null && (
        <div className={styles.progress}>
          <progress value={paso + 1} max={pasos.length} aria-hidden="true" />
          <p>
            Paso {paso + 1} de {pasos.length}: {pasos[paso]?.haciendo.toLowerCase()}…
          </p>
        </div>
      )}
    </div>
  );
}
