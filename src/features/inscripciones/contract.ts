import { z } from 'zod';
import { callable } from '../../platform/shared/callable.ts';
import {
  cancelacionSchema,
  cursoSchema,
  edicionSchema,
  grupoSchema,
  lugaresSchema,
} from '../cursos/contract.ts';
import { definicionLeida } from '../plantillas/contract.ts';
import { respuestasLeidas, respuestasSchema } from '../plantillas/formulario/contract.ts';
import { hechosSchema, resultadoReglaSchema } from '../plantillas/reglas/contract.ts';
import { INSCRIPCION } from './estados.ts';

/**
 * The route's four identifiers. Whatever is not an edition of that course, with that plantilla and
 * that tipo, is NOT_FOUND (a malformed identifier too), so they are only strings here.
 */
const ids = {
  idCurso: z.string().max(100),
  idPlantilla: z.string().max(100),
  tipo: z.string().max(100),
  edicionId: z.string().max(100),
};
/** How the seats of an edition are kept for some, for whoever asks. */
export const reservaSchema = z.object({
  /** Free seats that anybody may take. */
  deTodas: z.number(),
  /** Free seats that whoever asks may take now: those, and the ones kept for them. */
  paraUsted: z.number(),
  /** Those that are still kept, in the order of the version. */
  cupos: z.array(
    z.object({
      nombre: z.string(),
      lugares: z.number(),
      libres: z.number(),
      /** Until when they are kept (ISO 8601); null: they always are. */
      hasta: z.string().nullable(),
      /** Whoever asks may take them. */
      propio: z.boolean(),
    }),
  ),
});
export type Reserva = z.output<typeof reservaSchema>;

/** What a draft says besides its answers: the group, and the fields that are to be saved in the file too. */
export const elegidoLeido = z.object({
  grupoId: z.string().nullable(),
  guardar: z.array(z.string()),
});
export type Elegido = z.output<typeof elegidoLeido>;
const estado = z.enum(INSCRIPCION.estados);
/** Shown in groups of four: AC26-K9Y2-ZKYW-2KGS-J. */
const folio = z.string();
/** Opens the acuse; see `acusePath` and `acusePdfPath` of routes.ts. */
const clave = z.string();

/** Where its notices go, and the contact address that would get them too once it is confirmed. */
const avisos = z.object({ correos: z.array(z.string()), porConfirmar: z.string().nullable() });

/**
 * Everything the enrolment screen shows.
 * Errors: NOT_FOUND (`inscripcion-no-existe`), FAILED_PRECONDITION (`sin-expediente`).
 */
export const getInscripcion = callable({
  name: 'getInscripcion',
  summary: 'Formulario de inscripción a una edición, con mi borrador o lo que ya envié.',
  input: z.strictObject(ids),
  output: z.object({
    curso: cursoSchema,
    edicion: edicionSchema,
    /** The version to fill in; of a sent inscripción, the one it was made under. */
    plantilla: z.object({
      id: z.string(),
      nombre: z.string(),
      /** Number of the version; goes back in `submitInscripcion.version`. */
      version: z.number(),
      definicion: definicionLeida,
      /** Until it is sent: false where the last one was archived with no other in its place, and nobody may enrol. */
      enVigor: z.boolean(),
    }),
    /** Answers taken from the person's file, by field key (both read-only and editable ones). */
    prellenado: respuestasLeidas,
    /** Of what was saved or sent something cannot be read, and is nowhere below: somebody altered the database. */
    ilegible: z.boolean(),
    /**
     * Non-null while it has not been sent and something was saved. To fill the form:
     * `startRespuestas(definicion, prellenado, borrador?.respuestas)`.
     */
    borrador: z
      .object({ respuestas: respuestasLeidas, elegido: elegidoLeido, guardadoEn: z.string() })
      .nullable(),
    /** Non-null once sent: then there is no draft, and the form is only shown. */
    enviada: z
      .object({
        id: z.string(),
        estado,
        enviadaEn: z.string(),
        respuestas: respuestasLeidas,
        folio: folio.nullable(),
        clave: clave.nullable(),
        avisos,
        /** Non-null while it waits in line. */
        espera: z
          .object({
            /** The first is 1, of `total`; whoever has been offered a seat goes first. */
            lugar: z.number(),
            total: z.number(),
            puntos: z.number(),
            /** Why the line is in the order it is, in a sentence. */
            orden: z.string(),
            /** Until when the seat that is offered may be accepted; null: none is. */
            ofrecidoHasta: z.string().nullable(),
            /** Those who go before, the nearest ones: what the order comes from, and nothing of who they are. */
            delante: z.array(
              z.object({ puntos: z.number(), enviadaEn: z.string(), ofrecido: z.boolean() }),
            ),
          })
          .nullable(),
        /** Name of the group of the edition; null: it has none. */
        grupo: z.string().nullable(),
        /** Whether its person may leave it (`withdrawInscripcion`). */
        puedeSalir: z.boolean(),
      })
      .nullable(),
    /** Every rule, met or not: now, or as it was decided when already sent. */
    evaluacion: z.array(resultadoReglaSchema),
    /** What it was decided on; with it and the clock the browser decides the same (`evaluateReglas`). */
    hechos: hechosSchema,
    lugares: lugaresSchema,
    /** Null: its seats are everybody's, or it was sent already. */
    reserva: reservaSchema.nullable(),
    /** Whoever enrols chooses one; none: the edition has no groups. */
    grupos: z.array(grupoSchema),
    /** Non-null when the edition was cancelled. */
    cancelacion: cancelacionSchema.nullable(),
    /** While nothing is sent: what came of the one that they sent before, when and why; null: there was none. */
    anterior: z.object({ estado, en: z.string(), motivo: z.string().nullable() }).nullable(),
    /** While nothing is sent: another edition of the same course that they passed, or are enrolled in. Days YYYY-MM-DD. */
    mismoCurso: z
      .object({
        estado: z.enum(['acreditada', 'inscrita']),
        edicion: z.string(),
        inicia: z.string(),
        termina: z.string(),
      })
      .nullable(),
    /** When what they first sent was received and there was neither seat nor line (ISO 8601); null: it was not so. */
    llegada: z.string().nullable(),
    /** The server's clock (ISO 8601); the one that decides when the window opens. */
    ahora: z.string(),
  }),
});

