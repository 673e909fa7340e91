import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';

/**
 * Confirms, from a session of the account that gave it, an address for its notices. Errors:
 * FAILED_PRECONDITION (`codigo-invalido`, `codigo-vencido`, `contacto-de-otra-cuenta`).
 */
export const confirmContacto = callable({
  name: 'confirmContacto',
  summary: 'Confirma, con el código de su enlace, un correo de contacto para recibir ahí avisos.',
  input: z.strictObject({ oobCode: z.string().min(1).max(200) }),
  output: z.object({ email: z.string() }),
});

/**
 * Sends (again) the mail that asks to confirm an address. One that is confirmed, or the account's own,
 * needs none. Errors: INVALID_ARGUMENT (no address), RESOURCE_EXHAUSTED.
 */
export const requestContacto = callable({
  name: 'requestContacto',
  summary: 'Envía el mensaje para confirmar un correo de contacto.',
  input: z.strictObject({ email: z.string().max(254) }),
  output: z.object({ ok: z.literal(true) }),
});
