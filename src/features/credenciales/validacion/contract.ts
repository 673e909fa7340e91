import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
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
  /** SHA-256 of its PDF, to compare a file with; null while it has not been made. */
  sha256: z.string().nullable(),
  /** What its state means for whoever was shown it: the rule's own sentence (validacion/rules.ts). */
  dictamen: z.object({ tono: z.enum(['success', 'warning', 'danger']), texto: z.string() }),
  /** Issued with demonstration data: worth nothing. */
  demo: z.boolean(),
});
export type ResultadoValidacion = z.infer<typeof resultadoValidacion>;

/**
 * Needs no sign-in. The folio may be typed in any case, with or without hyphens, with O for 0 and I or L for 1.
 * Errors: NOT_FOUND (`folio-no-existe`: unknown, malformed and of another kind alike), RESOURCE_EXHAUSTED
 * (`demasiados-intentos`).
 */
export const checkDocumentoEmitido = callable({
  name: 'checkDocumentoEmitido',
  summary:
    'Valida por su folio un certificado, credencial, reconocimiento, grado o certificación, sin ingresar.',
  input: z.strictObject({
    /** The kind that it must be; without it, any. */
    tipo: z.enum(TIPOS).optional(),
    folio: z.string().max(16_384),
  }),
  output: resultadoValidacion,
});
