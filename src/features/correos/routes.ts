/** Beside the specification's routes: what the portal sends, for an Admin. */
export const correosPath = '/correos';

/** What somebody was told: where digests lead. */
export const notificacionesPath = '/notificaciones';

export const correosPaths = [correosPath, notificacionesPath] as const;
