import { z } from 'zod';
import { callable } from './callable.ts';

/*
 * A list as somebody has it, under a name of theirs. Every table of the portal keeps views (`platform/web/table`), and
 * the feature `vistas` keeps them for it.
 */

const id = z.uuid();

/** Columns that are not shown; null: those that the list hides by itself. */
export const ocultasLeidas = z.array(z.string()).nullable();

const vista = z.object({
  id: z.string(),
  /** Which list, as the portal's tables call themselves: `usuarios`, `catalogo-sedes`. */
  lista: z.string(),
  nombre: z.string(),
  /** Filters, search and order, as the list's own part of an address. */
  parametros: z.string(),
  /** Ids of the columns that it hides; null: those that the list hides at first. */
  ocultas: ocultasLeidas,
  /** The list opens like this; of one list at most one. */
  predeterminada: z.boolean(),
});
export type Vista = z.infer<typeof vista>;

export const listVistas = callable({
  name: 'listVistas',
  summary: 'Las vistas de listas que guardó quien pregunta, por su nombre.',
  input: z.null(),
  output: z.array(vista),
});

export const saveVista = callable({
  name: 'saveVista',
  summary: 'Guarda con un nombre cómo se ve una lista, o cambia una vista propia.',
  input: z.strictObject({
    /** Null: a new one. */
    id: id.nullable(),
    lista: z.string().regex(/^[a-z0-9-]{1,60}$/),
    nombre: z.string().trim().max(60),
    parametros: z.string().max(2_000),
    ocultas: z.array(z.string().min(1).max(60)).max(60).nullable(),
    predeterminada: z.boolean(),
  }),
  output: vista,
});
/** What is saved; `id` null: a new one. */
export type VistaNueva = z.infer<typeof saveVista.input>;

export const deleteVista = callable({
  name: 'deleteVista',
  summary: 'Borra una vista propia; la lista y sus filas no cambian.',
  input: z.strictObject({ id }),
  output: z.object({ ok: z.literal(true) }),
});
