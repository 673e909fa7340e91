import { z } from 'zod';
import { LOTE } from './resultado-lote.ts';

/*
 * The same done to many rows of a table: to the ones chosen, or to all that the filters show but
 * some. A call does one part; the browser asks for the next until there is none, so that there is no
 * limit to how many, and the person sees how far it is and can stop.
 */

const anyId = z.string().min(1).max(60);
const ids = z.array(anyId);

/**
 * What a call is asked for: these rows (at most `LOTE`), or the next part of what the filters show. `id` is what the
 * key of a row looks like, where the database takes nothing else (`z.uuid()`).
 */
export const parteDe = <F extends z.ZodType>(filtros: F, id: z.ZodType<string> = anyId) =>
  z.union([
    z.strictObject({ ids: z.array(id).min(1).max(LOTE) }),
    z.strictObject({
      filtros,
      /** Rows that the person left out. */
      excepto: z.array(id).max(1_000),
      /** `siguiente` of the part before; null: the first. */
      tras: id.nullable(),
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
