/** Everybody with a file, for staff. */
export const expedientesPath = '/people';

/** Those of which this waits (`PENDIENTES` of the contract). */
export const expedientesPendientesPath = (pendiente: string): string =>
  `${expedientesPath}?pendiente=${pendiente}`;

export const expedientesPaths = [expedientesPath] as const;
