import { createContext, type ReactNode, useContext, useEffect, useSyncExternalStore } from 'react';
import type { Session, SessionState, SessionUser } from './store.ts';

const SessionContext = createContext<Session | null>(null);

/** Gives the session to the tree and loads it. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  useEffect(() => {
    void session.start();
  }, [session]);
  return <SessionContext value={session}>{children}</SessionContext>;
}

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
