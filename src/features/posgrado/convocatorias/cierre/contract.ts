import { z } from 'zod';
import { callable } from '../../../../platform/shared/callable.ts';
import { MOTIVO, PIDE_MOTIVO } from './rules.ts';

const id = z.uuid();

/**
 * Cancels a published call: everything alive in it is annulled, invitations and interviews are cancelled, and everybody is told. Errors:
 * NOT_FOUND, FAILED_PRECONDITION (`convocatoria-no-publicada`), PERMISSION_DENIED (`posgrado-es-parte`).
 */
export const cancelConvocatoria = callable({
  name: 'cancelConvocatoria',
  summary: 'Cancela una convocatoria publicada y avisa a todas las personas aspirantes (Admin).',
  input: z.strictObject({
    id,
    motivo: z.string().trim().min(MOTIVO.min, PIDE_MOTIVO).max(MOTIVO.max),
  }),
  output: z.object({ ok: z.literal(true) }),
});

/** Errors: NOT_FOUND, FAILED_PRECONDITION (`convocatoria-no-publicada`, `convocatoria-no-concluye`), PERMISSION_DENIED. */
export const endConvocatoria = callable({
  name: 'endConvocatoria',
  summary: 'Concluye una convocatoria en la que ya no queda nada por resolver (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: z.object({ ok: z.literal(true) }),
});
