import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { VINCULACION } from './estados.ts';

/** Three names, as somebody typed them or as a file says them. */
export const nombres = z.object({
  nombre: z.string(),
  apellidoPaterno: z.string(),
  apellidoMaterno: z.string(),
});

const fila = z.object({
  id: z.string(),
  /** The file that is asked for. */
  clave: z.string(),
  nombreDelExpediente: z.string(),
  nombreEscrito: z.string(),
  /** ISO instant. */
  creadoEn: z.string(),
  /** Whether there is an identification to look at. */
  identificacion: z.boolean(),
  /** The file has another account. */
  conOtraCuenta: z.boolean(),
});
export type FilaVinculacion = z.infer<typeof fila>;

/** What waits, the oldest first unless asked otherwise. */
export const listVinculaciones = callable({
  name: 'listVinculaciones',
  summary:
    'Las cuentas que esperan que se confirme que un expediente es suyo, de la más antigua a la más nueva (Escolar y Admin).',
  input: z.strictObject({
    /** The newest first. */
    descendente: z.boolean().default(false),
    /** From 1. */
    pagina: z.number().int().min(1).max(100_000).default(1),
    porPagina: z.number().int().min(1).max(200).default(50),
  }),
  output: z.object({ total: z.number(), filas: z.array(fila) }),
});

/** The own request that waits, or the last one that was rejected; null without any. */
export const getVinculacionPropia = callable({
  name: 'getVinculacionPropia',
  summary:
    'Si la cuenta de quien pregunta espera que se confirme su expediente, desde cuándo y qué falta.',
  input: z.union([z.null(), z.strictObject({})]),
  output: z
    .object({
      estado: z.enum(VINCULACION.estados),
      /** The CURP that was given. */
      clave: z.string(),
      creadoEn: z.string(),
      motivo: z.string().nullable(),
      identificacion: z.boolean(),
      /** Folder where the identification goes. */
      carpeta: z.string(),
    })
    .nullable(),
});
