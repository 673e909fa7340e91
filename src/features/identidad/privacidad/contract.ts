import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { DOCUMENTOS } from './rules.ts';

/**
 * Accepts the versions in force of the texts that the session says are pending (`porAceptar`), or of
 * any. Twice is once. Errors: FAILED_PRECONDITION (`textos-cambiaron`): a newer one was published
 * while it was read.
 */
export const acceptTextosLegales = callable({
  name: 'acceptTextosLegales',
  summary: 'Acepta las versiones vigentes del aviso de privacidad y de los términos de uso.',
  input: z.strictObject({
    aviso: z.string().max(20).optional(),
    terminos: z.string().max(20).optional(),
  }),
  output: z.object({ ok: z.literal(true) }),
});

/** What whoever asks accepted, the latest first. */
export const listAceptacionesTextos = callable({
  name: 'listAceptacionesTextos',
  summary: 'Qué versiones del aviso de privacidad y de los términos acepté, y cuándo.',
  input: z.union([z.null(), z.strictObject({})]),
  output: z.array(
    z.object({
      documento: z.enum(DOCUMENTOS),
      version: z.string(),
      /** ISO 8601. */
      momento: z.string(),
    }),
  ),
});
