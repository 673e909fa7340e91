import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { desdeCursor, paginaDe } from '../../../platform/shared/cursor.ts';
import { parteDe, resultadoLote } from '../../../platform/shared/lotes.ts';
import { resultadoReglaSchema } from '../../plantillas/reglas/contract.ts';
import { INSCRIPCION } from '../estados.ts';
import { CON_MOTIVO, DECISIONES, ILEGIBLES, MOTIVO_MIN, POR_RESPUESTA } from './rules.ts';

const id = z.uuid();
/** Of what was sent: drafts are their person's alone. */
const estados = INSCRIPCION.estados.filter((estado) => estado !== 'borrador');
const estado = z.enum(INSCRIPCION.estados);

/** Key of a field of the form. */
const campo = z.string().min(1).max(60);
const dia = z.iso.date();
const extremos = <T extends z.ZodType>(extremo: T) =>
  z
    .strictObject({ campo, desde: extremo.optional(), hasta: extremo.optional() })
    .refine(({ desde, hasta }) => desde !== undefined || hasta !== undefined);

/**
 * Who answered so: `es`: chose that option (of a box, `.si` or `.no`); `dice`: all of its words, of what was written or chosen
 * from a catalog; a range of numbers or of days (YYYY-MM-DD), both ends included. What is sensitive is not looked at.
 */
const filtroRespuesta = z.union([
  z.strictObject({ campo, es: z.string().min(1).max(60) }),
  z.strictObject({ campo, dice: z.string().min(1).max(100) }),
  extremos(z.number()),
  extremos(dia),
]);
export type FiltroRespuesta = z.output<typeof filtroRespuesta>;

/** What the list of a plantilla shows. */
export const filtrosInscritos = z.strictObject({
  plantillaId: id,
  /** Words of the person's name, or their key or CURP. */
  busqueda: z.string().max(100).optional(),
  /** `porDecidir`: whatever waits for somebody of the school; `ofrecido`: who has a seat offered. */
  estado: z.enum([...estados, 'porDecidir', 'ofrecido']).optional(),
  edicionId: id.optional(),
  /** A group of an edition. */
  grupoId: id.optional(),
  /** Who has a seat of that quota, or may take one, by its key. */
  cupo: z.string().max(60).optional(),
  /** Who did not meet that rule when they sent it, by its key. */
  regla: z.string().max(60).optional(),
  /** What was answered to a question. */
  respuesta: filtroRespuesta.optional(),
});
export type FiltrosInscritos = z.output<typeof filtrosInscritos>;

const inscrito = z.object({
  id: z.string(),
  persona: z.object({ clave: z.string(), nombre: z.string() }),
  estado,
  /** Until when a seat that is offered is kept; null: none is. */
  ofrecidoHasta: z.string().nullable(),
  edicion: z.object({ id: z.string(), nombre: z.string(), curso: z.string() }),
  grupo: z.string().nullable(),
  /** Names of the quotas: the one of the seat, or those that the person may take from. */
  cupos: z.array(z.string()),
  /** ISO 8601: the server's receipt. */
  enviadaEn: z.string(),
  puntos: z.number(),
  /** What of it cannot be read, which is nowhere below: somebody altered the database, or a newer program wrote it. */
  ilegible: z.array(z.enum(ILEGIBLES)),
  /** What the rules ask that was not met, in words. */
  sinCumplir: z.array(z.string()),
  folio: z.string().nullable(),
  motivo: z.string().nullable(),
  /** Whether what the school decided may be taken back. */
  reversible: z.boolean(),
  /** Ordinary answers as they are read, by the key of their field. */
  respuestas: z.record(z.string(), z.string()),
});
export type Inscrito = z.output<typeof inscrito>;

export const listInscritos = callable({
  name: 'listInscritos',
  summary: 'Lo que se ha enviado con una plantilla, por orden de recepción, con filtros (Admin).',
  input: filtrosInscritos.extend({
    ...desdeCursor(/^[0-9a-f-]{36}$/),
    /** From the last one received. */
    descendente: z.boolean().default(false),
  }),
  output: paginaDe(inscrito),
});

/** For who chooses all of them: the list itself counts nothing exactly. */
export const getTotalInscritos = callable({
  name: 'getTotalInscritos',
  summary: 'Cuántas inscripciones muestran los filtros (Admin).',
  input: filtrosInscritos,
  output: z.object({ total: z.number() }),
});

const opcion = z.object({ clave: z.string(), nombre: z.string() });

/** What the list is filtered by and which columns it may have. Errors: NOT_FOUND. */
export const listOpcionesInscritos = callable({
  name: 'listOpcionesInscritos',
  summary: 'Ediciones, grupos, reglas, cupos y preguntas de una plantilla, para su lista (Admin).',
  input: z.strictObject({ plantillaId: id }),
  output: z.object({
    nombre: z.string(),
    /** How many wait for somebody of the school. */
    porDecidir: z.number(),
    ediciones: z.array(
      z.object({
        id: z.string(),
        nombre: z.string(),
        grupos: z.array(z.object({ id: z.string(), nombre: z.string() })),
      }),
    ),
    reglas: z.array(opcion),
    cupos: z.array(opcion),
    /** The questions, and what each is asked for by; `opciones`: all that any version offered. */
    campos: z.array(
      opcion.extend({
        por: z.enum(POR_RESPUESTA),
        opciones: z.array(z.object({ valor: z.string(), etiqueta: z.string() })),
      }),
    ),
  }),
});

/** One of them, whole, but what is sensitive. The reading is recorded. Errors: NOT_FOUND. */
export const getInscrito = callable({
  name: 'getInscrito',
  summary: 'Una inscripción enviada: sus respuestas y el resultado de cada regla (Admin).',
  input: z.strictObject({ id }),
  output: inscrito.extend({
    /** Number of the version of its plantilla with which it was sent. */
    version: z.number(),
    evaluacion: z.array(resultadoReglaSchema),
    secciones: z.array(
      z.object({
        titulo: z.string(),
        respuestas: z.array(z.object({ etiqueta: z.string(), valor: z.string() })),
      }),
    ),
  }),
});

/**
 * Decides on what was sent, one by one in the order of the list, each in a transaction of its own: `aceptar` gives a
 * seat, or a place in line where there is none; `reconsiderar` takes back what was decided. Each person is told. Errors:
 * INVALID_ARGUMENT (without a reason).
 */
export const decideInscripciones = callable({
  name: 'decideInscripciones',
  maxBytes: 96 * 1024,
  summary:
    'Acepta, rechaza o da de baja inscripciones, o deshace lo decidido; dice con cuáles no se pudo y por qué (Admin).',
  input: z
    .strictObject({
      decision: z.enum(DECISIONES),
      motivo: z.string().trim().max(500).default(''),
      parte: parteDe(filtrosInscritos, id),
    })
    .refine(({ decision, motivo }) => !CON_MOTIVO.has(decision) || motivo.length >= MOTIVO_MIN, {
      path: ['motivo'],
      message: 'Escriba el motivo en una frase: la persona va a leerlo.',
    }),
  /** `enEspera`: of `cambiadas`, those that were accepted when there was no seat left. */
  output: resultadoLote.extend({ enEspera: z.number() }),
});
