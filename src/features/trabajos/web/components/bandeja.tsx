import { useId, useState } from 'react';
import { ErrorState, Loading } from '../../../../platform/web/feedback/index.ts';
import { useUser } from '../../../../platform/web/session/react.tsx';
import { Button, IconClipboard } from '../../../../platform/web/ui/index.ts';
import { canSeeAllTrabajos, keepsTrabajos } from '../../policy.ts';
import { isLive, useAnnounceTrabajos, useHideTrabajos, useTrabajos } from '../hooks.ts';
import styles from './bandeja.module.css';
import { TrabajoItem } from './trabajo-item.tsx';

const SLOW_MS = 30_000;

/**
 * The tray "Trabajos" of the top bar: long work that goes on in the server, whatever the person does
 * meanwhile. Staff always have it; anybody else once there is something in it.
 */
export function Bandeja() {
  const user = useUser();
  const keeps = keepsTrabajos(user);
  const [opened, setOpened] = useState(false);
  const list = useTrabajos({ slow: keeps ? SLOW_MS : false });
  const trabajos = list.data?.trabajos ?? [];
  const [unseen, setUnseen] = useState<ReadonlySet<string>>(new Set());
  useAnnounceTrabajos(trabajos, (id) => setUnseen((before) => new Set([...before, id])));
  const id = useId();
  const live = trabajos.filter(isLive).length;
  if (!keeps && trabajos.length === 0) return null;
  return (
    <>
      <button
        type="button"
        className={styles.opener}
        popoverTarget={id}
        aria-expanded={opened}
        aria-haspopup="dialog"
      >
        <IconClipboard />
        <span className={styles.label}>Trabajos</span>
        {live > 0 && (
          <span className={styles.count}>
            {live}
            <span className="sr-only"> en curso</span>
          </span>
        )}
        {live === 0 && unseen.size > 0 && (
          <span className={styles.fresh}>
            <span className="sr-only">
              {unseen.size === 1 ? ', 1 terminado sin ver' : `, ${unseen.size} terminados sin ver`}
            </span>
          </span>
        )}
      </button>
      {/* The browser's own popover: Esc and a press elsewhere close it, and the focus goes back. */}
      <div
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Trabajos"
        className={styles.panel}
        onToggle={(event) => {
          const open = (event.nativeEvent as ToggleEvent).newState === 'open';
          setOpened(open);
          // What was new stays marked while it is looked at.
          if (!open) setUnseen(new Set());
        }}
      >
        {opened && <Contenido admin={canSeeAllTrabajos(user)} unseen={unseen} />}
      </div>
    </>
  );
}

function Contenido({ admin, unseen }: { admin: boolean; unseen: ReadonlySet<string> }) {
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
