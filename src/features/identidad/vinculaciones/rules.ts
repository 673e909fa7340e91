/** Days that the photo of an identification may wait for staff; it goes when they decide. */
export const DIAS_IDENTIFICACION = 60;

/** Folder of the identification that an account shows to prove whose it is. */
export const identificacionesDe = (uid: string): string => `vinculaciones/${uid}/`;

/** The account in `vinculaciones/{uid}/…`. */
export const uidOfIdentificacion = (name: string): string => name.split('/')[1] ?? '';

/** Minutes during which whoever rejected one may withdraw it; until then its person is not told. */
export const MINUTOS_PARA_DESHACER = 5;

/** What the person reads: the reason of the catalog, and what was written besides. */
export const motivoDe = (nombre: string, nota: string): string =>
  [nombre.trim(), nota.trim()].filter(Boolean).join(' ');
