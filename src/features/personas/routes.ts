/** Opens the file of the person with that CURP or key. */
export const personPath = (curp: string): string => `/person/${encodeURIComponent(curp)}`;

/** In the place of the key, for an account that is not linked to a person. */
export const SIN_EXPEDIENTE = 'sin-expediente';

/** The file of who is signed in; `curp` is their key, null without a file. */
export const ownPath = ({ curp }: { readonly curp: string | null }): string =>
  personPath(curp ?? SIN_EXPEDIENTE);

/** Their preferences, in it. */
export const ownPreferenciasPath = (user: { readonly curp: string | null }): string =>
  `${ownPath(user)}?ver=preferencias`;

export const personPagePath = '/person/:curp';

/** Leads to the preferences of whoever is signed in: for mails and texts that do not know who reads. */
export const preferenciasPath = '/preferencias';

export const personasPaths = [personPagePath, preferenciasPath] as const;
