import { Suspense, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '../../../../../platform/web/feature.ts';
import { Loading } from '../../../../../platform/web/feedback/index.ts';
import { useUser } from '../../../../../platform/web/session/react.tsx';
import { keepPropio } from '../../../../personas/routes.ts';
import { useLectura, useSinLeer } from '../hooks.ts';
import styles from './campana.module.css';

// What most never open is not in the first files.
const Contenido = lazyPart(() => import('./campana-contenido.tsx'), 'CampanaContenido');

const MOST_SHOWN = 99;

/** The bell of the top bar: how many notifications are unread, live, and the newest of them. */
export function Campana() {
  const sinLeer = useSinLeer();
  const [opened, setOpened] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  const id = useId();
  useReadHere(sinLeer > 0);
  return (
    <>
      <button
        type="button"
        className={styles.opener}
        popoverTarget={id}
        aria-expanded={opened}
        aria-haspopup="dialog"
      >
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" className={styles.icon}>
          <path d="M6 16.5V11a6 6 0 0112 0v5.5l1.5 2h-15zM10 21h4" />
        </svg>
        <span className="sr-only">Notificaciones</span>
        {sinLeer > 0 && (
          <span className={styles.count}>
            {sinLeer > MOST_SHOWN ? `${MOST_SHOWN}+` : sinLeer}
            <span className="sr-only"> sin leer</span>
          </span>
        )}
      </button>
      {/* The browser's own popover: Esc and a press elsewhere close it, and the focus goes back. */}
      <div
        ref={panel}
        id={id}
        popover="auto"
        role="dialog"
        aria-label="Notificaciones"
        className={styles.panel}
        onToggle={(event) => setOpened((event.nativeEvent as ToggleEvent).newState === 'open')}
      >
        {opened && (
          <Suspense fallback={<Loading shape="list" />}>
            <Contenido onGo={() => panel.current?.hidePopover()} />
          </Suspense>
        )}
      </div>
    </>
  );
}

/** Opening the place that a notification leads to reads it, by whatever way one came. The home is nobody's place. */
const useReadHere = (some: boolean): void => {
  const { pathname, search } = useLocation();
  const user = useUser();
  const lectura = useLectura();
  const read = useEffectEvent((enlace: string) => {
    if (some) lectura.mutate({ enlace });
  });
  const here = keepPropio(pathname + search, user);
  useEffect(() => {
    if (here !== '/') read(here);
  }, [here]);
};
