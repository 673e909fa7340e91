import { Activity, type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { type Location, matchRoutes, type RouteObject, useLocation } from 'react-router';
import { safeReturn, VOLVER } from '../shared/volver.ts';
import { ErrorBoundary, ErrorState } from './feedback/error-state.tsx';
import { Loading, ScreenTitle } from './feedback/loading.tsx';
import { KeepAlive } from './keep-alive/keep-alive.tsx';
import { pathKey } from './keep-alive/lru.ts';
import { useRouteTitle } from './keep-alive/title.ts';
import frame from './layouts/frame.module.css';
import { isNavigationNarrow } from './layouts/navigation-width.ts';
import type { FooterLink } from './layouts/public-frame.tsx';
import { lazyAhead } from './lazy.ts';
import { Redirect } from './router.tsx';
import { type AppRoute, decide, type NavItem, signInUrl } from './routes.ts';
import styles from './screens.module.css';
import { useSession, useSessionControl } from './session/react.tsx';
import type { Session, SessionUser } from './session/store.ts';
import { ForbiddenScreen, NotFoundScreen } from './system-screens.tsx';

const MainLayout = lazyAhead(() => import('./layouts/main-layout.tsx'));
const PublicLayout = lazyAhead(() => import('./layouts/public-layout.tsx'));

/** What the composition root gives the shell. */
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
  /** A screen that this person must see before anything else, or null. */
  readonly renderDemand?: (user: SessionUser) => ReactNode;
  readonly signInPath?: string;
  readonly home?: string;
  /** Legal texts, at the foot of the public pages. */
  readonly footer?: readonly FooterLink[];
  /** Search of everything, in the top bar; nothing is shown without it. */
  readonly search?: ReactNode;
  /** Bell, help. */
  readonly tools?: ReactNode;
};

type ScreensProps = AppShellProps & { readonly onSignOut: () => Promise<void> };
type LayoutName = 'public' | 'main';

/** Decides what the current address shows and to whom, and in which layout. */
export function Screens(props: ScreensProps) {
  const { routes, signInPath = '/auth/login', home = '/' } = props;
  const session = useSession();
  const location = useLocation();
  const route = useMemo(() => findRoute(routes, location.pathname), [routes, location.pathname]);
  const decision = route ? decide(route, session) : session.status === 'loading' ? 'wait' : 'show';

  usePreloading(routes);
  const coming = decision === 'wait' ? route?.screen : undefined;
  useEffect(() => {
    // Beside the session, not after it. What fails is asked for again when it is drawn.
    coming?.preload().catch(() => {});
  }, [coming]);

  // Both layouts are kept, each at its own last location, so that a visit to a public page does
  // not lose the screens of the other.
  const own: LayoutName = session.user ? 'main' : 'public';
  const shown: LayoutName = !route || route.layout === 'either' ? own : route.layout;
  const shows = decision === 'show' || decision === 'forbidden';
  const [places, setPlaces] = useState<Partial<Record<LayoutName, Location>>>({});
  let now = places;
  if (shows && places[shown] !== location) {
    now = { ...places, [shown]: location };
    setPlaces(now);
  }

  if (decision === 'sign-in') {
    return <Redirect to={session.left ? signInPath : signInUrl(signInPath, location)} />;
  }
  if (decision === 'leave') {
    const volver = new URLSearchParams(location.search).get(VOLVER);
    return <Redirect to={safeReturn(volver, home)} />;
  }
  // What anybody may read, who has something to accept first may, too.
  const guarded = session.user && shown === 'main' && route?.layout !== 'either';
  const demand = guarded ? props.renderDemand?.(session.user) : null;
  if (demand) {
    return (
      <Suspense fallback={<Waiting main shape="form" />}>
        <MainLayout path="" home={home} navigation={[]} onSignOut={props.onSignOut}>
          {wrapScreen(demand)}
        </MainLayout>
      </Suspense>
    );
  }
  return (
    <>
      {decision === 'wait' && <Waiting main={shown === 'main'} {...route} />}
      {now.public && (
        <Zone
          {...props}
          home={home}
          name="public"
          place={now.public}
          visible={shows && shown === 'public'}
        />
      )}
      {now.main && session.user && (
        <Zone
          {...props}
          home={home}
          name="main"
          place={now.main}
          visible={shows && shown === 'main'}
        />
      )}
    </>
  );
}

/** The route of a path; ranked by react-router, so that order does not matter. */
export const findRoute = (routes: readonly AppRoute[], pathname: string): AppRoute | undefined => {
  const match = matchRoutes(
    routes.map((route) => ({ path: route.path, handle: route })),
    pathname,
  );
  return match?.[0]?.route.handle as AppRoute | undefined;
};

/** Milliseconds that the first screen may take to be whole; what comes later has its place drawn. */
const FIRST_MS = 300;

