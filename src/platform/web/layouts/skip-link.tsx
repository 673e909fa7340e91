import type { RefObject } from 'react';
import styles from './frame.module.css';

/** The first stop of the keyboard: past the frame, into the screen. */
export function SkipLink({ target }: { target: RefObject<HTMLElement | null> }) {
  return (
    <button
      type="button"
      className={styles.skip}
      onClick={() => {
        target.current?.focus();
        target.current?.scrollIntoView();
      }}
    >
      Ir al contenido
    </button>
  );
}
