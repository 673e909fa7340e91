/** What several rooms of the evaluation read and write. */
import { z } from 'zod';
import { defineFormato } from '../../../platform/shared/formatos.ts';

/** What an evaluator gives one criterion. */
const criterioDictaminado = z.object({
  /** 0 to 4; null: not chosen yet, in a draft. */
  puntos: z.number().nullable(),
  comentario: z.string(),
});

export const dictamenLeido = z.object({
  /** By the id of the criterion. */
  criterios: z.record(z.string(), criterioDictaminado),
});
/** A score: a draft until it is delivered. */
export type Dictamen = z.output<typeof dictamenLeido>;

/** How a score is stored. */
export const DICTAMEN = defineFormato({ nombre: 'dictamen', lectura: dictamenLeido });

/** A score as it is sent, complete or not. */
export const dictamenSchema = z.strictObject({
  criterios: z
    .record(
      z.uuid(),
      z.strictObject({
        puntos: z.int().min(0).max(4).nullable(),
        comentario: z.string().max(3000, 'Acorte el comentario a 3,000 caracteres.'),
      }),
    )
    .refine((de) => Object.keys(de).length <= 40, 'Son demasiados criterios.')
    .meta({ maxProperties: 40 }),
});

/** A stage whose criteria evaluators score. */
export const TIPOS_CON_DICTAMEN = ['rubrica', 'entrevista'] as const;
