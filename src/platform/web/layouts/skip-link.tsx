import type { RefObject } from 'react';
import styles from './frame.module.css';

/** How it looks, for the public wing, where it is a link. */
export const SKIP_CLASS = styles.skip ?? '';

/** The first stop of the keyboard: past the frame, into the screen. */
export function SkipLink({ target }: { target: RefObject<HTMLElement | null> }) {
  return (
    <button
      type="button"
      className={SKIP_CLASS}
      onClick={() => {
        target.current?.focus();
        target.current?.scrollIntoView();
      }}
    >
      Ir al contenido
    </button>
  );
}
