import { z } from 'zod';
import { callable } from '../../platform/shared/callable.ts';
import { desdeCursor, paginaDe } from '../../platform/shared/cursor.ts';
import { defineFormato } from '../../platform/shared/formatos.ts';
import { EMITIDO } from './estados.ts';
import { MAX_FIRMANTES, MOTIVO_MAX, MOTIVO_MIN, PROGRAMA_MAX, TIPOS } from './rules.ts';

const nothing = z.union([z.null(), z.strictObject({})]);

/** What a document says, for ever. Who it is of is called so: no CURP, nor anything that leads to one. */
const emitidoImpresoSchema = z.object({
  tipo: z.enum(TIPOS),
  /** Without hyphens. */
  folio: z.string(),
  institucion: z.string(),
  titular: z.object({ nombreCompleto: z.string() }),
  programa: z.string(),
  campos: z.array(
    z.object({ key: z.string(), label: z.string(), valor: z.string(), impreso: z.string() }),
  ),
  firmantes: z.array(
    z.object({
      nombre: z.string(),
      cargo: z.string(),
      /** The picture of their signature, which its design had for them. */
      rubrica: z.string().optional(),
    }),
  ),
  /** Last day on which it is in force, YYYY-MM-DD; null: always. */
  vigenteHasta: z.string().nullable(),
  /** The course has no acta here: a document proves it, and a second person approved. */
  historico: z.boolean().optional(),
  /** Where it is validated, which its QR carries. */
  url: z.string(),
  /** Issued by a portal with demonstration data. */
  demo: z.boolean(),
});
export type EmitidoImpreso = z.output<typeof emitidoImpresoSchema>;

/** How they are stored. */
export const EMITIDO_IMPRESO = defineFormato({
  nombre: 'documento emitido',
  lectura: emitidoImpresoSchema,
});

/** How it stands for anybody: `vencida` when its last day is over. */
export const vigenciaSchema = z.enum([
  'vigente',
  'suspendida',
  'revocada',
  'vencida',
  'sustituida',
]);
const estadoSchema = z.enum([...EMITIDO.estados, 'vencida']);

const emitido = z.object({
  id: z.string(),
  tipo: z.enum(TIPOS),
  /** In groups of four. */
  folio: z.string(),
  estado: estadoSchema,
  /** What it says cannot be read, and is nowhere below: somebody altered the database. */
  ilegible: z.boolean(),
  titular: z.string(),
  programa: z.string(),
  /** ISO instants. */
  preparadoEn: z.string(),
  emitidoEn: z.string().nullable(),
  /** YYYY-MM-DD. */
  vigenteHasta: z.string().nullable(),
});
export type EmitidoListado = z.infer<typeof emitido>;

const otro = z.object({ id: z.string(), folio: z.string() }).nullable();

const detalle = emitido.extend({
  campos: z.array(
    z.object({ key: z.string(), label: z.string(), valor: z.string(), impreso: z.string() }),
  ),
  firmantes: z.array(z.object({ nombre: z.string(), cargo: z.string() })),
  /** Since when it is in its state (ISO), and why. */
  estadoEn: z.string(),
  motivo: z.string().nullable(),
  sustituye: otro,
  sustituidoPor: otro,
  /** Where anybody validates it. */
  url: z.string(),
  /** Key of the file that it is of. */
  clave: z.string(),
  /** Of whoever asks. */
  propio: z.boolean(),
  /** Whoever asks prepared it: somebody else approves it. */
  loPreparo: z.boolean(),
  /** The line of an acta that it certifies. */
  inscripcionId: z.string().nullable(),
  historico: z.boolean(),
  /** Of its PDF, once it was made. */
  sha256: z.string().nullable(),
});
export type EmitidoDetalle = z.infer<typeof detalle>;

