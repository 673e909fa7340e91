import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';

export const createBoletoIne = callable({
  name: 'createBoletoIne',
  summary:
    'Permiso de diez minutos para que alguien sin sesión envíe hasta tres imágenes de su identificación; se deja también en una cookie.',
  input: z.union([z.null(), z.strictObject({})]),
  output: z.object({
    /** Goes in the header `X-Upload-Ticket` where cookies do not. */
    ticket: z.string(),
    /** What the names of the images must begin with, e.g. `ines/4f…-`. */
    prefijo: z.string(),
    /** ISO 8601. */
    venceEn: z.string(),
  }),
});
