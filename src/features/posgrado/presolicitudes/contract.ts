import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { cursoSchema, edicionSchema } from '../../cursos/contract.ts';
import { respuestasLeidas, respuestasSchema } from '../../plantillas/formulario/contract.ts';
import { hechosSchema, resultadoReglaSchema } from '../../plantillas/reglas/contract.ts';
import {
  actoSchema,
  avisosSchema,
  borradorSchema,
  calendarioSchema,
  envioSchema,
  eventoSchema,
  formularioSchema,
  momentoSchema,
} from '../envios/contract.ts';
import { OBSERVACION, PRESOLICITUD, SOLICITUD } from '../estados.ts';

const estado = z.enum(PRESOLICITUD.estados);
const convocatoriaId = z.uuid();

/** A requirement that the file alone decides; those that ask for an answer of the form are not judged in a list. */
const requisitosSchema = z.object({
  /** Requirements that are met, of those that count (`cumplidosDe`). */
  cumplidos: z.number(),
  pedidos: z.number(),
  /** Every rule that can be judged before the form is filled in, met or not, with evidence and the link that mends it. */
  resultados: z.array(resultadoReglaSchema),
});

/** A call as the applicant sees it in the list. */
const convocatoriaAbiertaSchema = z.object({
  id: z.string(),
  curso: cursoSchema,
  edicion: edicionSchema,
  momento: momentoSchema,
  calendario: calendarioSchema,
  descripcion: z.string(),
  lugares: z.number(),
  recomendaciones: z.number(),
  requisitos: requisitosSchema,
  /** The live one, otherwise the last one. */
  presolicitud: z
    .object({
      id: z.string(),
      estado,
      /** Last moment to answer observations (ISO 8601). */
      venceEn: z.string().nullable(),
    })
    .nullable(),
  solicitud: z
    .object({ id: z.string(), estado: z.enum(SOLICITUD.estados), folio: z.string().nullable() })
    .nullable(),
});
export type ConvocatoriaAbierta = z.output<typeof convocatoriaAbiertaSchema>;

/**
 * Published calls that receive pre-applications now or later, and those in which the actor takes part; the ones that close first
 * come first. Errors: FAILED_PRECONDITION (`sin-expediente`).
 */
export const listConvocatoriasAbiertas = callable({
  name: 'listConvocatoriasAbiertas',
  summary: 'Convocatorias de posgrado abiertas, con mis requisitos y mi avance en cada una.',
  input: z.strictObject({}),
  output: z.object({
    convocatorias: z.array(convocatoriaAbiertaSchema),
    ahora: z.string(),
  }),
});

const observacionSchema = z.object({
  id: z.string(),
  estado: z.enum(OBSERVACION.estados),
  /** 1 with the first observations, 2 with the next ones. */
  ronda: z.number(),
  /** Key of the field of the form, or of the rule, that it is about. */
  requisito: z.string(),
  titulo: z.string(),
  texto: z.string(),
  respuesta: z.string().nullable(),
  respondidaEn: z.string().nullable(),
  creadoEn: z.string(),
  /** It belongs to the current round and may be answered now. */
  abierta: z.boolean(),
});
export type ObservacionPropia = z.output<typeof observacionSchema>;

/**
 * Everything that the screen of a pre-application shows: the live one; otherwise the last one that closed, which may be begun anew
 * if `puede.guardar`. Errors: NOT_FOUND (`convocatoria-no-existe`), FAILED_PRECONDITION (`sin-expediente`).
 */
export const getPresolicitud = callable({
  name: 'getPresolicitud',
  summary: 'Mi presolicitud a una convocatoria de posgrado, con sus requisitos y observaciones.',
  input: z.strictObject({ convocatoriaId }),
  output: z.object({
    convocatoria: z.object({
      id: z.string(),
      curso: cursoSchema,
      edicion: edicionSchema,
      momento: momentoSchema,
      calendario: calendarioSchema,
      descripcion: z.string(),
      /** Working days to answer observations. */
      diasSubsanar: z.number(),
    }),
    formulario: formularioSchema,
    /** Answers that the file gives, by field key. */
    prellenado: respuestasLeidas,
    /** What was saved or sent cannot be read in part, and is left out below. */
    ilegible: z.boolean(),
    /** Of a new one, or the corrections of one with observations. To fill the form: `startRespuestas(definicion, prellenado, borrador ?? enviada)`. */
    borrador: borradorSchema.nullable(),
    /** Null while there is none, or only a draft that was never saved. */
    presolicitud: z
      .object({
        id: z.string(),
        estado,
        creadoEn: z.string(),
        enviadaEn: z.string().nullable(),
        decididaEn: z.string().nullable(),
        /** Why it is improcedente, retirada or anulada. */
        motivo: z.string().nullable(),
        /** Last moment to answer the observations (ISO 8601). */
        venceEn: z.string().nullable(),
        /** Answers of the last sending; null before it. */
        respuestas: respuestasLeidas.nullable(),
        /** All sendings, newest first. */
        envios: z.array(envioSchema),
        avisos: avisosSchema,
      })
      .nullable(),
    observaciones: z.array(observacionSchema),
    /** Every rule, met or not: on the draft and the file as they are now, or as it was judged when last sent. */
    evaluacion: z.array(resultadoReglaSchema),
    hechos: hechosSchema,
    puede: z.object({
      /** Fill in, save and discard a draft; save corrections. */
      guardar: actoSchema,
      /** Send it, or send the corrections. */
      enviar: actoSchema,
      /** Answer the observations. */
      responder: actoSchema,
      retirar: actoSchema,
      /** Begin the application. */
      solicitar: actoSchema,
    }),
    linea: z.array(eventoSchema),
    /** The server's clock (ISO 8601). */
    ahora: z.string(),
  }),
});

