import { useState } from 'react';
import { EmptyState, ErrorState, Loading } from '../../../../../platform/web/feedback/index.ts';
import { CheckboxField } from '../../../../../platform/web/form/index.ts';
import { Button, LinkButton, PageHeading } from '../../../../../platform/web/ui/index.ts';
import { preferenciasPath } from '../../../../personas/routes.ts';
import styles from '../components/lista.module.css';
import { Lista } from '../components/lista.tsx';
import { useLectura, useNotificaciones } from '../hooks.ts';

/** `/notificaciones`: all that somebody was told, newest first. */
export default function NotificacionesPage() {
  const [soloSinLeer, setSoloSinLeer] = useState(false);
  const { query, setLugar, alPrincipio } = useNotificaciones(soloSinLeer);
  const lectura = useLectura();
  const { data } = query;
  const [newest] = data?.filas ?? [];
  const { anterior, siguiente } = data ?? { anterior: null, siguiente: null };
  return (
    <>
      <PageHeading
        title="Notificaciones"
        lead="Se conservan un año; las leídas, 90 días."
        action={<LinkButton to={preferenciasPath}>Elegir mis avisos</LinkButton>}
      />
      <div className={styles.tools}>
        <CheckboxField label="Solo sin leer" value={soloSinLeer} onChange={setSoloSinLeer} />
        {alPrincipio && newest && data?.filas.some(({ leida }) => !leida) && (
          <Button
            busy={lectura.isPending}
            onClick={() => lectura.mutate({ hasta: newest.creadoEn })}
          >
            Marcar todas como leídas
          </Button>
        )}
      </div>
      {query.isPending ? (
        <Loading shape="list" label="Cargando sus notificaciones…" />
      ) : query.isError ? (
        <ErrorState error={query.error} retry={() => void query.refetch()} />
      ) : newest ? (
        <Lista filas={query.data.filas} />
      ) : (
        <EmptyState title={soloSinLeer ? 'Todo está leído' : 'Sin notificaciones'} level={2} />
      )}
      {(anterior !== null || siguiente !== null) && (
        <nav className={styles.pager} aria-label="Páginas de notificaciones">
          {anterior !== null && (
            <Button onClick={() => setLugar({ antes: anterior })}>Más recientes</Button>
          )}
          {siguiente !== null && (
            <Button onClick={() => setLugar({ tras: siguiente })}>Más antiguas</Button>
          )}
        </nav>
      )}
    </>
  );
}
