import type { ComponentType } from 'react';
import type { Policy } from '../shared/actor.ts';
import type { Vocabulario } from '../shared/historial.ts';
import type { FooterLink } from './layouts/public-frame.tsx';
import { type Lazy, lazyAhead } from './lazy.ts';
import type { PublicFeature } from './public/page.ts';
import { publicRoutes } from './public/screens.tsx';
import type { AppRoute, NavItem } from './routes.ts';
import type { SearchProvider } from './search/providers.ts';
import type { Session, SessionUser } from './session/store.ts';

export { preloadParts } from './lazy.ts';
export { lazyScreen } from './routes.ts';

/**
 * Pieces that a feature gives for the screens of others, by name. Here those of the shell; a feature whose screen
 * takes pieces declares its slots beside their types, by declaration merging:
 *
 * `declare module '…/platform/web/feature.ts' { interface Slots { preferencias: PreferenciasSection } }`
 *
 * so that who gives need not know who takes, and the platform knows neither.
 */
export interface Slots {
  /** Who is signed in, and ending it. */
  session: { readonly create: () => Session; readonly signOut: () => Promise<void> };
  /** The form laid over the screen when the session expires. */
  signInForm: ComponentType<{ email: string }>;
  /** A screen that whoever it is `for` must see before anything else. */
  demands: {
    readonly for: (user: SessionUser) => boolean;
    readonly Screen: ComponentType<{ user: SessionUser }>;
  };
  /** What is found in the search of the whole portal. */
  busqueda: SearchProvider;
  /** Beside the account menu: the tray, the bell. */
  tools: ComponentType;
  /** What the history says of one record, for its panel (`panel/`), and to whom it is shown. */
  historialDeRegistro: {
    readonly for: Policy;
    readonly Contenido: ComponentType<{ entidad: string; id: string }>;
  };
}

/** What all features gave, for one that takes it. */
export type Given = {
  /** In the order of the features' folders; none when nobody gave. */
  all: <K extends keyof Slots>(slot: K) => readonly Slots[K][];
  /** What exactly one gives. @throws when nobody did, or several. */
  one: <K extends keyof Slots>(slot: K) => Slots[K];
  /** The words of the history, when they are needed: they are not in the first files. */
  vocabulario: () => Promise<Vocabulario>;
};

/** An entry of the navigation, and where in it: groups come as their first entry does. */
export type NavEntry = NavItem & { readonly order: number };

/** Something of its own, or made of what others give. */
type Made<T> = T | ((given: Given) => T);

/**
 * All that the browser takes from a feature: its `web/feature.ts`, which `src/web-features.ts` finds. It is in the
 * first files that everybody gets: what is drawn comes by `lazy`.
 */
export type WebFeature = {
  /** Its folder in src/features. */
  readonly name: string;
  /** The addresses of its screens, the very list that its `server/feature.ts` gives. */
  readonly paths?: readonly string[];
  readonly routes?: Made<readonly AppRoute[]>;
  readonly publicWing?: PublicFeature;
  readonly navigation?: readonly NavEntry[];
  /** Links of the person's own, in the account menu. */
  readonly account?: readonly NavItem[];
  /** What the shell or the screens of others take. Made of `given`, it may ask it only later, when it is drawn. */
  readonly gives?: Made<{ readonly [K in keyof Slots]?: readonly Slots[K][] }>;
};

/** A piece that is asked for when it is first drawn: `lazyPart(() => import('…/foto.tsx'), 'Foto')`. */
export const lazyPart = <K extends string, P extends object>(
  load: () => Promise<{ readonly [key in K]: ComponentType<P> }>,
  name: K,
): Lazy<P> => lazyAhead(async () => ({ default: (await load())[name] }));

/** The wing of all features in the browser, joined. */
export type WebFeatures = {
  readonly given: Given;
  readonly routes: readonly AppRoute[];
  readonly navigation: readonly NavItem[];
  readonly account: readonly NavItem[];
  readonly footer: readonly FooterLink[];
};

/**
 * Joins the features in their order.
 *
 * @throws when a screen has an address that its feature does not tell the server, saying which.
 */
export const foldWeb = (
  features: readonly WebFeature[],
  vocabulario: Given['vocabulario'],
): WebFeatures => {
  const slots: Record<string, unknown[]> = {};
  const all = (slot: string) => slots[slot] ?? [];
  const given = {
    vocabulario,
    all,
    one: (slot: string) => {
      if (all(slot).length !== 1) throw new Error(`${all(slot).length} features give ${slot}.`);
      return all(slot)[0];
    },
  } as Given;
  const made = <T>(what: Made<T>): T => (what instanceof Function ? what(given) : what);
  for (const { gives = {} } of features) {
    for (const [slot, pieces] of Object.entries(made(gives))) {
      slots[slot] = [...all(slot), ...pieces];
    }
  }
  return {
    given,
    routes: features.flatMap(({ name, paths = [], routes = [], publicWing = {} }) => {
      const mine = [...made(routes), ...publicRoutes(publicWing.pages ?? [])];
      for (const { path } of mine) {
        if (!paths.includes(path))
          throw new Error(`The server does not answer ${path} of ${name}.`);
      }
      return mine;
    }),
    navigation: features
      .flatMap(({ navigation = [] }) => navigation)
      .sort((a, b) => a.order - b.order),
    account: features.flatMap(({ account = [] }) => account),
    footer: features.flatMap(({ publicWing = {} }) => publicWing.footer ?? []),
  };
};
