/** Days that the photo of an identification may wait for staff; it goes when they decide. */
export const DIAS_IDENTIFICACION = 60;

/** Folder of the identification that an account shows to prove whose it is. */
export const identificacionesDe = (uid: string): string => `vinculaciones/${uid}/`;

/** The account in `vinculaciones/{uid}/…`. */
export const uidOfIdentificacion = (name: string): string => name.split('/')[1] ?? '';
