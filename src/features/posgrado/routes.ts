/** Addresses of posgrado. The first three are the specification's. */
export const presolicitudPosgradoPath = '/presolicitudPosgrado';
export const validarPresolicitudPagePath = '/validarPresolicitud/:cursoId';
/** The queue of pre-applications of a programme that wait for the school. */
export const revisionPresolicitudesPagePath = '/validarPresolicitud/:cursoId/revision';
export const solicitudPosgradoPath = '/solicitudPosgrado';
/** The queue of an evaluator. */
export const dictamenesPath = '/dictamenes';
export const convocatoriasPath = '/convocatorias';
/** The desk of one call, by its edition. */
export const convocatoriaPagePath = '/convocatorias/:edicionId';
/** What anybody may read of the results. */
export const resultadosPosgradoPagePath = '/resultadosPosgrado/:edicionId';
/** The letter of recommendation: the key is in the address that the invitation carries. */
export const recomendacionPagePath = '/recomendacion/:clave';

export const posgradoPaths: readonly string[] = [
  presolicitudPosgradoPath,
  validarPresolicitudPagePath,
  revisionPresolicitudesPagePath,
  solicitudPosgradoPath,
  dictamenesPath,
  convocatoriasPath,
  convocatoriaPagePath,
  resultadosPosgradoPagePath,
  recomendacionPagePath,
];

/** The pre-application to one call; without it, the open calls. */
export const presolicitudPath = (convocatoriaId?: string): string =>
  convocatoriaId === undefined
    ? presolicitudPosgradoPath
    : `${presolicitudPosgradoPath}?convocatoria=${encodeURIComponent(convocatoriaId)}`;
export const solicitudPath = (convocatoriaId?: string): string =>
  convocatoriaId === undefined
    ? solicitudPosgradoPath
    : `${solicitudPosgradoPath}?convocatoria=${encodeURIComponent(convocatoriaId)}`;
/** One's own requirements in a programme, or its applicants for staff. */
export const validarPresolicitudPath = (cursoId: string): string =>
  `/validarPresolicitud/${encodeURIComponent(cursoId)}`;
/** One of the applicants of a programme, beside the list of them. */
export const presolicitudDeCursoPath = (cursoId: string, presolicitudId: string): string =>
  `${validarPresolicitudPath(cursoId)}?presolicitud=${encodeURIComponent(presolicitudId)}`;
/** The queue of a programme, beginning with one of them. */
export const revisionPresolicitudesPath = (cursoId: string, presolicitudId?: string): string =>
  `${validarPresolicitudPath(cursoId)}/revision${presolicitudId ? `?presolicitud=${encodeURIComponent(presolicitudId)}` : ''}`;
/** The desk of a call; `seccion` is one of its tabs. */
export const convocatoriaPath = (edicionId: string, seccion?: string): string =>
  `${convocatoriasPath}/${encodeURIComponent(edicionId)}${seccion ? `?seccion=${seccion}` : ''}`;
/** One application on the desk of its call. */
export const solicitudEnMesaPath = (edicionId: string, solicitudId: string): string =>
  `${convocatoriaPath(edicionId, 'solicitudes')}&solicitud=${encodeURIComponent(solicitudId)}`;
export const inconformidadEnMesaPath = (edicionId: string, id: string): string =>
  `${convocatoriaPath(edicionId, 'inconformidades')}&inconformidad=${encodeURIComponent(id)}`;
export const resultadosPosgradoPath = (edicionId: string): string =>
  `/resultadosPosgrado/${encodeURIComponent(edicionId)}`;
export const recomendacionPath = (clave: string): string => `/recomendacion/${clave}`;