const id = z.uuid();
const motivo = z.string().trim().min(MOTIVO_MIN).max(MOTIVO_MAX);
/** What somebody wants a document to say. */
export const contenidoSchema = {
  /** A certificado of a line of an acta takes it from the acta, and ignores the one sent. */
  programa: z.string().trim().max(PROGRAMA_MAX),
  /** By the key of each field of the kind (`tipoOf(tipo).campos`). */
  campos: z.record(z.string().max(40), z.string().max(500)).meta({ maxProperties: 40 }),
  /** Ids of items of the catalog `firmantes`. */
  firmantes: z.array(id).min(1).max(MAX_FIRMANTES),
  /** YYYY-MM-DD; null where the kind has none. */
  vigenteHasta: z.iso.date().nullable().default(null),
  /** Id of a design of the kind; null: its default one. */
  diseno: id.nullable().default(null),
} as const;

/** The base of a certificado: one of the two. Other kinds have none. */
const baseSchema = {
  /** An enrolment whose line of a closed acta it certifies: course, hours, dates and grade are that line's. */
  inscripcionId: id.nullable().default(null),
  /** A document of the person's vault that proves it: the certificado is marked histórico, and a second person approves it. */
  evidenciaId: id.nullable().default(null),
} as const;

/** The name has signs that the fonts of documents lack (`nombre-sin-letras`), and it is to be issued all the same. */
const aunqueSchema = { conSignosSinLetra: z.boolean().default(false) } as const;

const filtrosEmitidos = z.strictObject({
  tipo: z.enum(TIPOS),
  /** Words of the name, of what it is about, or of the folio. */
  busqueda: z.string().max(100).optional(),
  /** `enDesacuerdo`: in force, and saying another thing than its acta. */
  estado: z.enum([...estadoSchema.options, 'enDesacuerdo']).optional(),
  /** Key of a file: only those of that person. */
  clave: z.string().max(60).optional(),
});

export const listDocumentosEmitidos = callable({
  name: 'listDocumentosEmitidos',
  summary:
    'Los documentos emitidos de un tipo, por su fecha, con búsqueda y filtros (Escolar y Admin; queda en el historial).',
  input: filtrosEmitidos.extend({
    ...desdeCursor(/^[0-9TZ:.-]{10,40}_[0-9a-f-]{36}$/),
    /** The oldest first. */
    ascendente: z.boolean().default(false),
  }),
  output: paginaDe(emitido),
});

export const listDocumentosEmitidosPropios = callable({
  name: 'listDocumentosEmitidosPropios',
  summary: 'Los documentos que la escuela ha emitido a quien pregunta, el más reciente primero.',
  input: nothing,
  output: z.object({ emitidos: z.array(emitido) }),
});

/** Errors: NOT_FOUND (also of a file that there is not). */
export const listDocumentosEmitidosPersona = callable({
  name: 'listDocumentosEmitidosPersona',
  summary:
    'Los documentos emitidos a una persona, también los que esperan aprobación (Escolar y Admin; queda en el historial).',
  input: z.strictObject({ clave: z.string().max(60) }),
  output: z.object({ emitidos: z.array(emitido) }),
});

/** One's own, or anybody's for staff (it is recorded). Errors: NOT_FOUND (also another's). */
export const getDocumentoEmitido = callable({
  name: 'getDocumentoEmitido',
  summary:
    'Un documento emitido con todo lo que dice: el propio, o cualquiera para Escolar y Admin.',
  input: z.strictObject({ id }),
  output: detalle,
});

/**
 * Of a kind that asks for it, it waits until somebody else approves it. Sent twice with one id, it is one.
 * Errors: NOT_FOUND (`emitido-sin-persona`), INVALID_ARGUMENT (`fields` by field), FAILED_PRECONDITION
 * (`emitido-sin-firmante`, `nombre-sin-letras` with `signos`, `certificado-sin-acta`, `certificado-no-acreditado`, `certificado-sin-evidencia`), PERMISSION_DENIED
 * (`sobre-uno-mismo`).
 */
