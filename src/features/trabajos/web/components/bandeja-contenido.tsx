import { useState } from 'react';
import { ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import { Button } from '../../../../platform/web/ui/index.ts';
import { isLive, useHideTrabajos, useTrabajos } from '../hooks.ts';
import styles from './bandeja.module.css';
import { TrabajoItem } from './trabajo-item.tsx';

/** What the tray holds: one's own work, or everybody's for who administers. */
export function BandejaContenido({
  admin,
  unseen,
}: {
  admin: boolean;
  unseen: ReadonlySet<string>;
}) {
  const [todos, setTodos] = useState(false);
  const list = useTrabajos({ todos });
  const hide = useHideTrabajos();
  if (list.isPending) return <Loading shape="list" />;
  if (list.isError) return <ErrorState error={list.error} retry={() => void list.refetch()} />;
  const { trabajos } = list.data;
  const ended = trabajos.filter((trabajo) => !isLive(trabajo) && trabajo.propio);
  return (
    <>
      <div className={styles.panelHead}>
        <h2>Trabajos</h2>
        {ended.length > 1 && (
          <Button
            size="small"
            variant="quiet"
            busy={hide.isPending}
            onClick={() => hide.mutate({ ids: ended.map((trabajo) => trabajo.id) })}
          >
            Quitar los terminados
          </Button>
        )}
      </div>
      {admin && (
        <label className={styles.all}>
          <input
            type="checkbox"
            checked={todos}
            onChange={({ target }) => setTodos(target.checked)}
          />
          Mostrar los de todas las personas
        </label>
      )}
      {trabajos.length === 0 ? (
        <p className={styles.empty}>
          Aquí verá las importaciones, exportaciones y emisiones que pida. Siguen su curso aunque
          cierre el navegador.
        </p>
      ) : (
        <ul className={styles.list}>
          {trabajos.map((trabajo) => (
            <TrabajoItem key={trabajo.id} trabajo={trabajo} fresh={unseen.has(trabajo.id)} />
          ))}
        </ul>
      )}
    </>
  );
}
