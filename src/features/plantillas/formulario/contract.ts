import { z } from 'zod';
import { comun } from './campos/contract.ts';
import { type Campo, CLASES } from './campos/rules.ts';

/**
 * The form of a plantilla's version, as data, as it is read. What may be written is stricter
 * (`escritura/contract.ts`); here nothing is asked that an older version might not have. Types are
 * inferred, so importing them costs nothing. What a field of each kind says is in `campos/`.
 */

export type { CondicionCampo, DatoPersona } from './campos/contract.ts';
export type { Campo } from './campos/rules.ts';
export {
  type Referencia,
  type Respuesta,
  type Respuestas,
  respuestasLeidas,
  respuestasSchema,
} from './respuestas/contract.ts';

/** A field of any kind. */
const campoSchema = z.discriminatedUnion(
  'tipo',
  CLASES.map(({ tipo, lectura }) =>
    z.object({ ...comun(z), tipo: z.literal(tipo), ...lectura(z) }),
  ) as unknown as [z.ZodObject<{ tipo: z.ZodLiteral<Campo['tipo']> }>],
) as unknown as z.ZodType<Campo>;

export const seccionSchema = z.object({
  clave: z.string(),
  titulo: z.string(),
  texto: z.string().optional(),
  campos: z.array(campoSchema),
});
type Seccion = z.output<typeof seccionSchema>;

/** What the functions of `rules.ts` need of a definition. */
export type Formulario = { readonly secciones: readonly Seccion[] };
