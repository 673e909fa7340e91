import { Notice } from '../../../../../platform/web/feedback/index.ts';
import type { Tema } from '../../../contract.ts';
import styles from './curso.module.css';

/** The units of a course, in order. */
export function Temario({ temario }: { temario: readonly Tema[] | null }) {
  if (!temario) {
    return (
      <Notice tone="warning" title="El temario no se puede leer">
        <p>
          Quien administra el servidor puede recuperarlo de un respaldo. Si lo tiene a la mano,
          también puede escribirlo otra vez al editar el curso.
        </p>
      </Notice>
    );
  }
  if (temario.length === 0) return <p className={styles.quiet}>Todavía no tiene temario.</p>;
  return (
    <ol className={styles.temario}>
      {temario.map(({ titulo, contenido }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two units may be called the same
        <li key={`${i}-${titulo}`}>
          <strong>{titulo}</strong>
          {contenido && <p>{contenido}</p>}
        </li>
      ))}
    </ol>
  );
}