/**
 * Answers when all that the address's screen is drawn with has come, who is in included, or after 300 ms: it is then
 * drawn once and whole, without a fallback before it (`lazy.ts`).
 */
export const firstScreen = async (
  routes: readonly AppRoute[],
  session: Session,
): Promise<unknown> => {
  const route = findRoute(routes, window.location.pathname);
  if (!route) return;
  // What fails is asked for again, and said, when it is drawn.
  const whole = Promise.allSettled([
    route.screen.preload(),
    ...(route.layout === 'main'
      ? [MainLayout.preload(), session.start()]
      : [PublicLayout.preload()]),
  ]);
  return Promise.race([whole, new Promise((later) => setTimeout(later, FIRST_MS))]);
};

/** While the session is asked for: nothing for 200 ms, then that it is loading. */
function Waiting({ main, shape, title }: { main: boolean } & Partial<AppRoute>) {
  const { error } = useSession();
  const { reload } = useSessionControl();
  useEffect(() => {
    if (main) MainLayout.preload().catch(() => {});
  }, [main]);
  const content = error ? (
    <ErrorState error={error} retry={() => void reload()} />
  ) : (
    <Loading {...{ shape, title }} />
  );
  return main ? (
    <FrameToCome>{content}</FrameToCome>
  ) : (
    <main className={styles.waiting}>{content}</main>
  );
}

/** Where the signed-in frame will be, so that what is loading does not move when it comes. */
function FrameToCome({ children }: { children: ReactNode }) {
  return (
    <>
      <div className={frame.bar} />
      <main className={styles.toCome} data-narrow={isNavigationNarrow() || undefined}>
        {children}
      </main>
    </>
  );
}

/** Asks for a screen's file as soon as somebody points at a link to it, or comes to it by the keyboard. */
const usePreloading = (routes: readonly AppRoute[]): void => {
  useEffect(() => {
    const near = ({ target }: Event) => {
      const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null;
      if (!link || link.origin !== window.location.origin) return;
      // Without a network it is asked for again when it is needed, and said then.
      findRoute(routes, link.pathname)
        ?.screen.preload(link.search)
        .catch(() => {});
    };
    const signs = ['pointerover', 'focusin', 'touchstart'] as const;
    for (const sign of signs) document.addEventListener(sign, near, { passive: true });
    return () => {
      for (const sign of signs) document.removeEventListener(sign, near);
    };
  }, [routes]);
};

/** A layout with its kept screens; while another is shown it stays, hidden. */
function Zone({
  name,
  place,
  visible,
  ...props
}: ScreensProps & { name: LayoutName; place: Location; visible: boolean; home: string }) {
  const { routes, home } = props;
  const objects = useMemo(() => toRouteObjects(routes, name), [routes, name]);
  const path = pathKey(place.pathname);
  const screens = <KeepAlive routes={objects} location={place} wrap={wrapScreen} />;
  return (
    <Activity mode={visible ? 'visible' : 'hidden'}>
      {name === 'public' ? (
        <Suspense
          fallback={
            <main className={styles.waiting}>
              <Loading />
            </main>
          }
        >
          <PublicLayout path={path} home={home} footer={props.footer ?? []}>
            {screens}
          </PublicLayout>
        </Suspense>
      ) : (
        <Suspense
          fallback={
            <FrameToCome>
              <Loading shape={findRoute(routes, place.pathname)?.shape} />
            </FrameToCome>
          }
        >
          <MainLayout
            path={path}
            home={home}
            navigation={props.navigation}
            account={props.account}
            footer={props.footer}
            onSignOut={props.onSignOut}
            search={props.search}
            tools={props.tools}
          >
            {screens}
          </MainLayout>
        </Suspense>
      )}
    </Activity>
  );
}

const wrapScreen = (screen: ReactNode) => (
  <ErrorBoundary>
    <Suspense fallback={<Loading />}>{screen}</Suspense>
  </ErrorBoundary>
);

const toRouteObjects = (routes: readonly AppRoute[], layout: LayoutName): RouteObject[] => [
  ...routes
    .filter((route) => route.layout === layout || route.layout === 'either')
    .map((route) => ({ path: route.path, element: <Guarded route={route} /> })),
  { path: '*', element: <NotFoundScreen /> },
];

/** Asked again whenever the session changes: a kept screen whose right is gone stops showing. */
function Guarded({ route }: { route: AppRoute }) {
  const session = useSession();
  const { shape, title } = route;
  useRouteTitle(title);
  const decision = decide(route, session);
  if (decision === 'forbidden') return <ForbiddenScreen />;
  if (decision !== 'show') return null;
  return (
    <Suspense fallback={<Loading {...{ shape, title }} />}>
      <ScreenTitle value={title}>
        <route.screen />
      </ScreenTitle>
    </Suspense>
  );
}
