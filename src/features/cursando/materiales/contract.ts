import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';

export const MAX_MATERIALES = 100;

export const materialSchema = z.object({
  id: z.string(),
  titulo: z.string(),
  nota: z.string(),
  /** Only staff see what is not. */
  publicado: z.boolean(),
  /** Of a link; null: it is a file. */
  enlace: z.string().nullable(),
  archivo: z
    .object({
      nombre: z.string(),
      bytes: z.number(),
      contentType: z.string(),
      /** Why nobody opens it: it waits for the antivirus, or that found something harmful in it. */
      antivirus: z.enum(['cuarentena', 'infectado']).nullable(),
    })
    .nullable(),
});
export type Material = z.output<typeof materialSchema>;

/** What an edition gives; none to who has no place in it. */
export const listMaterialesEdicion = callable({
  name: 'listMaterialesEdicion',
  summary: 'El material de una edición, para quienes la cursan y para Escolar y Admin.',
  input: z.strictObject({ edicionId: z.uuid() }),
  output: z.object({ materiales: z.array(materialSchema) }),
});

/**
 * Adds a link or a file that was uploaded to `materiales/{uid}/…` (last in the order), or changes what one says. Errors:
 * INVALID_ARGUMENT by field, NOT_FOUND (`material-no-existe`, `material-sin-archivo`, no such edition), RESOURCE_EXHAUSTED
 * (`material-sin-lugar`).
 */
export const saveMaterialEdicion = callable({
  name: 'saveMaterialEdicion',
  summary: 'Agrega o cambia un material de una edición.',
  input: z.strictObject({
    edicionId: z.uuid(),
    /** Null: a new one. */
    id: z.uuid().nullable(),
    titulo: z.string().trim().max(200),
    nota: z.string().trim().max(1_000),
    publicado: z.boolean(),
    /** Of a link. */
    enlace: z.string().trim().max(2_000).nullable(),
    /** Of a new file: the name under which it was uploaded, and how it is called. */
    archivo: z
      .strictObject({ subido: z.string().max(300), nombre: z.string().max(300) })
      .nullable(),
  }),
  output: materialSchema,
});

/** Errors: NOT_FOUND (`material-no-existe`). */
export const removeMaterialEdicion = callable({
  name: 'removeMaterialEdicion',
  summary: 'Quita un material de una edición.',
  input: z.strictObject({ id: z.uuid() }),
  output: z.null(),
});

/** All of an edition's, in their new order. Errors: ABORTED (`material-orden-cambio`: they are others by now). */
export const reorderMaterialesEdicion = callable({
  name: 'reorderMaterialesEdicion',
  summary: 'Ordena el material de una edición.',
  input: z.strictObject({ edicionId: z.uuid(), ids: z.array(z.uuid()).max(MAX_MATERIALES) }),
  output: z.null(),
});
