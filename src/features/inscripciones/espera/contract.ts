import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';

const id = z.uuid();
const done = z.object({ ok: z.literal(true) });

/**
 * Takes the seat that was offered to whoever waits. Again, once it is theirs, is the same. Errors: NOT_FOUND,
 * FAILED_PRECONDITION (`sin-lugar-ofrecido`: its time is over, by the server's clock).
 */
export const acceptLugarInscripcion = callable({
  name: 'acceptLugarInscripcion',
  summary: 'Acepta el lugar que se me ofreció desde la lista de espera.',
  input: z.strictObject({ id }),
  output: done,
});

/**
 * Leaves an inscripción of one's own: its seat, the line – with the seat that was offered –, or what waits for the
 * school. What is left goes to the next in line. Errors: NOT_FOUND, FAILED_PRECONDITION (`baja-no-permitida`: it began,
 * has a result, or was left already).
 */
export const withdrawInscripcion = callable({
  name: 'withdrawInscripcion',
  summary: 'Me da de baja de una inscripción mía, o de su lista de espera.',
  input: z.strictObject({
    id,
    /** Why, for the school; it may be left empty. */
    motivo: z.string().trim().max(500).default(''),
  }),
  output: done,
});
