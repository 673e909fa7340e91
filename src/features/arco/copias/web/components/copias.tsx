import { messageOf } from '../../../../../platform/web/callables/client.ts';
import { ErrorState, Loading, Notice, notify } from '../../../../../platform/web/feedback/index.ts';
import { Button, LinkButton } from '../../../../../platform/web/ui/index.ts';
import { copiaPath } from '../../routes.ts';
import { useCopias, useRequestCopia } from '../hooks.ts';
import styles from './copias.module.css';
import { FilaCopia } from './fila-copia.tsx';

/** Asking for a copy of all that there is of oneself, and the ones that there are. */
export function Copias() {
  const copias = useCopias();
  const request = useRequestCopia();
  if (copias.isPending) return <Loading shape="list" />;
  if (copias.isError) {
    return <ErrorState error={copias.error} retry={() => void copias.refetch()} />;
  }
  const { enCurso } = copias.data;
  const ask = () =>
    request.mutate(null, {
      onError: (error) => notify.error(messageOf(error)),
    });
  return (
    <div className={styles.part}>
      <div role="status">
        {enCurso !== null && (
          <Notice tone="info" title="Estamos preparando su copia">
            <p>
              Puede cerrar esta página: le avisaremos por correo cuando esté lista. En «Trabajos» ve
              cuánto falta y puede cancelarla.
            </p>
          </Notice>
        )}
      </div>
      {enCurso === null && (
        <Button variant="secondary" onClick={ask} disabled={request.isPending}>
          {request.isPending ? 'Pidiendo la copia…' : 'Pedir una copia de mis datos'}
        </Button>
      )}
      {copias.data.copias.length > 0 && (
        <ul className={styles.list} aria-label="Sus copias">
          {copias.data.copias.map((copia) => (
            <FilaCopia key={copia.id} copia={copia}>
              <LinkButton to={copiaPath(copia.id)} variant="primary">
                Descargar
              </LinkButton>
            </FilaCopia>
          ))}
        </ul>
      )}
    </div>
  );
}
