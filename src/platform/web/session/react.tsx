import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react';
import type { Session, SessionState, SessionUser } from './store.ts';

const SessionContext = createContext<Session | null>(null);

/** Gives the session to the tree and loads it: at once, or (`later`) when what is on the screen has been painted. */
export function SessionProvider({
  session,
  later = false,
  children,
}: {
  session: Session;
  later?: boolean;
  children: ReactNode;
}) {
  useEffect(() => {
    if (later) return afterLoading(() => void session.start());
    void session.start();
  }, [session, later]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

/** Calls when the page has all that its head named and the browser has nothing else to do; answers how to give up. */
const afterLoading = (act: () => void): (() => void) => {
  let given = false;
  const idle = () => {
    // Safari has no idle callbacks.
    const soon = window.requestIdleCallback ?? ((then: () => void) => setTimeout(then, 200));
    soon(() => given || act(), { timeout: 1_000 });
  };
  if (document.readyState === 'complete') idle();
  else window.addEventListener('load', idle, { once: true });
  return () => {
    given = true;
    window.removeEventListener('load', idle);
  };
};

/** The session's own operations: `signedIn`, `signedOut`, `reload`. */
export const useSessionControl = (): Session => {
  const session = useContext(SessionContext);
  if (!session) throw new Error('SessionProvider is missing');
  return session;
};

/** The session's state; the component renders again when it changes. */
export const useSession = (): SessionState => {
  const session = useSessionControl();
  return useSyncExternalStore(session.subscribe, session.getState);
};

/** Who is signed in. For screens whose route requires it; throws anywhere else. */
export const useUser = (): SessionUser => {
  const { user } = useSession();
  if (!user) throw new Error('No one is signed in');
  return user;
};
