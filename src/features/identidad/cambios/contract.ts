import { z } from 'zod';

/**
 * What every sensitive change of one's account asks again: the present password and, with an active
 * second factor, a code of the application or a recovery code.
 */
export const prueba = {
  password: z.string().min(1).max(1024),
  codigo: z.string().max(40).optional(),
} as const;
