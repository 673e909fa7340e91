import { z } from 'zod';

/**
 * A list that grows without end is read from a row on, not by numbered pages: nothing is counted or skipped, and
 * a page stays as it is while rows are added. A cursor is the server's name for a row's place in the order shown.
 */
const CURSOR = /^[\w-]{1,100}$/;

/** Rows of such a list are counted up to this many. */
export const MAX_CONTADAS = 10_000;

/** Part of such a list's input: after a row, or before one; neither: from the beginning. `form` is its cursors'. */
export const desdeCursor = (form = CURSOR) => ({
  tras: z.string().regex(form).optional(),
  antes: z.string().regex(form).optional(),
  porPagina: z.number().int().min(1).max(200).default(50),
});

/** What it answers. */
export const paginaDe = <F extends z.ZodType>(fila: F) =>
  z.object({
    filas: z.array(fila),
    /** To give as `antes` for the page before, and as `tras` for the next one; null where there is none. */
    anterior: z.string().nullable(),
    siguiente: z.string().nullable(),
    /** How many rows there are in all, exactly; null: more than are counted (`MAX_CONTADAS`). */
    total: z.number().nullable(),
  });

export type CursorPage<F> = {
  readonly filas: readonly F[];
  readonly anterior: string | null;
  readonly siguiente: string | null;
  readonly total: number | null;
};
