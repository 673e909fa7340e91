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
import { PRESOLICITUD, SOLICITUD } from '../estados.ts';

const estado = z.enum(SOLICITUD.estados);
const convocatoriaId = z.uuid();

/**
 * Everything that the screen of an application shows: the live one, otherwise the last one. The referees, the interview, the place and the
 * requests for review have callables of their own (`recomendaciones`, `entrevistas`, `lugares`, `inconformidades`).
 * Errors: NOT_FOUND (`convocatoria-no-existe`), FAILED_PRECONDITION (`sin-expediente`).
 */
export const getSolicitud = callable({
  name: 'getSolicitud',
  summary: 'Mi solicitud a una convocatoria de posgrado.',
  input: z.strictObject({ convocatoriaId }),
  output: z.object({
    convocatoria: z.object({
      id: z.string(),
      curso: cursoSchema,
      edicion: edicionSchema,
      momento: momentoSchema,
      calendario: calendarioSchema,
      descripcion: z.string(),
      /** Letters that the call asks for. */
      recomendaciones: z.number(),
      /** Working days to accept a place, and to file a request for review. */
      diasConfirmar: z.number(),
      diasInconformidad: z.number(),
    }),
    /** The pre-application that opens this step; null: there is none. */
    presolicitud: z.object({ id: z.string(), estado: z.enum(PRESOLICITUD.estados) }).nullable(),
    formulario: formularioSchema,
    prellenado: respuestasLeidas,
    ilegible: z.boolean(),
    /** Of a new one, or of corrections that were saved and not sent. */
    borrador: borradorSchema.nullable(),
    solicitud: z
      .object({
        id: z.string(),
        estado,
        /** SP26-K9Y2-ZKYW-J: how the results name it. Null before it is sent. */
        folio: z.string().nullable(),
        creadoEn: z.string(),
        enviadaEn: z.string().nullable(),
        /** Why it was excluded, withdrawn or annulled. */
        motivo: z.string().nullable(),
        respuestas: respuestasLeidas.nullable(),
        envios: z.array(envioSchema),
        avisos: avisosSchema,
        /** Names of the reserved quotas that it may take, decided when it was sent. */
        cupos: z.array(z.string()),
        afirmativa: z.boolean(),
        antiguedadDias: z.number().nullable(),
      })
      .nullable(),
    /** How many referees there are, and letters received. Nothing of what letters say. */
    recomendaciones: z.object({ pedidas: z.number(), vivas: z.number(), recibidas: z.number() }),
    /** The published results that include it; null before. Points come from `getResultadoSolicitud`. */
    resultado: z.object({ estado, publicadoEn: z.string() }).nullable(),
    evaluacion: z.array(resultadoReglaSchema),
    hechos: hechosSchema,
    puede: z.object({
      guardar: actoSchema,
      /** Send it, or send it again corrected until the close. */
      enviar: actoSchema,
      desistir: actoSchema,
    }),
    linea: z.array(eventoSchema),
    ahora: z.string(),
  }),
});

/**
 * Saves what was typed: of a new one, or the corrections of one sent. Errors: NOT_FOUND, FAILED_PRECONDITION (`sin-expediente`,
 * `solicitud-sin-presolicitud`, `solicitud-fuera-de-plazo`, `solicitud-no-editable`), ABORTED (`borrador-cambio`).
 */
export const saveBorradorSolicitud = callable({
  name: 'saveBorradorSolicitud',
  maxBytes: 160 * 1024,
  summary: 'Guarda el borrador de mi solicitud, o mis correcciones.',
  input: z.strictObject({
    convocatoriaId,
    respuestas: respuestasSchema,
    guardar: z.array(z.string().max(40)).max(200).optional(),
    desde: z.iso.datetime().nullable().optional(),
  }),
  output: z.object({
    /** Its id, by which referees are proposed. */
    id: z.string(),
    guardadoEn: z.string(),
    version: z.number(),
  }),
});

/**
 * Discards a draft that was never sent, with the referees that were proposed in it; of one sent, the corrections that were not.
 * Errors: NOT_FOUND, FAILED_PRECONDITION (`solicitud-no-editable`).
 */
export const discardBorradorSolicitud = callable({
  name: 'discardBorradorSolicitud',
  summary: 'Descarta el borrador de mi solicitud, o las correcciones sin enviar.',
  input: z.strictObject({ convocatoriaId }),
  output: z.null(),
});

/**
 * Sends the application, or sends it again corrected until the close; referees who wait for their invitation are invited. The same `llave`
 * has the same answer.
 *
 * Errors, each with nothing written and the draft kept: INVALID_ARGUMENT (`respuestas-por-corregir`), ABORTED (`version-cambio`),
 * FAILED_PRECONDITION (`solicitud-sin-presolicitud`, `solicitud-fuera-de-plazo`, `solicitud-no-editable`, `solicitud-sin-recomendantes`,
 * `reglas-no-cumplidas` with `details.reglas`, `convocatoria-concluida`, `sin-expediente`), NOT_FOUND.
 */
export const submitSolicitud = callable({
  name: 'submitSolicitud',
  maxBytes: 160 * 1024,
  summary: 'Envía mi solicitud, o la envía corregida, y emite el acuse.',
  input: z.strictObject({
    convocatoriaId,
    version: z.int32().min(1),
    respuestas: respuestasSchema,
    guardar: z.array(z.string().max(40)).max(100).default([]),
    llave: z.uuid().nullable().default(null),
  }),
  output: z.object({
    id: z.string(),
    estado,
    numero: z.number(),
    /** How the results name it: SP26-K9Y2-ZKYW-J. */
    folioSolicitud: z.string(),
    /** Of the acuse. */
    folio: z.string(),
    clave: z.string(),
    avisos: avisosSchema,
  }),
});

/** Withdraws for good; invitations and the interview are cancelled. Errors: NOT_FOUND, FAILED_PRECONDITION (`solicitud-no-se-desiste`). */
export const withdrawSolicitud = callable({
  name: 'withdrawSolicitud',
  summary: 'Desiste de mi solicitud.',
  input: z.strictObject({
    id: z.uuid(),
    motivo: z.string().trim().max(500).nullable().default(null),
  }),
  output: z.object({ estado }),
});
