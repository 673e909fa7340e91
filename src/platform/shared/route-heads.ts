/** What the page that the server sends for a screen's address says in its head. */
export type RouteHead = {
  readonly title: string;
  /** For whoever finds it in a search; only of screens that anybody may open. */
  readonly description?: string;
  /** Only for who is in: the page asks for the session before anything else has come. */
  readonly signedIn?: true;
  /** Callables that it asks for with the session. */
  readonly asks?: readonly string[];
  /** Addresses of the scripts and style sheets that the screen needs besides those of every page. */
  readonly files: readonly string[];
};

/** By the path of the route, `/person/:curp`. The build leaves them in `dist/web/rutas.json`. */
export type RouteHeads = Readonly<Record<string, RouteHead>>;
