import {
  Activity,
  createContext,
  memo,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useState,
} from 'react';
import { type Location, type RouteObject, useRoutes } from 'react-router';
import { useSession, useSessionControl } from '../session/react.tsx';
import { forget, type Kept, pathKey, visit } from './lru.ts';

type Forget = (matches: (path: string) => boolean) => void;

const ForgetContext = createContext<Forget>(() => {});

/**
 * Drops the hidden screens whose path matches, so that they are made anew. For after saving or
 * deleting what they show: `forget((path) => path.startsWith('/plantillas/7'))`.
 */
export const useForget = (): Forget => useContext(ForgetContext);

/** The routes as seen from one fixed location: hidden screens go on reading their own URL. */
const FrozenRoutes = memo(function FrozenRoutes({
  routes,
  location,
}: {
  routes: RouteObject[];
  location: Location;
}) {
  return useRoutes(routes, location);
});

/**
 * Renders the route of the current location and keeps the last ones hidden in `<Activity>`, so
 * that returning finds state, inner scroll and half-filled forms. Goes inside a layout; `wrap` is
 * what each screen needs around it (error boundary, Suspense).
 */
export function KeepAlive({
  routes,
  location,
  wrap,
}: {
  routes: RouteObject[];
  /** Where this layout is; fixed while another layout is shown. */
  location: Location;
  wrap: (screen: ReactNode, path: string) => ReactNode;
}) {
  const path = pathKey(location.pathname);
  const { status } = useSession();
  const [kept, setKept] = useState<readonly Kept<Location>[]>([{ path, location }]);

  // Derived while rendering, not in an effect: no frame is painted without the new screen.
  let now = visit(kept, path, location);
  // An expired session leaves only the screen in use: the others hold personal data.
  if (status === 'expired') now = forget(now, () => true);
  if (now !== kept) setKept(now);

  const drop = useCallback<Forget>((matches) => setKept((old) => forget(old, matches)), []);

  // A stable DOM order: moving nodes would reset iframes and inner scroll.
  const stable = [...now].sort((a, b) => (a.path < b.path ? -1 : 1));
  return (
    <ForgetContext value={drop}>
      {stable.map((entry) => (
        <Activity key={entry.path} mode={entry.path === path ? 'visible' : 'hidden'}>
          <div data-screen={entry.path}>
            {wrap(<FrozenRoutes routes={routes} location={entry.location} />, entry.path)}
          </div>
        </Activity>
      ))}
    </ForgetContext>
  );
}

/**
 * Calls back when the screen is hidden or dropped: the place to close what floats. Under the cover of an expired
 * session nothing closes: the same person finds it as it was.
 */
export const useOnHide = (callback: () => void): void => {
  const session = useSessionControl();
  // Effects stop when an Activity hides, so a clean-up is exactly "it was hidden".
  // biome-ignore lint/correctness/useExhaustiveDependencies: only hiding counts, not a new callback
  useEffect(
    () => () => {
      if (session.getState().status !== 'expired') callback();
    },
    [],
  );
};

/** Whether a menu or modal is open; it closes by itself when its screen is left. */
export const useDisclosure = (
  initial = false,
): [boolean, { open: () => void; close: () => void; toggle: () => void }] => {
  const [opened, setOpened] = useState(initial);
  useOnHide(() => setOpened(false));
  return [
    opened,
    {
      open: () => setOpened(true),
      close: () => setOpened(false),
      toggle: () => setOpened((was) => !was),
    },
  ];
};
