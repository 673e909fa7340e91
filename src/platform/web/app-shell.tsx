import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createQueryClient } from './callables/query-client.ts';
import { NotificationRegion } from './feedback/notification-region.tsx';
import { notify } from './feedback/notifications.ts';
import { keepFocus } from './focus/keeper.ts';
import { BrowserRouter } from './router.tsx';
import { type AppShellProps, findRoute, Screens } from './screens.tsx';
import { ExpiredSessionGate } from './session/expired-gate.tsx';
import { SessionProvider, useSession, useSessionControl } from './session/react.tsx';

export type { Access, AppRoute, NavItem } from './routes.ts';
export { firstScreen } from './screens.tsx';

/** What stands on the device follows who is in (mirror/follow.ts): nobody needs it before somebody is. */
const followWhenIn = (session: AppShellProps['session']): (() => void) => {
  let stop: (() => void) | null = null;
  let gone = false;
  const begin = () => {
    if (stop !== null || session.getState().status !== 'signedIn') return;
    stop = () => {};
    void import('./mirror/follow.ts').then(
      ({ followSession }) => {
        if (!gone) stop = followSession(session);
      },
      // Without connection: at the next change of the session.
      () => {
        stop = null;
      },
    );
  };
  begin();
  const unsubscribe = session.subscribe(begin);
  return () => {
    gone = true;
    unsubscribe();
    stop?.();
  };
};

/** The whole portal: session, routes with their guards, kept screens, layouts, notifications. */
export function AppShell(props: AppShellProps) {
  useEffect(keepFocus, []);
  useEffect(() => followWhenIn(props.session), [props.session]);
  // Nobody need be known for a page that is for everybody: it is drawn first.
  const [later] = useState(
    () => findRoute(props.routes, window.location.pathname)?.layout === 'public',
  );
  return (
    <SessionProvider session={props.session} later={later}>
      <BrowserRouter>
        <ExpiredSessionGate renderSignIn={props.renderSignIn} home={props.home ?? '/'}>
          <Epoch {...props} />
        </ExpiredSessionGate>
        <NotificationRegion />
      </BrowserRouter>
    </SessionProvider>
  );
}

/** Another person, another tree: kept screens and cached answers go with the old one. */
function Epoch(props: AppShellProps) {
  const { epoch } = useSession();
  return <Life key={epoch} {...props} />;
}

function Life(props: AppShellProps) {
  const session = useSessionControl();
  const [client] = useState(createQueryClient);
  const uid = useSession().user?.uid;
  useEffect(() => {
    // What was told to one person is not for the next.
    if (uid) return () => notify.clear();
  }, [uid]);
  useEffect(
    () =>
      // Not in a render: here the visible screen still observes its answers, so only those of
      // hidden screens are dropped when the session expires.
      session.subscribe(() => {
        if (session.getState().status === 'expired') client.removeQueries({ type: 'inactive' });
      }),
    [session, client],
  );
  const signOut = async () => {
    try {
      await props.signOut();
      session.signedOut();
    } catch {
      notify.error('No se pudo cerrar la sesión. Revise su conexión e inténtelo de nuevo.');
    }
  };
  return (
    <QueryClientProvider client={client}>
      <Screens {...props} onSignOut={signOut} />
    </QueryClientProvider>
  );
}
