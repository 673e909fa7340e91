import type { ErrorDetails, FieldErrors, Status } from './errors.ts';

/*
 * Where the server meets the public wing: pages that are whole without script, which the build makes into a
 * program of its own (dist/pages). The server serves it (platform/server/http/pages.ts); the wing itself is
 * platform/web/public.
 */

/** Where a page is asked for. */
export type PageAddress = {
  readonly pathname: string;
  /** With its `?`, or empty. */
  readonly search: string;
  /** Values of the path's `:names`. */
  readonly params: Readonly<Record<string, string>>;
};

/** A `CallError` as data. */
export type PageProblem = {
  readonly status: Status;
  readonly message: string;
  readonly details?: ErrorDetails | undefined;
};

/** A form of the page that was sent by POST and not taken: the page comes back with what was typed, and says what is wrong. */
export type PageSent = {
  /** By the names of its fields. */
  readonly values: Readonly<Record<string, string>>;
  readonly fields: Readonly<FieldErrors>;
  /** What belongs to no field. */
  readonly general: readonly string[];
};

/** What the server knows when it shows a page. */
export type PageView = {
  readonly address: PageAddress;
  /** The configuration that pages embed (web/config.ts), as JSON. */
  readonly config: string;
  /** Whether a session in force came with the request: the way back is offered. */
  readonly signedIn: boolean;
  /** What the callable answered; null when there was nothing to ask. */
  readonly answer: unknown;
  readonly problem: PageProblem | null;
  /** Null: nothing was sent. */
  readonly sent: PageSent | null;
};

export type WingPage = {
  /** The specification's path, with `:names`. */
  readonly path: string;
  /** The callable that answers it, with its own policy; null when the page is the same for all. */
  readonly call: string | null;
  /** What the callable is asked; null when there is nothing to ask yet. */
  readonly question: (address: PageAddress) => unknown;
  /** The whole document. */
  readonly render: (view: PageView) => string;
};

/** What the build left beside: addresses of the style sheet, the script and the fonts. */
export type WingAssets = {
  readonly style: string;
  readonly script: string;
  /** Of every page: each has headings, text and something in bold. */
  readonly fonts: readonly string[];
  /** Of folios and keys. */
  readonly mono: string;
};

export type PublicWing = {
  readonly pages: readonly WingPage[];
  /** The style that carries the institution's colour, or null: the policy names it by its digest. */
  readonly brandStyle: (config: string) => string | null;
};

/** What `dist/pages/pages.js` exports by default. */
export type OpenPublicWing = (assets: WingAssets) => Promise<PublicWing>;
