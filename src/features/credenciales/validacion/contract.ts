import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { dictamenSchema, ejemplaresSchema } from '../../../platform/shared/ejemplares.ts';
import { vigenciaSchema } from '../contract.ts';
import { TIPOS } from '../rules.ts';

/** What anybody reads of a document, and nothing more of the person than how they are called. */
export const resultadoValidacion = z.object({
  tipo: z.enum(TIPOS),
  /** In groups of four, whichever way it was typed. */
  folio: z.string(),
  /** `sinConfirmar`: the school took back the key that signed it, so nothing proves it. */
  estado: z.enum([...vigenciaSchema.options, 'sinConfirmar']),
  titular: z.string(),
  programa: z.string(),
  emisor: z.string(),
  /** YYYY-MM-DD. */
  emitidoEl: z.string(),
  vigenteHasta: z.string().nullable(),
  /** Of what is suspended, revoked or replaced: since when (YYYY-MM-DD), and why. */
  cambio: z.object({ desde: z.string(), motivo: z.string().nullable() }).nullable(),
  /** The document that took its place, in groups of four. */
  sustituidoPor: z.string().nullable(),
  /** Its PDF, and the cards of it that were printed: to compare a file with. */
  ejemplares: ejemplaresSchema,
  /** What its state means for whoever was shown it: the rule's own sentence (validacion/rules.ts). */
  dictamen: dictamenSchema,
  /** The course has no acta here; a document proves it. */
  historico: z.boolean(),
  /** Issued with demonstration data: worth nothing. */
  demo: z.boolean(),
});
export type ResultadoValidacion = z.infer<typeof resultadoValidacion>;

/** The public facts of a paper of another kind: an acta, a kárdex, an acuse, a transcript, a sheet of cards. */
export const resultadoPapel = z.object({
  tipo: z.literal('papel'),
  /** In groups of four. */
  folio: z.string(),
  /** «Acta de resultados». */
  palabra: z.string(),
  /** One word, whose tone is the verdict's. */
  estado: z.string(),
  dictamen: dictamenSchema,
  titulo: z.string(),
  titular: z.string().nullable(),
  campos: z.array(z.object({ label: z.string(), value: z.string() })),
  /** YYYY-MM-DD. */
  emitidoEl: z.string(),
  emisor: z.string(),
  demo: z.boolean(),
  /** The page that tells more, with what only its person has. */
  enlace: z.string().nullable(),
  ejemplares: ejemplaresSchema,
});
export type ResultadoPapel = z.infer<typeof resultadoPapel>;

/**
 * Needs no sign-in. The folio may be typed in any case, with or without hyphens, with O for 0 and I or L for 1.
 * Errors: NOT_FOUND (`folio-no-existe`: unknown, malformed and of another kind alike), RESOURCE_EXHAUSTED
 * (`demasiados-intentos`).
 */
export const checkDocumentoEmitido = callable({
  name: 'checkDocumentoEmitido',
  summary:
    'Valida por su folio cualquier documento de la escuela (certificado, acta, kárdex, acuse…), sin ingresar.',
  input: z.strictObject({
    /** The kind of document issued that it must be; without it, any paper. */
    tipo: z.enum(TIPOS).optional(),
    folio: z.string().max(16_384),
  }),
  output: z.discriminatedUnion('tipo', [resultadoValidacion, resultadoPapel]),
});
