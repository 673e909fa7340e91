/** The list of accounts that ask for a file that was there already (staff). */
export const vinculacionesPath = '/vinculaciones';
/** The same, one after another, with what proves it. */
export const revisionVinculacionesPath = '/revision/expedientes';
/** The parameter that asks for one of them. */
export const VINCULACION_PARAM = 'expediente';
export const revisionDe = (id: string): string =>
  `${revisionVinculacionesPath}?${VINCULACION_PARAM}=${encodeURIComponent(id)}`;

/** Paths that the server answers with the application. */
export const vinculacionesPaths: readonly string[] = [vinculacionesPath, revisionVinculacionesPath];