/**
 * Saves what was typed, complete or not. Keys that are not fields of the version in force are
 * dropped. Errors: NOT_FOUND, FAILED_PRECONDITION (`sin-expediente`, `ya-enviada`, `posgrado-por-convocatoria`), ABORTED
 * (`borrador-cambio`: with `desde`, the draft was saved elsewhere meanwhile, and nothing was written).
 */
export const saveBorradorInscripcion = callable({
  name: 'saveBorradorInscripcion',
  maxBytes: 160 * 1024,
  summary: 'Guarda el borrador de mi inscripción.',
  input: z.strictObject({
    ...ids,
    respuestas: respuestasSchema,
    /** Without it, what was chosen before stays. */
    elegido: z
      .strictObject({
        grupoId: z.uuid().nullable(),
        guardar: z.array(z.string().max(40)).max(200),
      })
      .optional(),
    /** `guardadoEn` of the draft that was gone on with; null: there was none. Without it, whatever there is goes. */
    desde: z.iso.datetime().nullable().optional(),
  }),
  output: z.object({
    guardadoEn: z.string(),
    /** Number of the version that is in force: another one may have been published since the form was asked for. */
    version: z.number(),
  }),
});

/**
 * Throws away what was typed and never sent; nothing happens when there is nothing. Errors: NOT_FOUND,
 * FAILED_PRECONDITION (`sin-expediente`, `ya-enviada`).
 */
export const discardBorradorInscripcion = callable({
  name: 'discardBorradorInscripcion',
  summary: 'Descarta el borrador de mi inscripción.',
  input: z.strictObject(ids),
  output: z.null(),
});

/**
 * Sends the inscripción and decides at once: `inscrita`, `enListaDeEspera` or `enRevision`. Sending again (double
 * click, a lost answer) returns the same folio.
 *
 * Errors, each with nothing written and the draft kept: INVALID_ARGUMENT
 * (`respuestas-por-corregir`, `details.fields` by field key), ABORTED (`version-cambio`),
 * FAILED_PRECONDITION (`reglas-no-cumplidas` with `details.reglas: ResultadoRegla[]`, `sin-lugares`, `grupo-sin-lugares`, `edicion-cancelada`, `posgrado-por-convocatoria`, `sin-formulario`,
 * `sin-expediente`), NOT_FOUND.
 */
export const submitInscripcion = callable({
  name: 'submitInscripcion',
  maxBytes: 160 * 1024,
  summary:
    'Envía mi inscripción: le asigna lugar, la forma en la lista de espera o la pasa a revisión, y emite el acuse.',
  input: z.strictObject({
    ...ids,
    /** `plantilla.version` of the form that was filled in. */
    version: z.int32().min(1),
    respuestas: respuestasSchema,
    /** Of an edition with groups, which one. */
    grupoId: z.uuid().nullable().default(null),
    /** Keys of the fields bound to the file whose answer is to be saved there too; others are ignored. */
    guardar: z.array(z.string().max(40)).max(100).default([]),
    /** Of this sending: repeated, its answer lost, the same key has the same answer, whatever became of it since. */
    llave: z.uuid().nullable().default(null),
  }),
  output: z.object({
    estado,
    folio,
    clave,
    avisos,
    /** Of who waits in line (the first is 1); otherwise null. */
    lugarEnEspera: z.number().nullable(),
  }),
});

const MAX_MATRICULA = 50;

/** The actor's own inscripciones, newest first, drafts included. */
export const listMatricula = callable({
  name: 'listMatricula',
  summary: 'Mi historial de inscripciones, con sus acuses.',
  input: z.strictObject({
    limite: z.int().min(1).max(MAX_MATRICULA).default(20),
    /** `siguiente` of the previous page. */
    tras: z.uuid().optional(),
  }),
  output: z.object({
    inscripciones: z.array(
      z.object({
        id: z.string(),
        estado,
        plantillaId: z.string(),
        curso: cursoSchema,
        edicion: edicionSchema,
        /** Non-null when the edition was cancelled. */
        cancelacion: cancelacionSchema.nullable(),
        creadoEn: z.string(),
        /** Null while it is a draft. */
        enviadaEn: z.string().nullable(),
        acuse: z.object({ folio, clave }).nullable(),
        /** Until when a seat that is offered may be accepted; null: none is. */
        lugarHasta: z.string().nullable(),
        /** That moment has passed by the server's clock, and the seat is about to go to whoever follows. */
        lugarVencido: z.boolean(),
        /** Why the school rejected it, or why it was left; null: it says nothing. */
        motivo: z.string().nullable(),
      }),
    ),
    /** Pass as `tras` for the next page; null on the last. */
    siguiente: z.string().nullable(),
  }),
});
export type MatriculaItem = z.output<typeof listMatricula.output>['inscripciones'][number];
