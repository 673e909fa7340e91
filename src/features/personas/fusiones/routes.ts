/** The queue of merges that wait for a second person (staff). */
export const fusionesPath = '/fusiones';
/** One of them, with all that is compared. */
export const fusionPagePath = '/fusiones/:id';
export const fusionPath = (id: string): string => `/fusiones/${encodeURIComponent(id)}`;

/** Paths that the server answers with the application. */
export const fusionesPaths: readonly string[] = [fusionesPath, fusionPagePath];
