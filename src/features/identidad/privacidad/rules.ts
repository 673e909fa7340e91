/** The versions in force of the two texts; a new text is a new version, and is accepted anew. */
export const VERSIONES = { aviso: '2026-11', terminos: '2026-11' } as const;

export type Documento = keyof typeof VERSIONES;
