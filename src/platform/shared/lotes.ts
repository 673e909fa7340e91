import { z } from 'zod';
import { LOTE } from './resultado-lote.ts';

/*
 * The same done to many rows of a table: to the ones chosen, or to all that the filters show but
 * some. A call does one part; the browser asks for the next until there is none, so that there is no
 * limit to how many, and the person sees how far it is and can stop.
 */

const ids = z.array(z.string().min(1).max(60));

/** What a call is asked for: these rows (at most `LOTE`), or the next part of what the filters show. */
export const parteDe = <F extends z.ZodType>(filtros: F) =>
  z.union([
    z.strictObject({ ids: ids.min(1).max(LOTE) }),
    z.strictObject({
      filtros,
      /** Rows that the person left out. */
      excepto: ids.max(1_000),
      /** `siguiente` of the part before; null: the first. */
      tras: z.string().max(60).nullable(),
    }),
  ]);

/** Filters of an export of what was chosen in a table: only these rows, or all but some. */
export const elegidas = {
  solo: ids.min(1).max(5_000).optional(),
  excepto: ids.max(1_000).optional(),
};

/** `ResultadoLote`. */
export const resultadoLote = z.object({
  cambiadas: z.number(),
  sinCambio: z.number(),
  fallas: z.array(z.object({ id: z.string(), nombre: z.string(), mensaje: z.string() })),
  siguiente: z.string().nullable(),
});
