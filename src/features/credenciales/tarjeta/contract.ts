import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { vigenciaSchema } from '../contract.ts';

/** A credencial as its person shows it. */
const tarjetaSchema = z.object({
  /** In groups of four. */
  folio: z.string(),
  institucion: z.string(),
  titular: z.string(),
  calidad: z.string(),
  programa: z.string(),
  adscripcion: z.string().nullable(),
  estado: vigenciaSchema,
  /** YYYY-MM-DD. */
  vigenteHasta: z.string().nullable(),
  /** The first moment at which it is not in force any more (ISO). */
  venceEn: z.string().nullable(),
  /** Pictures as `data:` addresses; null: the school has no photograph of theirs. */
  foto: z.string().nullable(),
  qr: z.string(),
  /** When all this was so (ISO). */
  consultadaEn: z.string(),
  demo: z.boolean(),
});
export type TarjetaVista = z.infer<typeof tarjetaSchema>;

/** Errors: NOT_FOUND (`emitido-no-existe`: also of another kind, or somebody else's), UNAUTHENTICATED. */
export const getTarjeta = callable({
  name: 'getTarjeta',
  summary:
    'Devuelve una credencial con su fotografía y su código QR, para mostrarla en un teléfono.',
  input: z.strictObject({ id: z.uuid() }),
  output: tarjetaSchema,
});
