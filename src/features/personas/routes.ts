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

/** Leads to the preferences of whoever is signed in: for mails and texts that do not know who reads. */
export const preferenciasPath = '/preferencias';

export const personasPaths = [personPagePath, preferenciasPath] as const;
