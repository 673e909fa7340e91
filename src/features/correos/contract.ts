import { z } from 'zod';
import { callable } from '../../platform/shared/callable.ts';
import { CAUSAS_CORREO, CORREO, MEDIOS } from '../../platform/shared/correos.ts';
import { parteDe, resultadoLote } from '../../platform/shared/lotes.ts';

export const ORDENES = ['creadoEn', 'para'] as const;
export const ACCIONES = ['reenviar', 'descartar'] as const;

/** Search and filters of the list of mails. */
export const filtrosCorreos = z.strictObject({
  /** Part of the address or the subject; or the uid of an account: what went to its address. */
  busqueda: z.string().max(100).optional(),
  estado: z.enum(CORREO.estados).optional(),
});

const correo = z.object({
  id: z.string(),
  /** A mail, or a message to a telephone. */
  medio: z.enum(MEDIOS),
  para: z.string(),
  asunto: z.string(),
  estado: z.enum(CORREO.estados),
  /** A process is handing it over just now. */
  enCamino: z.boolean(),
  /** Tries that were this mail's own: those in which the server took nothing do not count. */
  intentos: z.number(),
  /** Why the last try failed, and what the mail server answered. */
  causa: z.enum(CAUSAS_CORREO).nullable(),
  respuesta: z.string().nullable(),
  /** ISO instants. `proximo` only while it waits. */
  creadoEn: z.string(),
  enviadoEn: z.string().nullable(),
  fallidoEn: z.string().nullable(),
  proximo: z.string().nullable(),
  /** What is left of it can be sent again. */
  reenviable: z.boolean(),
});
export type Correo = z.infer<typeof correo>;

export const listCorreos = callable({
  name: 'listCorreos',
  summary:
    'Los correos que el portal envía, por páginas: qué espera, qué salió y qué no se pudo (Admin).',
  input: filtrosCorreos.extend({
    orden: z.enum(ORDENES).default('creadoEn'),
    descendente: z.boolean().default(true),
    /** From 1. */
    pagina: z.number().int().min(1).max(100_000).default(1),
    porPagina: z.number().int().min(1).max(200).default(50),
  }),
  output: z.object({
    total: z.number(),
    filas: z.array(correo),
    /** Nothing has all the words: these only look like them. */
    parecidas: z.boolean(),
  }),
});

export const getColaCorreos = callable({
  name: 'getColaCorreos',
  summary: 'Cómo va la salida de correos: cuántos esperan, desde cuándo y por qué (Admin).',
  input: z.union([z.null(), z.strictObject({})]),
  output: z.object({
    salida: z.enum(['buzonLocal', 'sinServidor', 'funciona', 'falla']),
    esperan: z.number(),
    /** The oldest that waits, and when it was written. */
    masAntiguo: z.string().nullable(),
    desde: z.string().nullable(),
    fallidos: z.number(),
    /** Only while the mail server takes nothing: since when, when it is tried next, what it said. */
    falla: z
      .object({ desde: z.string(), proximo: z.string(), respuesta: z.string().nullable() })
      .nullable(),
    /** Of messages to telephones: how many wait and, only while their gateway takes none, since when and why. */
    telefonos: z.object({
      esperan: z.number(),
      falla: z.object({ desde: z.string(), respuesta: z.string().nullable() }).nullable(),
    }),
  }),
});
export type ColaCorreos = z.infer<typeof getColaCorreos.output>;

export const applyToCorreos = callable({
  name: 'applyToCorreos',
  maxBytes: 96 * 1024,
  summary:
    'Envía de nuevo, o descarta si no se pudieron entregar, varios correos; dice con cuáles no se pudo (Admin).',
  input: z.strictObject({ accion: z.enum(ACCIONES), parte: parteDe(filtrosCorreos) }),
  output: resultadoLote,
});
