import { Suspense, useId, useState } from 'react';
import { lazyPart } from '../../../../platform/web/feature.ts';
import { Loading } from '../../../../platform/web/feedback/index.ts';
import { useUser } from '../../../../platform/web/session/react.tsx';
import { IconClipboard } from '../../../../platform/web/ui/index.ts';
import { canSeeAllTrabajos, keepsTrabajos } from '../../policy.ts';
import { isLive, useAnnounceTrabajos, useSinVer, useTrabajos } from '../hooks.ts';
import styles from './bandeja.module.css';

// What most never open is not in the first files.
const Contenido = lazyPart(() => import('./bandeja-contenido.tsx'), 'BandejaContenido');

/**
 * The tray "Trabajos" of the top bar: long work that goes on in the server, whatever the person does
 * meanwhile. Staff always have it; anybody else once there is something in it.
 */
export function Bandeja() {
  const user = useUser();
  const keeps = keepsTrabajos(user);
  const [opened, setOpened] = useState(false);
  const list = useTrabajos();
  const trabajos = list.data?.trabajos ?? [];
  const [unseen, seen] = useSinVer(user.uid, list.data?.trabajos);
  useAnnounceTrabajos(trabajos);
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
          if (!open) seen();
        }}
      >
        {opened && (
          <Suspense fallback={<Loading shape="list" />}>
            <Contenido admin={canSeeAllTrabajos(user)} unseen={unseen} />
          </Suspense>
        )}
      </div>
    </>
  );
}
