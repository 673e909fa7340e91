import type { Policy } from '../../shared/actor.ts';
import type { NavItem } from '../routes.ts';

/** Something that was found, and where it is. */
export type Hallazgo = { readonly titulo: string; readonly detalle?: string; readonly to: string };

/** What a feature finds in the search of the whole portal. */
export type SearchProvider = {
  readonly grupo: string;
  /** Whom it is for: the policy of the callable that it asks. Without one, for anyone who is signed in. */
  readonly visible?: Policy;
  /** A handful for these words, best first. The callable behind it decides what one may see. */
  readonly buscar: (texto: string, signal: AbortSignal) => Promise<readonly Hallazgo[]>;
};

export type SearchEverywhereProps = {
  readonly providers: readonly SearchProvider[];
  /** Entries of the menus: the screens that there are. */
  readonly screens: readonly NavItem[];
};
