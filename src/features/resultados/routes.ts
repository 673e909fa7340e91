/** The editions whose results are recorded, for staff. */
export const resultadosListaPath = '/resultados';

/** The results of an edition; see `resultadosPath`. */
export const resultadosPagePath = '/ediciones/:id/resultados';

/** The web application's paths of this feature. */
export const resultadosPaths = [resultadosListaPath, resultadosPagePath] as const;

/** The parts of the screen of an edition's results: its address says which one is open. */
export const PARTES_RESULTADOS = ['calificaciones', 'asistencia', 'acta'] as const;
export type ParteResultados = (typeof PARTES_RESULTADOS)[number];

/** The results of an edition: its grades or, when it is said, another part of the screen. */
export const resultadosPath = (
  edicionId: string,
  parte: ParteResultados = 'calificaciones',
): string =>
  `/ediciones/${encodeURIComponent(edicionId)}/resultados${parte === 'calificaciones' ? '' : `?ver=${parte}`}`;

/** The PDF of a version of an acta; `descargar`: to be saved. */
export const actaPdfPath = (actaId: string, version: number, { descargar = false } = {}): string =>
  `/actas/${encodeURIComponent(actaId)}/${version}.pdf${descargar ? '?descargar=1' : ''}`;

/** The tab of a person's file with their kárdex. */
export const PESTANA_KARDEX = 'kardex';

/** The kárdex of a person, by their key, as a PDF; `descargar`: to be saved. */
export const kardexPdfPath = (clave: string, { descargar = false } = {}): string =>
  `/kardex/${encodeURIComponent(clave)}.pdf${descargar ? '?descargar=1' : ''}`;
