import { VOLVER } from '../../platform/shared/volver.ts';

/** Opens the file of the person with that CURP or key. */
export const personPath = (clave: string): string => `/person/${encodeURIComponent(clave)}`;

/** In the place of the key, for an account that is not linked to a person. */
export const SIN_EXPEDIENTE = 'sin-expediente';

/** The file of who is signed in; their key is null without a file. */
export const ownPath = ({ clave }: { readonly clave: string | null }): string =>
  personPath(clave ?? SIN_EXPEDIENTE);

/** Their preferences, in it. */
export const ownPreferenciasPath = (user: { readonly clave: string | null }): string =>
  `${ownPath(user)}?ver=preferencias`;

export const personPagePath = '/person/:curp';

/** The parts of a file with an address of their own (`/contact/{curp}`), and the tab that each opens. */
export const PARTES = {
  profile: 'perfil',
  contact: 'contactos',
  academics: 'academicos',
} as const;
export const partePagePaths = Object.keys(PARTES).map((parte) => `/${parte}/:curp`);

/** A tab of a file; `abrir` is what its screen opens there at once. */
export const tabPath = (
  clave: string,
  tab: string,
  abrir: Readonly<Record<string, string>> = {},
): string => `${personPath(clave)}?${new URLSearchParams({ ver: tab, ...abrir })}`;

/** In the place of the key: of whoever opens the link. It is kept where a key would stay behind a corrected CURP. */
const PROPIO = 'propio';

/** One's own file, or a tab of it, in a link that is kept (`notificaciones.enlace`). */
export const propioPath = (tab?: string): string =>
  tab === undefined ? personPath(PROPIO) : tabPath(PROPIO, tab);

/** A link that was kept, for whoever opens it. */
export const resolvePropio = (enlace: string, user: { readonly clave: string | null }): string =>
  /^\/person\/propio(?=$|\?)/.test(enlace)
    ? ownPath(user) + enlace.slice(personPath(PROPIO).length)
    : enlace;

/** The address of a screen as a link is kept: one's own file by nobody's key. */
export const keepPropio = (path: string, user: { readonly clave: string | null }): string => {
  const own = ownPath(user);
  return path === own || path.startsWith(`${own}?`)
    ? personPath(PROPIO) + path.slice(own.length)
    : path;
};

/** The screen that sent to a file, to which its person goes back, when it is one of the enrolments: an address that somebody made leads nowhere else. */
export const volverOf = (params: URLSearchParams): string | null => {
  const path = params.get(VOLVER);
  return path !== null && /^\/inscripcion(\/[\w%-]+){4}$/.test(path) ? path : null;
};

/** Leads to the preferences of whoever is signed in: for mails and texts that do not know who reads. */
export const preferenciasPath = '/preferencias';

export const personasPaths = [personPagePath, ...partePagePaths, preferenciasPath] as const;
