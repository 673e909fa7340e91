import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { MOTIVOS } from './rules.ts';

export const listIntentosFallidos = callable({
  name: 'listIntentosFallidos',
  summary:
    'Los intentos fallidos de entrar a la cuenta de quien pregunta, en los últimos 90 días: cuántos, por qué, cuándo, desde dónde.',
  input: z.union([z.null(), z.strictObject({})]),
  /** The latest first, 100 at most. */
  output: z.array(
    z.object({
      motivo: z.enum(MOTIVOS),
      veces: z.number(),
      /** ISO instants of the same day. */
      primera: z.string(),
      ultima: z.string(),
      /** Empty when they came from more addresses than are told apart. */
      direccion: z.string(),
      dispositivo: z.string(),
    }),
  ),
});
