import type { ComponentType } from 'react';
import type { Policy } from '../../shared/actor.ts';
import type { Callable, InputOf, OutputOf } from '../../shared/callable.ts';
import type { CallError, Status } from '../../shared/errors.ts';
import type { PageSent } from '../../shared/public-wing.ts';
import type { Caller } from '../callables/client.ts';
import type { FooterLink } from '../layouts/public-frame.tsx';
import type { Crumb } from '../ui/page.tsx';

/** Where a page is: values of the path's `:names`, and what follows the `?`. */
export type Place = {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly query: URLSearchParams;
};

export type PublicPageProps<C extends Callable = Callable> = Place & {
  /** What the callable answered; null when there was nothing to ask, or nothing was found. */
  readonly answer: OutputOf<C> | null;
  /** Why there is nothing at this address (`isOfTheAddress`). Whatever else goes wrong is said in the page's place. */
  readonly problem: CallError | null;
  /** A form of the page that was sent and not taken; it draws that form even where there is a problem. */
  readonly sent: PageSent | null;
};

/**
 * A page of the public wing. The server sends it whole, without script; inside the application the same
 * component is a screen like any other. So it may stand on what is drawn from its props alone: effects are
 * not run on the server, and what needs the session or answers of its own belongs to a screen.
 */
export type PublicPage<C extends Callable = Callable> = {
  /** One sentence for whoever finds the page in a search. */
  readonly description: string;
  /** The callable that answers it: its policy is the page's, on both sides. None: it is the same for all. */
  readonly ask?: {
    readonly call: Caller<C>;
    /** Null when there is nothing to ask yet. */
    readonly input: (place: Place) => InputOf<C> | null;
  };
  readonly Page: ComponentType<PublicPageProps<C>>;
};

/** Declares a page: the default export of its file. Its line in the feature's `web/public.ts` gives it its path. */
export const publicPage = <C extends Callable>(page: PublicPage<C>): PublicPage =>
  page as unknown as PublicPage;

/** Whether what went wrong is what the address asks for: the page itself says it. */
export const isOfTheAddress = ({ status }: { readonly status: Status }): boolean =>
  status === 'NOT_FOUND' || status === 'INVALID_ARGUMENT';

/** A page in a feature's `web/public.ts`. */
export type PublicEntry = {
  readonly path: string;
  /** Title of the document until the page gives its own. */
  readonly title: string;
  readonly load: () => Promise<{ readonly default: PublicPage }>;
  /** Inside the application, the screen it is reached from, for whoever may see that one. */
  readonly within?: Crumb & { readonly visible: Policy };
};

/**
 * What a feature gives to the public wing: its `web/public.ts`, joined in `src/public-features.ts` and in the feature's
 * `web/feature.ts`.
 */
export type PublicFeature = {
  readonly pages?: readonly PublicEntry[];
  /** Links at the foot of every public page. */
  readonly footer?: readonly FooterLink[];
};
