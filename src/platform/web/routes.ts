import type { ComponentType, SVGProps } from 'react';
import type { Policy } from '../shared/actor.ts';
import { returningTo } from '../shared/volver.ts';
import { type Lazy, lazyAhead } from './lazy.ts';
import type { SessionState, SessionUser } from './session/store.ts';

/** `anyone` needs no sign-in; otherwise the policy that the callables of the screen name. */
export type Access = 'anyone' | Policy;

/** A screen that is asked for when it is first drawn, or when somebody is about to go there (`preload`). */
export type LazyScreen = Lazy<object>;
export const lazyScreen: (
  load: (search: string) => Promise<{ readonly default: ComponentType }>,
) => LazyScreen = lazyAhead;

/** A screen of the portal, as a feature gives it to the composition root. */
export type AppRoute = {
  /** The specification's path, with `:names`. */
  readonly path: string;
  /** `either`: who is in stays in their frame, a visitor sees it in the public one. */
  readonly layout: 'public' | 'main' | 'either';
  readonly access: Access;
  readonly screen: LazyScreen;
  /** Document title until the screen gives its own. */
  readonly title: string;
  /** One sentence for whoever finds it in a search: of screens that anybody may open. */
  readonly description?: string;
  /** Slots whose pieces it draws at once: their files are asked for with its own. */
  readonly draws?: readonly string[];
  /** Callables without input whose answers it draws first: asked for while the application is on its way. */
  readonly asks?: readonly string[];
  /** What it looks like while it comes; `page` when it does not say. */
  readonly shape?: 'page' | 'form' | 'list' | 'ficha';
  /** Sign-in and registration: who is signed in is sent on instead. */
  readonly guestOnly?: boolean;
};

/** An entry of the left navigation. */
export type NavItem = {
  /** Heading of the task it belongs to ("Mi expediente"). */
  readonly group: string;
  readonly label: string;
  readonly to: string | ((user: SessionUser) => string);
  readonly icon: ComponentType<SVGProps<SVGSVGElement>>;
  /** Whom it is for: the policy of where it leads. Without one, for anyone who is signed in. */
  readonly visible?: Policy;
  /** A hook that answers how many things wait there; nothing is shown for 0. */
  readonly useCount?: () => number | undefined;
  /** It is there only for whom `useCount` has a number, 0 too: a relation that no policy can tell in the browser. */
  readonly onlyCounted?: boolean;
};

export type Decision = 'show' | 'wait' | 'sign-in' | 'forbidden' | 'leave';

/**
 * What a route answers to a session. `expired` still shows: the sign-in form is laid over the
 * screen and what was typed stays.
 */
export const decide = (
  route: Pick<AppRoute, 'access' | 'guestOnly'> & Partial<Pick<AppRoute, 'layout'>>,
  { status, user }: Pick<SessionState, 'status' | 'user'>,
): Decision => {
  if (route.guestOnly && status === 'signedIn') return 'leave';
  // In which frame it is, depends on who it is.
  if (status === 'loading' && route.layout === 'either') return 'wait';
  if (route.access === 'anyone') return 'show';
  if (status === 'loading') return 'wait';
  if (!user) return 'sign-in';
  return route.access(user) ? 'show' : 'forbidden';
};

/** The sign-in page's URL, with where to come back to. */
export const signInUrl = (signIn: string, from: { pathname: string; search: string }): string =>
  returningTo(signIn, from.pathname + from.search);
