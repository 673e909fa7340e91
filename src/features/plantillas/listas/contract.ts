import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';

const id = z.uuid();

export const listListasPersonas = callable({
  name: 'listListasPersonas',
  summary: 'Las listas de personas de una plantilla, con cuántas hay en cada una (Admin).',
  input: z.strictObject({ plantillaId: id }),
  output: z.object({
    listas: z.array(
      z.object({
        id: z.string(),
        /** As rules name it. */
        clave: z.string(),
        nombre: z.string(),
        personas: z.number(),
        /** ISO instant; null: nobody has uploaded anything yet, and rules do not know who is in it. */
        cargadaEn: z.string().nullable(),
      }),
    ),
  }),
});

/** Errors: NOT_FOUND; ALREADY_EXISTS (`lista-repetida`). */
export const createListaPersonas = callable({
  name: 'createListaPersonas',
  summary: 'Crea una lista de personas por la que pueden preguntar las reglas (Admin).',
  input: z.strictObject({ plantillaId: id, nombre: z.string().trim().min(3).max(120) }),
  output: z.object({ id: z.string(), clave: z.string() }),
});

/** Nobody is in it any more, and it says so: it is not «sin dato». Errors: NOT_FOUND. */
export const resetListaPersonas = callable({
  name: 'resetListaPersonas',
  summary: 'Saca a todas las personas de una lista (Admin).',
  input: z.strictObject({ id, motivo: z.string().trim().min(3).max(500) }),
  output: z.object({ ok: z.literal(true) }),
});

/** Errors: NOT_FOUND; FAILED_PRECONDITION (`lista-en-uso`: a rule of a draft or of a version in force names it). */
export const deleteListaPersonas = callable({
  name: 'deleteListaPersonas',
  summary: 'Elimina una lista de personas que ninguna regla nombra (Admin).',
  input: z.strictObject({ id }),
  output: z.object({ ok: z.literal(true) }),
});
