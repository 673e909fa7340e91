import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { CODIGO_CIFRAS } from './rules.ts';

const entrada = z.uuid();

/** What is known of the telephones of a file, by the id of their entry. */
export const telefonosDe = z.object({
  /** Whether the portal sends codes, and it is whoever asks who may verify them. */
  verificables: z.boolean(),
  /** Since when each is verified (ISO instant). */
  verificados: z.record(z.string(), z.string()),
  /** Until when the code that was sent to each serves (ISO instant). */
  enEspera: z.record(z.string(), z.string()),
});
export type Telefonos = z.infer<typeof telefonosDe>;

/**
 * Sends a new code to a telephone of one's own file; the one before no longer serves. Errors: FAILED_PRECONDITION
 * (`telefono-sin-mensajes`, `telefono-verificado`), NOT_FOUND (`telefono-no-existe`), RESOURCE_EXHAUSTED.
 */
export const requestCodigoTelefono = callable({
  name: 'requestCodigoTelefono',
  summary:
    'Envía por mensaje un código de 6 cifras a un celular del propio expediente, para verificarlo.',
  input: z.strictObject({ entrada }),
  output: z.object({
    /** Until when it serves (ISO instant). */
    venceEn: z.string(),
  }),
});

/**
 * Verifies a telephone with the code that was sent to it. Errors: FAILED_PRECONDITION (`codigo-telefono-incorrecto`,
 * with `quedan` tries; `codigo-telefono-agotado`, `codigo-telefono-vencido`, `codigo-telefono-sin-pedir`).
 */
export const confirmTelefono = callable({
  name: 'confirmTelefono',
  summary: 'Verifica un teléfono del propio expediente con el código que se le envió.',
  input: z.strictObject({
    entrada,
    codigo: z.string().regex(new RegExp(`^\\d{${CODIGO_CIFRAS}}$`), 'El código lleva 6 cifras.'),
  }),
  output: z.object({
    /** ISO instant. */
    verificadoEn: z.string(),
  }),
});
