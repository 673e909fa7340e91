import { Activity, type ReactNode, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useTitle } from '../keep-alive/title.ts';
import { Button } from '../ui/button.tsx';
import styles from './expired-gate.module.css';
import { useSession, useSessionControl } from './react.tsx';
import type { SessionUser } from './store.ts';

/**
 * Over an expired session: the feature's sign-in form on an opaque cover. The portal underneath is
 * hidden as a kept screen is (nothing personal in sight, no polling, what was typed stays) and
 * returns as it was for the same person.
 */
export function ExpiredSessionGate({
  renderSignIn,
  home,
  children,
}: {
  renderSignIn: (user: SessionUser) => ReactNode;
  home: string;
  children: ReactNode;
}) {
  const { status, user } = useSession();
  const expired = status === 'expired' && user ? user : null;
  useReturn(expired !== null);
  useHomeForAnother(home);
  return (
    <>
      <Activity mode={expired ? 'hidden' : 'visible'}>{children}</Activity>
      {expired && <Cover>{renderSignIn(expired)}</Cover>}
    </>
  );
}

function Cover({ children }: { children: ReactNode }) {
  const session = useSessionControl();
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  useTitle('Ingrese de nuevo');
  useEffect(() => box.current?.focus(), []);
  return (
    <main className={styles.cover}>
      <div ref={box} className={styles.box} tabIndex={-1} role="dialog" aria-labelledby={id}>
        <h1 id={id}>Ingrese de nuevo</h1>
        <p className={styles.lead}>
          Su sesión terminó. Al ingresar volverá a donde estaba, con lo que haya escrito.
        </p>
        {children}
        <div className={styles.leave}>
          <Button variant="quiet" size="small" onClick={session.signedOut}>
            Salir y descartar lo escrito
          </Button>
        </div>
      </div>
    </main>
  );
}

/** Scroll and focus as they were when the cover goes. */
const useReturn = (covered: boolean): void => {
  const session = useSessionControl();
  const place = useRef({ top: 0, focused: document.activeElement });
  useEffect(
    () =>
      // Told before anything is rendered: once the portal is hidden there is no scroll to read.
      session.subscribe(() => {
        if (session.getState().status !== 'expired') return;
        place.current = { top: window.scrollY, focused: document.activeElement };
      }),
    [session],
  );
  useLayoutEffect(() => {
    if (!covered) return;
    return () => {
      const { top, focused } = place.current;
      // After the portal is back in the layout.
      requestAnimationFrame(() => {
        window.scrollTo({ top, behavior: 'instant' });
        if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
      });
    };
  }, [covered]);
};

/** Somebody else signed in over the expired session: the address may not be theirs. */
const useHomeForAnother = (home: string): void => {
  const { status, user } = useSession();
  const navigate = useNavigate();
  const expiredUid = useRef<string | null>(null);
  useEffect(() => {
    if (status === 'expired') expiredUid.current = user?.uid ?? null;
    else if (status === 'signedIn') {
      if (expiredUid.current && expiredUid.current !== user?.uid) navigate(home, { replace: true });
      expiredUid.current = null;
    } else expiredUid.current = null;
  }, [status, user, navigate, home]);
};
