import { useEffect, useId, useRef } from 'react';
import choose from '../form/choose.module.css';
import { IconUpload } from '../ui/icons.tsx';
import { enhanceCompare } from './compare.ts';
import styles from './compare-file.module.css';

/**
 * Where somebody who was given a PDF finds out whether it is the one that the school made. `sha256`: of that one, null while
 * there is none. What it does is in compare.ts, also where there is no React; without script it says the digest, to be compared by hand.
 */
export function CompareFile({ folio, sha256 }: { folio: string; sha256: string | null }) {
  const box = useRef<HTMLElement>(null);
  const id = useId();
  useEffect(() => (box.current ? enhanceCompare(box.current) : undefined), []);
  return (
    <section
      ref={box}
      className={styles.compare}
      aria-labelledby={`${id}-title`}
      data-compare={folio}
      data-sha256={sha256 ?? ''}
    >
      <h2 id={`${id}-title`}>¿Le dieron el PDF?</h2>
      <p>
        Compruebe que es el que la escuela hizo y que nadie lo alteró. El archivo no sale de su
        equipo.
      </p>
      <div className={styles.from} data-needs-script="">
        <input id={id} type="file" accept="application/pdf" className="sr-only" />
        <label htmlFor={id} className={choose.choose}>
          <IconUpload />
          Elegir el PDF
        </label>
        <span>o arrástrelo hasta aquí</span>
      </div>
      <p className={styles.said} role="status" data-compare-said="" />
      {sha256 === null ? (
        <p className={styles.digest}>La escuela todavía no ha hecho el PDF de este documento.</p>
      ) : (
        <details className={styles.digest}>
          <summary>Compararlo con otro programa</summary>
          <p>
            El resumen SHA-256 del original es <code>{sha256}</code>
          </p>
        </details>
      )}
    </section>
  );
}
