/** What browser and server both know of a batch. Without zod: tables use it. */

/** Rows that one call does. */
export const LOTE = 50;

/** A part of a batch, as the browser asks for it: chosen rows, or the next that the filters show. */
export type Parte<F> = { ids: string[] } | { filtros: F; excepto: string[]; tras: string | null };

/** What a part of a batch did. */
export type ResultadoLote = {
  cambiadas: number;
  /** Already were as was asked. */
  sinCambio: number;
  /** What could not be done, and why (Spanish). */
  fallas: { id: string; nombre: string; mensaje: string }[];
  /** Where the next part begins; null: that was all. */
  siguiente: string | null;
};
