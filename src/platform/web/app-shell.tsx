import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { BrowserRouter } from 'react-router';
import { createQueryClient } from './callables/query-client.ts';
import { NotificationRegion } from './feedback/notification-region.tsx';
import { notify } from './feedback/notifications.ts';
import type { FooterLink } from './layouts/public-layout.tsx';
import type { AppRoute, NavItem } from './routes.ts';
import { Screens } from './screens.tsx';
import { ExpiredSessionGate } from './session/expired-gate.tsx';
import { SessionProvider, useSession, useSessionControl } from './session/react.tsx';
import type { Session, SessionUser } from './session/store.ts';

export type { Access, AppRoute, NavItem } from './routes.ts';

export type AppShellProps = {
  readonly session: Session;
  readonly routes: readonly AppRoute[];
  readonly navigation: readonly NavItem[];
  /** Links of the person's own in the account menu. */
  readonly account?: readonly NavItem[];
  /** Asks the server to end the session. The shell then forgets it in every tab. */
  readonly signOut: () => Promise<void>;
  /** The feature's sign-in form, over an expired session of `user`. */
  readonly renderSignIn: (user: SessionUser) => ReactNode;
  readonly signInPath?: string;
  readonly home?: string;
  /** Legal texts, at the foot of the public pages. */
  readonly footer?: readonly FooterLink[];
  /** Search of everything, in the top bar; nothing is shown without it. */
  readonly search?: ReactNode;
  /** Bell, help. */
  readonly tools?: ReactNode;
};

/** The whole portal: session, routes with their guards, kept screens, layouts, notifications. */
export function AppShell(props: AppShellProps) {
  return (
    <SessionProvider session={props.session}>
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
