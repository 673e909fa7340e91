import type { Tono } from './estados.ts';

/**
 * How something that is required turned out, in the words that people read on a screen and on paper. `sinDato`: it
 * could not be judged because something is missing; `noSuma`: it only gives points, and not here; `exceptuado`: it does not
 * hold, and the person is excused from it.
 */
export const REQUISITO = {
  cumple: ['Cumple', 'success'],
  noCumple: ['No cumple', 'danger'],
  aRevision: ['Pasa a revisión', 'warning'],
  advierte: ['Tome en cuenta', 'warning'],
  noSuma: ['No da puntos', 'neutral'],
  exceptuado: ['Exceptuado', 'success'],
  sinDato: ['Sin dato', 'neutral'],
} as const satisfies Record<string, readonly [palabra: string, tono: Tono]>;

export type RequisitoEstado = keyof typeof REQUISITO;

/** How many were met of those that are asked for: what only gives points is asked of nobody. */
export const cumplidosDe = (
  estados: readonly RequisitoEstado[],
): { cumplidos: number; pedidos: number } => ({
  cumplidos: estados.filter((estado) => estado === 'cumple' || estado === 'exceptuado').length,
  pedidos: estados.filter((estado) => estado !== 'noSuma').length,
});
