import { EmptyState, ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import { Button, LinkButton } from '../../../../../platform/web/ui/index.ts';
import { notificacionesPath } from '../../../routes.ts';
import { useLectura, useRecientes } from '../hooks.ts';
import styles from './lista.module.css';
import { Lista } from './lista.tsx';

/** How many the bell shows. */
const RECIENTES = 8;

/** What the bell holds: the newest notifications. */
export function CampanaContenido({ onGo }: { onGo: () => void }) {
  const list = useRecientes(RECIENTES);
  const lectura = useLectura();
  if (list.isPending) return <Loading shape="list" />;
  if (list.isError) return <ErrorState error={list.error} retry={() => void list.refetch()} />;
  const { filas } = list.data;
  const [newest] = filas;
  return (
    <>
      <div className={styles.head}>
        <h2>Notificaciones</h2>
        {newest && filas.some(({ leida }) => !leida) && (
          <Button
            size="small"
            variant="quiet"
            busy={lectura.isPending}
            onClick={() => lectura.mutate({ hasta: newest.creadoEn })}
          >
            Marcar todas como leídas
          </Button>
        )}
      </div>
      {newest ? (
        <Lista filas={filas} onGo={onGo} />
      ) : (
        <EmptyState title="Sin notificaciones" level={3} />
      )}
      <div className={styles.foot}>
        <LinkButton to={notificacionesPath} size="small" onClick={onGo}>
          Ver todas
        </LinkButton>
      </div>
    </>
  );
}
