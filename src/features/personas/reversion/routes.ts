/** The merges that can still be undone (staff). */
export const fusionesHechasPath = '/fusiones/hechas';
/** A merge that was done, and undoing it (staff). */
export const fusionHechaPagePath = '/fusiones/hechas/:id';
export const fusionHechaPath = (id: string): string => `/fusiones/hechas/${encodeURIComponent(id)}`;

/** Paths that the server answers with the application. */
export const reversionPaths: readonly string[] = [fusionesHechasPath, fusionHechaPagePath];
