import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
} from 'react';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  createPath,
  type NavigateOptions,
  Router,
  type To,
  useHref,
  useLocation,
  useNavigate,
  useResolvedPath,
} from 'react-router';

/*
 * The pieces of react-router's browser half that the portal uses, on its core (matching, history, navigation,
 * which are taken from `react-router` as they are). The browser half comes whole or not at all: forms, data and
 * prefetching of its frameworks, 16 KB that every screen would ask for first (decision 0051).
 */

/** Another with each step that was taken, also one to where the screen still is. */
const Step = createContext<unknown>(null);

/** The address, followed as it changes. */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [history] = useState(() => createBrowserHistory({ v5Compat: true }));
  const [place, setPlace] = useState({ action: history.action, location: history.location });
  useLayoutEffect(() => history.listen((next) => startTransition(() => setPlace(next))), [history]);
  return (
    <Router location={place.location} navigationType={place.action} navigator={history}>
      <Step value={place}>{children}</Step>
    </Router>
  );
}

/**
 * Goes on to another screen in place of this one. Once more with each step taken while that screen is still coming:
 * react-router's `Navigate` goes once, and Back meanwhile left an empty page.
 */
export function Redirect({ to, state }: { to: To } & Pick<NavigateOptions, 'state'>) {
  const path = createPath(useResolvedPath(to));
  const navigate = useNavigate();
  const step = useContext(Step);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is one to answer
  useEffect(() => {
    void navigate(path, { replace: true, state });
  }, [navigate, path, step]);
  return null;
}

type LinkProps = Omit<ComponentProps<'a'>, 'href'> & {
  readonly to: To;
  /** Goes there by the server, not inside the application. */
  readonly reloadDocument?: boolean;
} & Pick<NavigateOptions, 'replace' | 'state'>;

/** A press that the browser itself has another answer to: another tab, another window, a download. */
const isOther = ({ button, metaKey, altKey, ctrlKey, shiftKey }: MouseEvent): boolean =>
  button !== 0 || metaKey || altKey || ctrlKey || shiftKey;

/** A link to another screen of the portal. */
export function Link({
  to,
  reloadDocument = false,
  target,
  onClick,
  replace,
  state,
  ...rest
}: LinkProps) {
  const href = useHref(to);
  const path = createPath(useResolvedPath(to));
  const here = createPath(useLocation());
  const navigate = useNavigate();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (event.defaultPrevented || reloadDocument || isOther(event)) return;
    if (target && target !== '_self') return;
    event.preventDefault();
    // The same place once more is no step of Back.
    void navigate(to, { replace: replace ?? path === here, state });
  };
  return <a {...rest} href={href} target={target} onClick={follow} />;
}

type Query = string | Record<string, string> | URLSearchParams;

/** The address's query, and how to change it: what is not given goes. */
export const useSearchParams = (): readonly [
  URLSearchParams,
  (
    next: Query | ((now: URLSearchParams) => Query),
    options?: Pick<NavigateOptions, 'replace' | 'state'>,
  ) => void,
] => {
  const { search } = useLocation();
  const params = useMemo(() => new URLSearchParams(search), [search]);
  const navigate = useNavigate();
  const change = useCallback(
    (
      next: Query | ((now: URLSearchParams) => Query),
      options?: Pick<NavigateOptions, 'replace' | 'state'>,
    ) => {
      const query = next instanceof Function ? next(new URLSearchParams(params)) : next;
      void navigate(`?${new URLSearchParams(query)}`, options);
    },
    [navigate, params],
  );
  return [params, change];
};
