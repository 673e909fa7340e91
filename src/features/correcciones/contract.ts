import { z } from 'zod';
import { callable } from '../../platform/shared/callable.ts';
import { CORRECCION } from './estados.ts';
import { CAMPOS, MOTIVO_MAX, MOTIVO_MIN } from './rules.ts';

const id = z.uuid();
const clave = z.string().max(60);
const done = z.object({ ok: z.literal(true) });
/** Who somebody is; an empty CURP: they have none. */
const identidad = z.object({
  nombre: z.string(),
  apellidoPaterno: z.string(),
  apellidoMaterno: z.string(),
  curp: z.string(),
});
const identidadEscrita = z.strictObject({
  nombre: z.string().max(200),
  apellidoPaterno: z.string().max(200),
  apellidoMaterno: z.string().max(200),
  curp: z.string().max(60),
});
export const cambiosLeidos = z.partialRecord(z.enum(CAMPOS), z.string());

const pedida = z.object({
  id: z.string(),
  estado: z.enum(CORRECCION.estados),
  /** What is to be otherwise, by field; null: it cannot be read, somebody altered the database. */
  cambios: cambiosLeidos.nullable(),
  motivo: z.string(),
  /** ISO instants. */
  creadoEn: z.string(),
  decididoEn: z.string().nullable(),
  /** Why it was rejected. */
  nota: z.string().nullable(),
});
export type CorreccionPedida = z.infer<typeof pedida>;

/** Errors: PERMISSION_DENIED (somebody else's, also when there is no such file), NOT_FOUND. */
export const listCorreccionesPersona = callable({
  name: 'listCorreccionesPersona',
  summary:
    'Las correcciones de nombre o CURP que una persona ha pedido, de la más nueva a la más antigua: las propias, o de cualquiera para Escolar y Admin.',
  input: z.strictObject({ clave }),
  output: z.object({ correcciones: z.array(pedida) }),
});

/**
 * Asks to have one's own names or CURP corrected. Sent twice with the same id it is one. Errors: INVALID_ARGUMENT
 * (`details.fields`; `correccion-igual`), ALREADY_EXISTS (`correccion-pendiente`), FAILED_PRECONDITION
 * (`correccion-sin-documento`).
 */
export const requestCorreccionPersona = callable({
  name: 'requestCorreccionPersona',
  summary:
    'Pide corregir el nombre o la CURP del expediente propio, con un documento de él que lo comprueba; el personal lo aprueba o lo rechaza.',
  input: z.strictObject({
    id,
    /** All of it as it should be. */
    identidad: identidadEscrita,
    motivo: z.string().trim().min(MOTIVO_MIN).max(MOTIVO_MAX),
    /** A document of one's own vault. */
    documentoId: id,
  }),
  output: pedida,
});

/** Errors: NOT_FOUND, ABORTED (`correccion-atendida`). */
export const withdrawCorreccionPersona = callable({
  name: 'withdrawCorreccionPersona',
  summary: 'Retira la corrección que uno mismo pidió y que está por revisarse.',
  input: z.strictObject({ id }),
  output: done,
});

const espera = z.object({
  cuantas: z.number(),
  /** Since when the first of them waits (ISO 8601). */
  desde: z.string().nullable(),
});

/** How many corrections wait for staff. */
export const getPendientesCorrecciones = callable({
  name: 'getPendientesCorrecciones',
  summary: 'Cuántas correcciones de nombre o CURP esperan y desde cuándo (Escolar y Admin).',
  input: z.union([z.null(), z.strictObject({})]),
  output: espera,
});

const fila = z.object({
  id: z.string(),
  clave: z.string(),
  nombreCompleto: z.string(),
  /** Null: what is asked cannot be read. */
  campos: z.array(z.enum(CAMPOS)).nullable(),
  creadoEn: z.string(),
});
export type FilaCorreccion = z.infer<typeof fila>;

/** The corrections that wait, the oldest first unless asked otherwise. */
export const listCorreccionesPersonas = callable({
  name: 'listCorreccionesPersonas',
  summary:
    'Las correcciones de nombre o CURP por revisar, de la más antigua a la más nueva (Escolar y Admin).',
  input: z.strictObject({
    /** The newest first. */
    descendente: z.boolean().default(false),
    /** From 1. */
    pagina: z.number().int().min(1).max(100_000).default(1),
    porPagina: z.number().int().min(1).max(200).default(50),
  }),
  output: z.object({ total: z.number(), filas: z.array(fila) }),
});

const correccion = pedida.extend({
  cambios: cambiosLeidos,
  persona: z.object({ clave: z.string(), nombreCompleto: z.string() }),
  /** What the file says now: `decideCorreccionPersona` is refused when it is another by then. */
  actual: identidad,
  /** Whether the file said otherwise when it was asked. */
  cambioDesde: z.boolean(),
  documento: z.object({
    id: z.string(),
    tipo: z.string(),
    contentType: z.string(),
    estado: z.string(),
  }),
  /** What deserves a second look, as staff read it. */
  avisos: z.array(z.string()),
  /** Why it cannot be approved; none: it can. */
  impedimentos: z.array(z.string()),
  /** Whether it is whoever asks's own, on which they do not decide. */
  propia: z.boolean(),
});
export type Correccion = z.infer<typeof correccion>;

/** One of them, for staff; the reading is recorded. Errors: NOT_FOUND. */
export const getCorreccionPersona = callable({
  name: 'getCorreccionPersona',
  summary:
    'Una corrección pedida, con lo que el expediente dice ahora y el documento que la comprueba (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: correccion,
});

/**
 * Approves it, and then all follows (the key too, when the CURP is another), or rejects it and says why; its person is
 * told by mail. Errors: NOT_FOUND, PERMISSION_DENIED (`sobre-uno-mismo`), ABORTED (`correccion-atendida`,
 * `correccion-cambio`), FAILED_PRECONDITION (`curp-de-otro`).
 */
export const decideCorreccionPersona = callable({
  name: 'decideCorreccionPersona',
  summary:
    'Aprueba la corrección que una persona pidió de su nombre o su CURP, y la aplica, o la rechaza con su motivo (Escolar y Admin).',
  input: z.discriminatedUnion('decision', [
    z.strictObject({
      id,
      decision: z.literal('aprobar'),
      /** What the file said when it was looked at. */
      visto: identidadEscrita,
    }),
    z.strictObject({
      id,
      decision: z.literal('rechazar'),
      /** What its person reads. */
      motivo: z.string().trim().min(MOTIVO_MIN).max(MOTIVO_MAX),
    }),
  ]),
  output: z.object({
    /** What routes call the person from now on. */
    clave: z.string(),
  }),
});
