import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';

/**
 * The text recognised in an identity image uploaded to `ines/{filename}`, by whoever uploaded it
 * (signed in, or a visitor with the upload ticket's cookie).
 *
 * Errors: NOT_FOUND (`sin-curp`: 'No se encontró el CURP', to the letter, when no CURP can be read
 * beyond reasonable doubt; or no such image), INVALID_ARGUMENT (`imagen-danada`),
 * RESOURCE_EXHAUSTED, UNAVAILABLE.
 */
export const getTextFromImage = callable({
  name: 'getTextFromImage',
  summary: 'Lee el texto de la imagen de una identificación; de él se toma la CURP.',
  input: z.strictObject({ filename: z.string().min(1).max(1024) }),
  output: z.string(),
});
