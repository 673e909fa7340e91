import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { desdeCursor, paginaDe } from '../../../platform/shared/cursor.ts';
import { COMPLETITUD, CUENTA, DOCUMENTOS, PENDIENTES } from './rules.ts';

/** Search and filters of the list. */
export const filtrosPersonas = z.strictObject({
  /**
   * Words of the name in any order, with slips; the CURP or key, or a part; the beginning of an email, of a telephone
   * or of the número de expediente.
   */
  busqueda: z.string().max(100).optional(),
  pendiente: z.enum(PENDIENTES).optional(),
  /** Whether somebody signs in to that file. */
  cuenta: z.enum(CUENTA).optional(),
  /** Whether the file is complete, or what it lacks. */
  completitud: z.enum(COMPLETITUD).optional(),
  /** Some document of theirs is in that state; `ninguno`: they never sent one. */
  documentos: z.enum(DOCUMENTOS).optional(),
  /** Ids of items of the catalogs: where they work now. */
  circuito: z.uuid().optional(),
  organo: z.uuid().optional(),
  categoria: z.uuid().optional(),
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
  /** How many things the file lacks. */
  faltan: z.number(),
  /** In which states some document of theirs is, the most pressing first. */
  documentos: z.array(z.enum(DOCUMENTOS)),
  /** Where they work now, as the catalogs call it today: órgano or institution, circuit, category. */
  adscripcion: z.string().nullable(),
  circuito: z.string().nullable(),
  categoria: z.string().nullable(),
  expediente: z.string().nullable(),
  /** Uid of the account that signs in to it; null: there is none, or whoever asks administers no accounts. */
  cuenta: z.string().nullable(),
  /** The pair of files that may be one of which theirs is, the likest; null: none waits. */
  duplicado: z.string().nullable(),
  /** The first one, as it is kept: `+525512345678`. */
  telefono: z.string().nullable(),
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
