import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';

/** What of a file waits for staff: that it gets its CURP, or that somebody looks at what disagrees with it. */
export const PENDIENTES = ['sinCurp', 'discrepancias'] as const;
export const ORDENES = ['nombre', 'creadoEn'] as const;

const fila = z.object({
  /** What routes call the person. */
  clave: z.string(),
  nombreCompleto: z.string(),
  pendientes: z.array(z.enum(PENDIENTES)),
  /** ISO instant. */
  creadoEn: z.string(),
});
export type FilaExpediente = z.infer<typeof fila>;

export const listPersonas = callable({
  name: 'listPersonas',
  summary:
    'Los expedientes, por páginas, con búsqueda por nombre o CURP; todos, o los que esperan una CURP o una revisión (Escolar y Admin; queda en el historial de quién son).',
  input: z.strictObject({
    /** Part of the name or the key; accents and case do not count. */
    busqueda: z.string().max(100).optional(),
    pendiente: z.enum(PENDIENTES).optional(),
    orden: z.enum(ORDENES).default('nombre'),
    descendente: z.boolean().default(false),
    /** From 1. */
    pagina: z.number().int().min(1).max(100_000).default(1),
    porPagina: z.number().int().min(1).max(200).default(50),
  }),
  output: z.object({
    total: z.number(),
    filas: z.array(fila),
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
