import { z } from 'zod';

/**
 * What an answer points to, and how it was called when it was answered: whatever is renamed later, what was sent says
 * the same. `id`: of an item of a catalog, or of one version of a document; `clave`: the item's, or of the document's type.
 */
export type Referencia = { readonly id: string; readonly clave: string; readonly nombre: string };

/** The answer to one field. Dates are YYYY-MM-DD; `opciones` a list of values. */
export type Respuesta = string | number | boolean | string[] | Referencia;
/** Answers by field key, as typed or normalised. */
export type Respuestas = Readonly<Record<string, Respuesta>>;

/** Answers as they are read, whatever was allowed when they were written. */
export const respuestasLeidas = z.record(
  z.string(),
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.array(z.string()),
    z.object({ id: z.string(), clave: z.string(), nombre: z.string() }),
  ]),
);

/**
 * Answers that somebody sends. Lenient about content (a draft keeps what was typed), strict about size:
 * what a form can hold is far below this.
 */
export const respuestasSchema = z
  .record(
    z.string().max(40),
    z.union(
      [
        z.string().max(6000, 'La respuesta es demasiado larga; acórtela.'),
        z.number(),
        z.boolean(),
        z.array(z.string().max(200)).max(100),
        z.strictObject({
          id: z.string().max(60),
          clave: z.string().max(200),
          nombre: z.string().max(500),
        }),
      ],
      'Lo que se recibió no es una respuesta a esa pregunta; responda de nuevo.',
    ),
    {
      error: ({ code }) =>
        code === 'invalid_key'
          ? 'El formulario no pregunta eso; vuelva a cargar la página.'
          : undefined,
    },
  )
  .refine(
    (respuestas) =>
      Object.keys(respuestas).length <= 500 && JSON.stringify(respuestas).length <= 100_000,
    'Las respuestas, juntas, son demasiado largas. Acorte las más extensas.',
  )
  .meta({ maxProperties: 500, 'x-maxValues': 5_000 });
