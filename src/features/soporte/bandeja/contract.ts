import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { conversacionSchema, MAX_ASUNTO, MAX_TEXTO } from '../contract.ts';

const id = z.uuid();
const clave = z.string().trim().min(1).max(60);

const deBandeja = conversacionSchema.extend({
  persona: z.object({
    clave: z.string(),
    nombre: z.string(),
    /** Without an account nothing can be written to them here. */
    conCuenta: z.boolean(),
  }),
  /** Minutes of opening hours that it has waited; null: it does not wait. */
  espera: z.number().nullable(),
});
export type ConversacionDeBandeja = z.output<typeof deBandeja>;

/** The inbox without one's own: what waits (longest first), what one attends, or all (the newest first). */
export const listBandejaSoporte = callable({
  name: 'listBandejaSoporte',
  summary: 'Bandeja de soporte: en espera, mías o todas (Escolar y Admin).',
  input: z.strictObject({
    ver: z.enum(['espera', 'mias', 'todas']),
    busqueda: z.string().trim().max(200).optional(),
    /** Rows to pass over: `siguiente` of the page before. */
    tras: z.int().min(0).max(10_000).default(0),
  }),
  output: z.object({
    conversaciones: z.array(deBandeja),
    siguiente: z.number().nullable(),
    cuantas: z.object({ espera: z.number(), mias: z.number(), sinLeer: z.number() }),
    abierta: z.boolean(),
    ahora: z.string(),
  }),
});

/** How many wait, and since when the first; how many of one's own have something unread. */
export const getPendientesSoporte = callable({
  name: 'getPendientesSoporte',
  summary: 'Cuántas conversaciones esperan atención (Escolar y Admin).',
  input: z.union([z.null(), z.strictObject({})]),
  output: z.object({
    espera: z.number(),
    sinLeer: z.number(),
    desde: z.string().nullable(),
  }),
});

/** What is beside the conversation: its person's earlier ones. Reading it is a reading of the file. Errors: NOT_FOUND. */
export const getFichaConversacion = callable({
  name: 'getFichaConversacion',
  summary:
    'Datos de la persona de una conversación y sus conversaciones anteriores (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: z.object({
    persona: z.object({
      clave: z.string(),
      nombre: z.string(),
      curp: z.string().nullable(),
      correo: z.string().nullable(),
    }),
    anteriores: z.array(
      z.object({
        id: z.string(),
        folio: z.string(),
        asunto: z.string(),
        estado: z.string(),
        creadoEn: z.string(),
      }),
    ),
  }),
});

/**
 * Takes one that waits, or, without `id`, the one that has waited longest: one person wins. Errors: NOT_FOUND (none waits),
 * ABORTED (`conversacion-ya-tomada`), PERMISSION_DENIED (one's own).
 */
export const startAtencionConversacion = callable({
  name: 'startAtencionConversacion',
  summary: 'Toma una conversación en espera, o la siguiente (Escolar y Admin).',
  input: z.strictObject({ id: id.optional() }),
  output: z.object({ id: z.string() }),
});

/** Gives it back: it keeps its wait. Errors: NOT_FOUND, FAILED_PRECONDITION (`conversacion-de-otro`). */
export const endAtencionConversacion = callable({
  name: 'endAtencionConversacion',
  summary: 'Suelta una conversación, que vuelve a esperar (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: z.object({ ok: z.literal(true) }),
});

/** Who may attend. */
export const listAgentesSoporte = callable({
  name: 'listAgentesSoporte',
  summary: 'Personal que puede atender (Escolar y Admin).',
  input: z.union([z.null(), z.strictObject({})]),
  output: z.object({
    agentes: z.array(
      z.object({ uid: z.string(), nombre: z.string(), propia: z.boolean(), atiende: z.number() }),
    ),
  }),
});

/** Hands it to a colleague. Errors: NOT_FOUND, FAILED_PRECONDITION (`agente-no-es-personal`, `conversacion-de-otro`). */
export const assignConversacion = callable({
  name: 'assignConversacion',
  summary: 'Pasa una conversación a otra persona del personal (Escolar y Admin).',
  input: z.strictObject({ id, uid: z.string().min(1).max(128) }),
  output: z.object({ ok: z.literal(true) }),
});

/** The school writes first. Errors: NOT_FOUND, FAILED_PRECONDITION (`persona-sin-cuenta`), PERMISSION_DENIED. */
export const createConversacionPersona = callable({
  name: 'createConversacionPersona',
  summary: 'Escribe a una persona desde la escuela (Escolar y Admin).',
  input: z.strictObject({
    clave,
    asunto: z.string().trim().min(1).max(MAX_ASUNTO),
    texto: z.string().trim().min(1).max(MAX_TEXTO),
    clienteId: id,
  }),
  output: z.object({ id: z.string(), folio: z.string() }),
});
