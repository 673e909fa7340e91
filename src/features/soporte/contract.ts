import { z } from 'zod';
import { callable } from '../../platform/shared/callable.ts';
import { CONTEXTOS, type TipoContexto } from './contextos/rules.ts';
import { CONVERSACION } from './estados.ts';

const id = z.uuid();
const estado = z.enum(CONVERSACION.estados);
const tipoContexto = z.enum(Object.keys(CONTEXTOS) as [TipoContexto, ...TipoContexto[]]);

/** Characters of a message, and of a subject. */
export const MAX_TEXTO = 4_000;
export const MAX_ASUNTO = 120;
/** Attachments of a message, and messages that one page brings. */
export const MAX_ADJUNTOS = 5;
export const PAGINA = 50;

/** What a conversation was opened from. */
export const contextoSchema = z.object({
  tipo: tipoContexto,
  id: z.string(),
  /** «Inscripción a Amparo directo, edición 3». */
  titulo: z.string(),
  /** Address of it within the portal, for whoever reads. */
  enlace: z.string().nullable(),
});
export type Contexto = z.output<typeof contextoSchema>;
/** As a conversation keeps it; `gestion`: where staff attend it, if that is another place. */
export type ContextoGuardado = Contexto & { readonly gestion?: string };

const adjuntoSchema = z.object({
  id: z.string(),
  nombre: z.string(),
  contentType: z.string(),
  bytes: z.number(),
  /** Something harmful was found in it: it cannot be opened. */
  retirado: z.boolean(),
});
export type Adjunto = z.output<typeof adjuntoSchema>;

/** A message. Its number is its place: 1, 2, 3… without gaps, the same for both ends. */
export const mensajeSchema = z.object({
  n: z.number(),
  autor: z.enum(['persona', 'agente', 'portal']),
  /** How its author is called; of the portal, null. */
  nombre: z.string().nullable(),
  propio: z.boolean(),
  texto: z.string(),
  /** Marked as sensitive: kept sealed, out of searches, mails and PDF. */
  sensible: z.boolean(),
  adjuntos: z.array(adjuntoSchema),
  en: z.string(),
});
export type Mensaje = z.output<typeof mensajeSchema>;

/** A conversation as its person and the staff see it in a list. */
export const conversacionSchema = z.object({
  id: z.string(),
  folio: z.string(),
  asunto: z.string(),
  estado,
  contexto: contextoSchema.nullable(),
  /** The closed one that it goes on from. */
  anterior: z.object({ id: z.string(), folio: z.string() }).nullable(),
  /** Number of the last message, and up to which whoever asks has read. */
  ultimo: z.number(),
  leidoHasta: z.number(),
  /** The beginning of the last message. */
  resumen: z.string(),
  creadoEn: z.string(),
  actualizadoEn: z.string(),
  /** Name of who attends it; null: nobody. */
  agente: z.string().nullable(),
  /** Whoever asks attends it. */
  propia: z.boolean(),
  /** Place among those that wait (the first is 1); null: it does not wait. */
  lugar: z.number().nullable(),
  /** Usual minutes of opening hours until an answer, of the last ten or more; null: not known. */
  esperaUsual: z.number().nullable(),
});
export type Conversacion = z.output<typeof conversacionSchema>;

/** Whether the school answers at this moment, and otherwise from when. */
export const atencionSchema = z.object({
  abierta: z.boolean(),
  /** ISO 8601; null: no opening hours are configured within the next month. */
  abreEn: z.string().nullable(),
});

const cursor = z.strictObject({
  id,
  /** The last message that the browser has; 0: none. */
  n: z.int().min(0).max(1_000_000),
});

/** One's own conversations, the newest first. Errors: FAILED_PRECONDITION (`sin-expediente`). */
export const listConversaciones = callable({
  name: 'listConversaciones',
  summary: 'Mis conversaciones con la escuela.',
  input: z.strictObject({ busqueda: z.string().trim().max(200).optional() }),
  output: z.object({
    conversaciones: z.array(conversacionSchema),
    atencion: atencionSchema,
    /** Conversations that one may have open at a time. */
    maximo: z.number(),
    ahora: z.string(),
  }),
});

/**
 * What a conversation would be opened about: of whoever asks, or nothing. Errors: NOT_FOUND.
 */
export const getContextoSoporte = callable({
  name: 'getContextoSoporte',
  summary:
    'De qué trata una pregunta que se abre desde una inscripción, un documento o un trámite.',
  input: z.strictObject({ tipo: tipoContexto, id: z.string().max(200) }),
  output: z.object({ contexto: contextoSchema }),
});

const escrito = {
  texto: z.string().trim().max(MAX_TEXTO),
  /** Of this message: sent again, it is the same one. */
  clienteId: id,
  sensible: z.boolean().default(false),
  /** Names of files uploaded to `soporte/{uid}/`, with the name that each had. */
  adjuntos: z
    .array(z.strictObject({ subido: z.string().max(300), nombre: z.string().max(300) }))
    .max(MAX_ADJUNTOS)
    .default([]),
};

