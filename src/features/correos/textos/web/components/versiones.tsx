import { ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import { Dialog, formatDateTime } from '../../../../../platform/web/ui/index.ts';
import type { TextoCarta } from '../../contract.ts';
import { useVersiones } from '../hooks.ts';
import styles from './textos.module.css';

/** What a letter said before, and who wrote it. */
export function Versiones({
  texto: { clave, nombre },
  onClose,
}: {
  texto: TextoCarta;
  onClose: () => void;
}) {
  const query = useVersiones(clave);
  return (
    <Dialog opened onClose={onClose} title={`Versiones: ${nombre}`}>
      {query.isPending ? (
        <Loading shape="list" />
      ) : query.isError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : (
        <ol className={styles.versiones} reversed>
          {query.data.versiones.map(({ version, asunto, cuerpo, escritoEn, escritoPor }) => (
            <li key={version}>
              <p>
                <strong>Versión {version}</strong> · {formatDateTime(escritoEn)} · {escritoPor}
              </p>
              <p>{asunto ?? 'Se restableció el texto original.'}</p>
              {cuerpo?.split(/\n{2,}/).map((paragraph, n) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have nothing else of their own
                <p key={n}>{paragraph}</p>
              ))}
            </li>
          ))}
        </ol>
      )}
    </Dialog>
  );
}
