import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { desdeCursor, paginaDe } from '../../../platform/shared/cursor.ts';

/** What of a file waits for staff: that it gets its CURP, or that somebody looks at what disagrees with it. */
export const PENDIENTES = ['sinCurp', 'curpDeclarada', 'discrepancias'] as const;
export const CUENTA = ['con', 'sin'] as const;

/** Search and filters of the list. */
export const filtrosPersonas = z.strictObject({
  /** Words of the name or the key, in any order, with slips; a whole address: whose it is. */
  busqueda: z.string().max(100).optional(),
  pendiente: z.enum(PENDIENTES).optional(),
  /** Whether somebody signs in to that file. */
  cuenta: z.enum(CUENTA).optional(),
});

const persona = z.object({
  id: z.string(),
  /** The key that routes use. */
  clave: z.string(),
  conCurp: z.boolean(),
  nombreCompleto: z.string(),
  /** Of the account, or else the one that the school has; null: none is known. */
  correo: z.string().nullable(),
  conCuenta: z.boolean(),
  /** What was typed as CURP by who registered without validation; null: nothing. */
  curpDeclarada: z.string().nullable(),
  /** What disagrees with the CURP and nobody of staff has looked at. */
  porRevisar: z.boolean(),
  /** ISO instant. */
  creadoEn: z.string(),
});
export type PersonaListada = z.infer<typeof persona>;

export const listPersonas = callable({
  name: 'listPersonas',
  summary:
    'Las personas por nombre, con búsqueda y filtros, de una fila en adelante (Escolar y Admin; queda en el historial).',
  input: filtrosPersonas.extend({
    ...desdeCursor(/^[0-9a-f-]{36}$/),
    /** From the last name to the first. */
    descendente: z.boolean().default(false),
  }),
  output: paginaDe(persona).extend({
    /** Nothing has all the words: these only look like them. */
    parecidas: z.boolean(),
  }),
});

export const getPendientesPersonas = callable({
  name: 'getPendientesPersonas',
  summary: 'Cuántos expedientes esperan una CURP, y cuántos una revisión (Escolar y Admin).',
  input: z.null(),
  output: z.object({ sinCurp: z.number(), discrepancias: z.number() }),
});
