import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';

export const updateFotoCuenta = callable({
  name: 'updateFotoCuenta',
  summary:
    'Guarda como foto de la cuenta una imagen que ya está en su propia carpeta del almacén (users/{uid}/…); null la quita.',
  input: z.strictObject({
    /** The download URL that the storage gave. */
    photoURL: z.string().max(2000).nullable(),
  }),
  output: z.object({ photoURL: z.string().nullable() }),
});