export const createDocumentoEmitido = callable({
  name: 'createDocumentoEmitido',
  summary:
    'Emite un documento a una persona, o lo prepara para que otra persona del personal lo apruebe si su tipo lo pide (Escolar y Admin).',
  input: z.strictObject({
    id,
    tipo: z.enum(TIPOS),
    /** CURP or key of the file. */
    clave: z.string().trim().min(1).max(60),
    ...contenidoSchema,
    ...baseSchema,
    ...aunqueSchema,
  }),
  output: detalle,
});

/** Errors: NOT_FOUND, ABORTED (`emitido-cambio`), PERMISSION_DENIED (`emitido-mismo-visto`, `sobre-uno-mismo`). */
export const confirmDocumentoEmitido = callable({
  name: 'confirmDocumentoEmitido',
  summary: 'Aprueba y emite un documento que preparó otra persona del personal (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: detalle,
});

/** Errors: NOT_FOUND, ABORTED (`emitido-cambio`), PERMISSION_DENIED (`sobre-uno-mismo`). */
export const discardDocumentoEmitido = callable({
  name: 'discardDocumentoEmitido',
  summary: 'Descarta un documento que esperaba aprobación y no se emitió (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: z.object({}),
});

/** What is done to it is seen at once where it is validated. Errors: as `discardDocumentoEmitido`. */
export const updateVigenciaDocumentoEmitido = callable({
  name: 'updateVigenciaDocumentoEmitido',
  summary:
    'Suspende un documento, levanta su suspensión o lo revoca para siempre, con el motivo que verá quien lo valide (Escolar y Admin).',
  input: z.discriminatedUnion('paso', [
    z.strictObject({ id, paso: z.enum(['suspender', 'revocar']), motivo }),
    z.strictObject({ id, paso: z.literal('levantar') }),
  ]),
  output: detalle,
});

/**
 * The earlier one is `sustituida` as soon as this one is issued, and each leads to the other. Errors: as
 * `createDocumentoEmitido`, and ABORTED (`emitido-cambio`).
 */
export const replaceDocumentoEmitido = callable({
  name: 'replaceDocumentoEmitido',
  summary:
    'Emite de nuevo un documento tras una corrección: el anterior queda sustituido y lleva al nuevo (Escolar y Admin).',
  input: z.strictObject({
    id,
    nuevo: id,
    motivo,
    ...contenidoSchema,
    ...baseSchema,
    ...aunqueSchema,
  }),
  output: detalle,
});

/** The lines of closed actas that a certificado of that person may be of, the newest first. Errors: NOT_FOUND (`emitido-sin-persona`). */
export const listLineasDeActa = callable({
  name: 'listLineasDeActa',
  summary:
    'Los cursos que una persona acreditó según actas cerradas, para certificarlos (Escolar y Admin; queda en el historial).',
  input: z.strictObject({ clave: z.string().trim().min(1).max(60) }),
  output: z.object({
    lineas: z.array(
      z.object({
        inscripcionId: z.string(),
        curso: z.string(),
        /** YYYY-MM-DD. */
        inicia: z.string(),
        termina: z.string(),
        horas: z.number(),
        calificacion: z.number().nullable(),
        /** Of the acta, in groups of four. */
        acta: z.string(),
      }),
    ),
  }),
});

/** The documents of an edition that no longer agree with its acta, and why. */
export const listDocumentosEnDesacuerdo = callable({
  name: 'listDocumentosEnDesacuerdo',
  summary:
    'Los documentos en vigor de una edición que ya no coinciden con su acta (Escolar y Admin; queda en el historial).',
  input: z.strictObject({ edicionId: id }),
  output: z.object({
    documentos: z.array(
      // `acredito`: by the acta; who did not is issued no other.
      z.object({ emitido, porque: z.string(), acredito: z.boolean() }),
    ),
  }),
});
