/** Beside the specification's routes: what the portal sends, for an Admin. */
export const correosPath = '/correos';

export const correosPaths = [correosPath] as const;
