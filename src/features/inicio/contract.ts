import { z } from 'zod';
import { callable } from '../../platform/shared/callable.ts';

const pendiente = z.object({
  /** What is to be done, in a line: «Termine su inscripción a Juicio de amparo». */
  titulo: z.string(),
  /** A few more words. */
  detalle: z.string().nullable(),
  /** How many wait, where many are one entry. */
  cuantos: z.number().nullable(),
  /** Until when it can be done; from when it has waited; when it begins (ISO 8601). At most one of them. */
  venceEn: z.string().nullable(),
  espera: z.string().nullable(),
  empieza: z.string().nullable(),
  /** Where it is done, and what the link says. */
  enlace: z.string(),
  accion: z.string(),
  /** Its parts when the count sums several lists: one per list, oldest first. `espera`: ISO 8601. */
  partes: z.array(
    z.object({ titulo: z.string(), cuantos: z.number(), espera: z.string(), enlace: z.string() }),
  ),
});
export type Pendiente = z.output<typeof pendiente>;

/**
 * What waits for whoever asks, the most pressing first: `propios`, of their own; `personal`, the school's work that
 * they may do (null for who is not staff).
 */
export const listPendientes = callable({
  name: 'listPendientes',
  summary: 'Lo que espera a quien pregunta: lo suyo y, del personal, el trabajo por atender.',
  input: z.union([z.null(), z.strictObject({})]),
  output: z.object({
    /** The server's clock (ISO 8601). */
    ahora: z.string(),
    propios: z.array(pendiente),
    personal: z.array(pendiente).nullable(),
  }),
});
