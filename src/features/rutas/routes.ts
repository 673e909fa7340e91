/** The routes that are published, with one's own progress. */
export const rutasPath = '/rutas';
/** One of them; see `rutaPath`. */
export const rutaPagePath = '/DetalleRuta/:idRuta';
export const rutaPath = (id: string): string => `/DetalleRuta/${encodeURIComponent(id)}`;

export const rutaEditorPath = (id: string): string => `/rutas/editor/${encodeURIComponent(id)}`;

/** All of them, for whoever edits them. */
export const rutasEditorPath = '/rutas/editor';
/** What one is made of. */
export const rutaEditorPagePath = '/rutas/editor/:idRuta';

/** Who is in one, and how far. */
export const rutaPersonasPagePath = '/rutas/personas/:idRuta';
export const rutaPersonasPath = (id: string): string => `/rutas/personas/${encodeURIComponent(id)}`;

export const rutasPaths = [
  rutasPath,
  rutaPagePath,
  rutaPersonasPagePath,
  rutasEditorPath,
  rutaEditorPagePath,
] as const;
