/** Noon of a day of Mexico City, which has no summer time (UTC−6); without a day, now. */
export const momentoDe = (fecha: string | null, ahora: Date): Date =>
  fecha === null ? ahora : new Date(`${fecha}T12:00:00-06:00`);