/**
 * Opens a conversation with its first message. The same `clienteId` has the same answer. Errors: INVALID_ARGUMENT (`mensaje-vacio`,
 * `asunto-vacio`, fields), RESOURCE_EXHAUSTED (`demasiadas-conversaciones`, `demasiados-mensajes`), NOT_FOUND (context, file),
 * FAILED_PRECONDITION (`sin-expediente`).
 */
export const createConversacion = callable({
  name: 'createConversacion',
  summary: 'Abre una conversación con la escuela.',
  input: z.strictObject({
    asunto: z.string().trim().min(1).max(MAX_ASUNTO),
    contexto: z
      .strictObject({ tipo: tipoContexto, id: z.string().max(200) })
      .nullable()
      .default(null),
    /** A closed one of one's own that it goes on from. */
    anteriorId: id.nullable().default(null),
    ...escrito,
  }),
  output: z.object({ id: z.string(), folio: z.string(), n: z.number() }),
});

/**
 * Sends a message: of its person, or of who attends it. Acknowledged is committed, with its number. Errors: NOT_FOUND,
 * INVALID_ARGUMENT (`mensaje-vacio`; `mensaje-otro`: the same `clienteId` with another text), FAILED_PRECONDITION
 * (`conversacion-cerrada`, `conversacion-de-otro`: another attends it), ABORTED (`mensaje-no-visto` with `details.desde`: a
 * colleague or the person wrote after `visto`), RESOURCE_EXHAUSTED (`demasiados-mensajes`).
 */
export const sendMensaje = callable({
  name: 'sendMensaje',
  summary: 'Envía un mensaje en una conversación.',
  input: z.strictObject({
    id,
    ...escrito,
    /** Of staff: the last message that they saw; what they did not see is shown before it is sent. */
    visto: z.int().min(0).max(1_000_000).nullable().default(null),
  }),
  output: z.object({ n: z.number(), estado }),
});

/** A page of messages, oldest first: after `tras`, or before `antes`, or the last ones. Errors: NOT_FOUND. */
export const listMensajes = callable({
  name: 'listMensajes',
  summary: 'Mensajes de una conversación mía, o de la bandeja (Escolar y Admin).',
  input: z.strictObject({
    id,
    tras: z.int().min(0).max(1_000_000).optional(),
    antes: z.int().min(1).max(1_000_000).optional(),
  }),
  output: z.object({
    conversacion: conversacionSchema,
    mensajes: z.array(mensajeSchema),
    /** There are older ones. */
    hayAntes: z.boolean(),
    /** Up to which message the other end has read. */
    leidoPorOtro: z.number(),
    /** What may be done now. */
    puede: z.object({
      escribir: z.boolean(),
      resolver: z.boolean(),
      reabrir: z.boolean(),
      valorar: z.boolean(),
      transcripcion: z.boolean(),
    }),
    atencion: atencionSchema,
    ahora: z.string(),
  }),
});

/** What changed since the browser last looked, for conversations that it has: always asked when it connects. */
export const listCambiosSoporte = callable({
  name: 'listCambiosSoporte',
  summary: 'Qué conversaciones tienen algo nuevo desde lo último que se vio.',
  input: z.strictObject({ cursores: z.array(cursor).max(100) }),
  output: z.object({
    cambios: z.array(z.object({ id: z.string(), ultimo: z.number(), estado })),
    /** Messages unread in all of one's own conversations, or, of staff, in those that they attend. */
    sinLeer: z.number(),
  }),
});

/** Reads up to a message: it only grows. Errors: NOT_FOUND. */
export const saveLecturaConversacion = callable({
  name: 'saveLecturaConversacion',
  summary: 'Anota hasta qué mensaje leí.',
  input: z.strictObject({ id, hasta: z.int().min(0).max(1_000_000) }),
  output: z.object({ leidoHasta: z.number() }),
});

/** Says that one is writing; told to the other end for six seconds and kept nowhere. Errors: NOT_FOUND. */
export const sendEscribiendo = callable({
  name: 'sendEscribiendo',
  summary: 'Avisa que estoy escribiendo en una conversación.',
  input: z.strictObject({ id }),
  output: z.null(),
});

/** Ends it: it is no longer needed, or the school answered. Errors: NOT_FOUND, FAILED_PRECONDITION (`conversacion-cerrada`, `conversacion-de-otro`). */
export const endConversacion = callable({
  name: 'endConversacion',
  summary: 'Da por resuelta una conversación.',
  input: z.strictObject({ id }),
  output: z.object({ estado }),
});

/** Opens it again within five working days. Errors: NOT_FOUND, FAILED_PRECONDITION (`conversacion-cerrada`). */
export const resetConversacion = callable({
  name: 'resetConversacion',
  summary: 'Reabre una conversación resuelta.',
  input: z.strictObject({ id }),
  output: z.object({ estado }),
});

/** Once, after it is resolved. Errors: NOT_FOUND, FAILED_PRECONDITION (`valoracion-no-permitida`). */
export const saveValoracionConversacion = callable({
  name: 'saveValoracionConversacion',
  summary: 'Valora la atención de una conversación resuelta.',
  input: z.strictObject({
    id,
    valor: z.enum(['si', 'enParte', 'no']),
    comentario: z.string().trim().max(300).default(''),
  }),
  output: z.null(),
});
