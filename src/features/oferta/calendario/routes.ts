/** The calendar file of one edition, for whoever has signed in. */
export const edicionIcsPath = (edicionId: string): string =>
  `/calendario/edicion/${encodeURIComponent(edicionId)}.ics`;

/** The calendar of an account, for whoever has its key. */
export const suscripcionIcsPath = (clave: string): string => `/calendario/${clave}.ics`;
