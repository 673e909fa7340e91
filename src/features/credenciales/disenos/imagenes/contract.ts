import { z } from 'zod';
import { callable } from '../../../../platform/shared/callable.ts';

const imagen = z.object({
  id: z.string(),
  /** As the file was called, to tell it from others. */
  nombre: z.string(),
  /** In dots. */
  ancho: z.number(),
  alto: z.number(),
});
export type ImagenDiseno = z.output<typeof imagen>;

export const listImagenesDiseno = callable({
  name: 'listImagenesDiseno',
  summary: 'Las firmas y sellos que hay para los diseños, los últimos primero (Escolar y Admin).',
  input: z.union([z.null(), z.strictObject({})]),
  output: z.object({ imagenes: z.array(imagen) }),
});

/** What was uploaded to `disenos/{uid}/…` is taken from there. Errors: NOT_FOUND, INVALID_ARGUMENT (`imagen`). */
export const createImagenDiseno = callable({
  name: 'createImagenDiseno',
  summary: 'Agrega la imagen de una firma o de un sello, ya subida, a las de los diseños (Admin).',
  input: z.strictObject({
    id: z.uuid(),
    /** Its name in the store. */
    subida: z.string().max(200),
    nombre: z.string().trim().min(1).max(200),
  }),
  output: imagen,
});
