/** The files that look like one person's (staff). */
export const duplicadosPath = '/duplicados';
/** Two of them, side by side. */
export const duplicadoPagePath = '/duplicados/:id';
export const duplicadoPath = (id: string): string => `/duplicados/${encodeURIComponent(id)}`;

/** Paths that the server answers with the application. */
export const duplicadosPaths: readonly string[] = [duplicadosPath, duplicadoPagePath];