/**
 * Saves what was typed, complete or not: of a new one, or the corrections of one with observations. Keys that are not fields of the form
 * are dropped. Errors: NOT_FOUND, FAILED_PRECONDITION (`sin-expediente`, `presolicitud-fuera-de-plazo`, `presolicitud-no-editable`),
 * ABORTED (`borrador-cambio`: with `desde`, it was saved elsewhere meanwhile and nothing was written).
 */
export const saveBorradorPresolicitud = callable({
  name: 'saveBorradorPresolicitud',
  maxBytes: 160 * 1024,
  summary: 'Guarda el borrador de mi presolicitud, o mis correcciones.',
  input: z.strictObject({
    convocatoriaId,
    respuestas: respuestasSchema,
    /** Without it, what was chosen before stays. */
    guardar: z.array(z.string().max(40)).max(200).optional(),
    /** `guardadoEn` of the draft that was gone on with; null: there was none. Without it, the draft is overwritten. */
    desde: z.iso.datetime().nullable().optional(),
  }),
  output: z.object({ guardadoEn: z.string(), version: z.number() }),
});

/** Discards a draft that was never sent; nothing happens without one. Errors: NOT_FOUND, FAILED_PRECONDITION (`presolicitud-no-editable`). */
export const discardBorradorPresolicitud = callable({
  name: 'discardBorradorPresolicitud',
  summary: 'Descarta el borrador de mi presolicitud.',
  input: z.strictObject({ convocatoriaId }),
  output: z.null(),
});

/**
 * Sends the pre-application, or its corrections when it has observations. The same `llave` has the same answer.
 *
 * Errors, each with nothing written and the draft kept: INVALID_ARGUMENT (`respuestas-por-corregir`, `details.fields` by field key),
 * ABORTED (`version-cambio`), FAILED_PRECONDITION (`presolicitud-fuera-de-plazo`, `presolicitud-ya-enviada`: there is a live one;
 * `reglas-no-cumplidas` with `details.reglas: ResultadoRegla[]`, `observaciones-por-responder` with `details.observaciones: string[]`
 * (ids), `convocatoria-concluida`, `sin-expediente`), NOT_FOUND.
 */
export const submitPresolicitud = callable({
  name: 'submitPresolicitud',
  maxBytes: 160 * 1024,
  summary: 'Envía mi presolicitud o sus correcciones, y emite el acuse.',
  input: z.strictObject({
    convocatoriaId,
    /** `formulario.version`. */
    version: z.int32().min(1),
    respuestas: respuestasSchema,
    guardar: z.array(z.string().max(40)).max(100).default([]),
    llave: z.uuid().nullable().default(null),
  }),
  output: z.object({
    id: z.string(),
    estado,
    numero: z.number(),
    /** Of the acuse. */
    folio: z.string(),
    clave: z.string(),
    avisos: avisosSchema,
  }),
});

/**
 * Answers one observation of the current round, or changes the answer, before `venceEn`. Errors: NOT_FOUND,
 * FAILED_PRECONDITION (`presolicitud-fuera-de-plazo`, `observacion-cerrada`).
 */
export const saveRespuestaObservacion = callable({
  name: 'saveRespuestaObservacion',
  summary: 'Responde una observación a mi presolicitud.',
  input: z.strictObject({ id: z.uuid(), respuesta: z.string().trim().min(1).max(2000) }),
  output: z.object({
    /** Observations of the round that are still unanswered. */
    pendientes: z.number(),
  }),
});

/** Errors: NOT_FOUND, FAILED_PRECONDITION (`presolicitud-no-se-retira`, `presolicitud-con-solicitud`: withdraw the application first). */
export const withdrawPresolicitud = callable({
  name: 'withdrawPresolicitud',
  summary: 'Retira mi presolicitud.',
  input: z.strictObject({
    id: z.uuid(),
    motivo: z.string().trim().max(500).nullable().default(null),
  }),
  output: z.object({ estado }),
});
