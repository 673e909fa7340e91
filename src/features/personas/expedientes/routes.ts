export const expedientesPath = '/expedientes';

/** Those of which this waits (`sinCurp`, `discrepancias`). */
export const expedientesPendientesPath = (pendiente: string): string =>
  `${expedientesPath}?pendiente=${pendiente}`;

export const expedientesPaths = [expedientesPath] as const;
