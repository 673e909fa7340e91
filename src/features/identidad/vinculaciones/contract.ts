import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { VINCULACION } from './estados.ts';

const id = z.uuid();
const done = z.object({ ok: z.literal(true) });
const nombres = z.object({
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

const vinculacion = z.object({
  id: z.string(),
  estado: z.enum(VINCULACION.estados),
  creadoEn: z.string(),
  /** Address that the account verified. */
  correo: z.string(),
  escrito: nombres,
  expediente: nombres.extend({
    clave: z.string(),
    fechaNacimiento: z.string().nullable(),
    sexo: z.enum(['H', 'M', 'X']).nullable(),
    entidadNacimiento: z.string().nullable(),
    /** Address that the school has for the person. */
    correoConocido: z.string().nullable(),
    /** Address of the account that has the file now. */
    correoDeSuCuenta: z.string().nullable(),
  }),
  /** Names under which the identification is stored; empty while there is none. */
  identificaciones: z.array(z.string()),
});
export type Vinculacion = z.infer<typeof vinculacion>;

/** One of them, with all that staff compare; the reading is recorded. Errors: NOT_FOUND. */
export const getVinculacion = callable({
  name: 'getVinculacion',
  summary: 'Una vinculación, con lo que se compara para decidirla (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: vinculacion,
});

/**
 * Gives the file to the account, or says why not. The identification goes either way; its person is told
 * by mail, and so is whoever had the file.
 *
 * Errors: NOT_FOUND, ABORTED (`vinculacion-decidida`), PERMISSION_DENIED (`vinculacion-propia`,
 * `vinculacion-solo-admin`), FAILED_PRECONDITION (`vinculacion-otra-cuenta`).
 */
export const decideVinculacion = callable({
  name: 'decideVinculacion',
  summary:
    'Confirma que un expediente es de la cuenta que lo pide, o lo rechaza (Escolar y Admin).',
  input: z.discriminatedUnion('decision', [
    z.strictObject({
      id,
      decision: z.literal('confirmar'),
      /** The account that has the file loses it (Admin). */
      sustituir: z.boolean().default(false),
    }),
    z.strictObject({
      id,
      decision: z.literal('rechazar'),
      /** What the person reads. */
      motivo: z.string().trim().min(5).max(500),
    }),
  ]),
  output: done,
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
