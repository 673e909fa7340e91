/** The corrections that wait for staff. */
export const correccionesPath = '/correcciones';
/** One of them, beside the document that proves it. */
export const correccionPagePath = '/correcciones/:id';
export const correccionPath = (id: string): string => `/correcciones/${encodeURIComponent(id)}`;

export const correccionesPaths = [correccionesPath, correccionPagePath] as const;
