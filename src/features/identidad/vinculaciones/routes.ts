/** The queue of accounts that ask for a file that was there already (staff). */
export const vinculacionesPath = '/vinculaciones';
/** One of them, with what proves it. */
export const vinculacionPagePath = '/vinculaciones/:id';
export const vinculacionPath = (id: string): string => `/vinculaciones/${encodeURIComponent(id)}`;

/** Paths that the server answers with the application. */
export const vinculacionesPaths: readonly string[] = [vinculacionesPath, vinculacionPagePath];
