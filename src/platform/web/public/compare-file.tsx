import { type ReactNode, useId } from 'react';
import type { Ejemplar } from '../../shared/papeles.ts';
import choose from '../form/choose.module.css';
import { IconUpload } from '../ui/icons.tsx';
import { enhanceCompare } from './compare.ts';
import styles from './compare-file.module.css';
import { type Addresses, enhanceFindFile } from './find-file.ts';
import { useEnhanced } from './use-enhanced.ts';

/** Where a PDF is chosen or dropped, and what it turned out to be. */
function FileBox({
  enhance,
  data,
  title,
  lead,
  children,
}: {
  enhance: (root: HTMLElement) => () => void;
  /** What `enhance` reads of the element. */
  data: Readonly<Record<`data-${string}`, string>>;
  title: string;
  lead: string;
  children?: ReactNode;
}) {
  const box = useEnhanced<HTMLElement>(enhance);
  const id = useId();
  return (
    <section ref={box} className={styles.compare} aria-labelledby={`${id}-title`} {...data}>
      <h2 id={`${id}-title`}>{title}</h2>
      <p>{lead}</p>
      <div className={styles.from} data-needs-script="">
        <input id={id} type="file" accept="application/pdf" className="sr-only" />
        <label htmlFor={id} className={choose.choose}>
          <IconUpload />
          Elegir el PDF
        </label>
        <span>o arrástrelo hasta aquí</span>
      </div>
      <p className={styles.said} role="status" data-compare-said="" />
      {children}
    </section>
  );
}

/**
 * Where somebody who was given a PDF finds out whether it is the one that the school made. `ejemplares`: the PDFs of
 * that folio. What it does is in compare.ts, also where there is no React; without script it says the digest, to be compared by hand.
 */
export function CompareFile({
  folio,
  ejemplares,
}: {
  folio: string;
  ejemplares: readonly Ejemplar[];
}) {
  return (
    <FileBox
      enhance={enhanceCompare}
      data={{
        'data-compare': folio,
        'data-ejemplares': JSON.stringify(ejemplares),
      }}
      title="¿Le dieron el PDF?"
      lead="Compruebe que es el que la escuela hizo y que nadie lo alteró. El archivo no sale de su equipo."
    >
      {ejemplares.length === 0 ? (
        <p className={styles.digest}>
          Su PDF se genera la primera vez que alguien lo descarga: todavía no hay con qué comparar.
        </p>
      ) : (
        <details className={styles.digest}>
          <summary>Compararlo con otro programa</summary>
          {ejemplares.map(({ sha256 }) => (
            <p key={sha256}>
              El resumen SHA-256 del original es <code>{sha256}</code>
            </p>
          ))}
        </details>
      )}
    </FileBox>
  );
}

/**
 * Where a PDF is recognised by whoever does not know its folio; `addresses`: where each kind of folio is asked about, as JSON. Without
 * script it is not offered.
 */
export function FindFile({ addresses }: { addresses: Addresses }) {
  return (
    <div data-needs-script="">
      <FileBox
        enhance={enhanceFindFile}
        data={{ 'data-find': JSON.stringify(addresses) }}
        title="¿Tiene el PDF?"
        lead="Lea de él su folio y compruebe que nadie lo alteró. El archivo no sale de su equipo: solo se consulta el folio."
      />
    </div>
  );
}
