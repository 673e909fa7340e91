import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { parteDe, resultadoLote } from '../../../platform/shared/lotes.ts';
import { DOCUMENTO } from '../../documentos/estados.ts';
import { resultadoReglaSchema } from '../../plantillas/reglas/contract.ts';
import { OBSERVACION, PRESOLICITUD, RECONSIDERACION } from '../estados.ts';
import {
  ESTADOS_REQUISITO,
  MOTIVO_MAX,
  MOTIVO_MIN,
  OBSERVACION_MAX,
  ORDENES,
  TIPOS_REQUISITO,
} from './rules.ts';

const id = z.uuid();
const done = z.object({ ok: z.literal(true) });
/** Of a course in an address: what is no identifier is not found. */
const cursoId = z.string().max(100);
/** Key of a field of the form or of a rule. */
const requisitoClave = z.string().min(1).max(60);

const estado = z.enum(PRESOLICITUD.estados);
/** Drafts are seen by their person only. */
const estadosEnviados = PRESOLICITUD.estados.filter((one) => one !== 'borrador');

const curso = z.object({ id: z.string(), nombre: z.string(), tipo: z.string() });
const convocatoria = z.object({
  id: z.string(),
  edicionId: z.string(),
  nombre: z.string(),
  /** Published and not cancelled: its pre-applications may be decided. */
  vigente: z.boolean(),
});
export type ConvocatoriaDeCurso = z.output<typeof convocatoria>;

const observacion = z.object({
  /** 1 with the first observations. */
  ronda: z.number(),
  estado: z.enum(OBSERVACION.estados),
  texto: z.string(),
  /** ISO 8601. */
  creadoEn: z.string(),
  /** What the applicant says of their correction; null: nothing yet. */
  respuesta: z.string().nullable(),
  respondidaEn: z.string().nullable(),
});

/** A requirement: of a rule, of a document, or of another answer that was observed. */
const requisito = z.object({
  clave: z.string(),
  tipo: z.enum(TIPOS_REQUISITO),
  titulo: z.string(),
  estado: z.enum(ESTADOS_REQUISITO),
  /** What shows it, in a sentence; empty: nothing but the answer itself. */
  detalle: z.string(),
  /** The newest round first. */
  observaciones: z.array(observacion),
});
export type RequisitoVisto = z.output<typeof requisito>;

const plazo = z.object({
  /** Last instant (ISO 8601). */
  venceEn: z.string(),
  /** Working days that are left, today not counted; 0 on the last one, negative when it passed. */
  diasHabiles: z.number(),
  vencido: z.boolean(),
});
export type Plazo = z.output<typeof plazo>;

const propia = z.object({
  id: z.string(),
  convocatoria,
  estado,
  /** ISO 8601; null of a draft. */
  enviadaEn: z.string().nullable(),
  decididaEn: z.string().nullable(),
  /** Why it is improcedente, retirada or anulada. */
  motivo: z.string().nullable(),
  requisitos: z.array(requisito),
  /** To answer the observations; null: there are none pending. */
  subsanar: plazo.nullable(),
  /** To contest a decision of improcedente; null: it is not. */
  inconformidad: plazo.nullable(),
  /** Until when applications are received (ISO 8601): of one that is válida. */
  solicitudCierra: z.string(),
  /** The key of their file, for the links to the vault. */
  clave: z.string(),
});
export type PresolicitudPropia = z.output<typeof propia>;

/**
 * What whoever asks may see of a programme's pre-applications: their own, and for staff which calls they attend. Errors:
 * NOT_FOUND (`curso-sin-convocatoria`).
 */
export const getValidacionPresolicitud = callable({
  name: 'getValidacionPresolicitud',
  summary:
    'Mi presolicitud a un programa, requisito por requisito; al personal le dice qué convocatorias del programa puede atender.',
  input: z.strictObject({ cursoId }),
  output: z.object({
    curso,
    /** The newest first. */
    propias: z.array(propia),
    /** Null: not of the staff, or a party in every call. */
    personal: z.object({ convocatorias: z.array(convocatoria) }).nullable(),
    /** The server's clock (ISO 8601). */
    ahora: z.string(),
  }),
});

/** What the staff's table shows. */
export const filtrosPresolicitudes = z.strictObject({
  cursoId,
  convocatoriaId: id.optional(),
  estado: z.enum(estadosEnviados as [string, ...string[]] as typeof estadosEnviados).optional(),
  /** Words of the name, a CURP or key, or the folio of an acuse. */
  busqueda: z.string().max(100).optional(),
});
export type FiltrosPresolicitudes = z.output<typeof filtrosPresolicitudes>;

const persona = z.object({ clave: z.string(), nombre: z.string() });
/** Requirements that are met, of all. */
const cuenta = z.object({ cumplidos: z.number(), total: z.number() });

const fila = z.object({
  id: z.string(),
  persona,
  convocatoria: z.object({ id: z.string(), nombre: z.string() }),
  estado,
  /** Folio of the newest acuse; null: it cannot be read. */
  folio: z.string().nullable(),
  /** Of the newest sending (ISO 8601). */
  enviadaEn: z.string(),
  /** Days that it has waited for the school; null: it does not wait. */
  diasEnEspera: z.number().nullable(),
  requisitos: cuenta,
  observaciones: z.number(),
  subsanar: plazo.nullable(),
  /** Name of who looks at it now; null: nobody does. */
  revisa: z.string().nullable(),
});
export type FilaPresolicitud = z.output<typeof fila>;

/**
 * The applicants of a programme. Only of calls where whoever asks neither applies nor recommends. Errors: NOT_FOUND
 * (`curso-sin-convocatoria`), PERMISSION_DENIED (`posgrado-es-parte`: a party in all of them).
 */
export const listPresolicitudesCurso = callable({
  name: 'listPresolicitudesCurso',
  summary: 'Las presolicitudes enviadas a un programa, con filtros (Escolar y Admin).',
  input: filtrosPresolicitudes.extend({
    orden: z.enum(ORDENES).default('enviada'),
    descendente: z.boolean().default(false),
    pagina: z.int().min(1).max(100_000).default(1),
    porPagina: z.int().min(1).max(200).default(50),
  }),
  output: z.object({ total: z.number(), filas: z.array(fila), parecidas: z.boolean() }),
});

const dicho = z.object({
  titulo: z.string(),
  datos: z.array(z.object({ etiqueta: z.string(), valor: z.string() })),
});

/** What of a requirement staff see besides. */
const requisitoRevisado = requisito.extend({
  /** Whether a reviewer may mark it, and whether one did, of this sending or of one whose answer was the same. */
  marcable: z.boolean(),
  marcado: z.boolean(),
  /** What changed since it was sent, each in a sentence. */
  avisos: z.array(z.string()),
  /** Of a rule: as it was decided when it was sent, and now where that is different. */
  regla: z
    .object({ alEnviar: resultadoReglaSchema, ahora: resultadoReglaSchema.nullable() })
    .nullable(),
  /** Of a document: the version that was sent, as it is now. Null also when it is no longer kept. */
  documento: z
    .object({
      id: z.string(),
      tipo: z.string(),
      version: z.number(),
      estado: z.enum(DOCUMENTO.estados),
      contentType: z.string(),
      /** Why nobody opens it; null: it opens. */
      antivirus: z.enum(['cuarentena', 'infectado']).nullable(),
      /** ISO 8601: when it came to the vault. */
      creadoEn: z.string(),
      /** It waits in the vault's own queue, and whoever asks may review it there. */
      porValidar: z.boolean(),
      /** What of their file it is to prove. */
      prueba: z.array(dicho),
    })
    .nullable(),
});
export type RequisitoRevisado = z.output<typeof requisitoRevisado>;

const reconsideracion = z.object({
  id: z.string(),
  estado: z.enum(RECONSIDERACION.estados),
  motivo: z.string(),
  /** Name of who asks for it, and whether that is the person who looks. */
  pidio: z.string(),
  propia: z.boolean(),
  creadoEn: z.string(),
});

const registro = fila.extend({
  persona: persona.extend({
    curp: z.string().nullable(),
    fechaNacimiento: z.string().nullable(),
    entidadNacimiento: z.string().nullable(),
  }),
  /** Number of the newest sending, from 1. */
  envio: z.number(),
  decididaEn: z.string().nullable(),
  decidio: z.string().nullable(),
  motivo: z.string().nullable(),
  requisitos: z.array(requisitoRevisado),
  /** Rules that only warn and were not met. */
  advertencias: z.array(resultadoReglaSchema),
  /** What was answered, but the sensitive answers; `clave` is the field's. */
  secciones: z.array(
    z.object({
      titulo: z.string(),
      respuestas: z.array(z.object({ clave: z.string(), etiqueta: z.string(), valor: z.string() })),
    }),
  ),
  /** How many sensitive answers were given: they are read apart. */
  sensibles: z.number(),
  /** The answers or the evaluation cannot be read: somebody altered the database. */
  ilegible: z.boolean(),
  /** Working days that observations give, and that one has to contest. */
  dias: z.object({ subsanar: z.number(), inconformidad: z.number() }),
  /** Last day (YYYY-MM-DD) to answer observations that were sent today. */
  venceriaEl: z.string(),
  puede: z.object({ revisar: z.boolean(), pedirReconsideracion: z.boolean() }),
  reconsideracion: reconsideracion.nullable(),
});
export type RegistroPresolicitud = z.output<typeof registro>;

/**
 * One pre-application, whole but the sensitive answers, with each requirement as it was sent and as it is now. The reading is
 * recorded. Errors: NOT_FOUND, PERMISSION_DENIED (`presolicitud-propia`, `posgrado-es-parte`).
 */
export const getRevisionPresolicitud = callable({
  name: 'getRevisionPresolicitud',
  summary:
    'Una presolicitud enviada: respuestas, documentos con los datos que prueban y reglas, como se envió y como está ahora (Escolar y Admin; queda en el historial).',
  input: z.strictObject({ id }),
  output: registro,
});

/** The sensitive answers of the newest sending. The reading is recorded. Errors: as `getRevisionPresolicitud`. */
export const getSensiblesPresolicitud = callable({
  name: 'getSensiblesPresolicitud',
  summary: 'Las respuestas sensibles de una presolicitud (Escolar y Admin; queda en el historial).',
  input: z.strictObject({ id }),
  output: z.object({
    secciones: z.array(
      z.object({
        titulo: z.string(),
        respuestas: z.array(z.object({ etiqueta: z.string(), valor: z.string() })),
      }),
    ),
  }),
});

const espera = z.object({ cuantos: z.number(), desde: z.string().nullable() });

/**
 * The next one that waits, given to nobody else for ten minutes (`renewRevisionPresolicitud`); the one before is let go. The
 * reading is recorded. Errors of one that is asked for: NOT_FOUND, PERMISSION_DENIED, ABORTED (`presolicitud-decidida`),
 * FAILED_PRECONDITION (`presolicitud-de-otro`).
 */
export const startRevisionPresolicitud = callable({
  name: 'startRevisionPresolicitud',
  summary:
    'La presolicitud que sigue por revisar en un programa, que durante diez minutos no se da a nadie más (Escolar y Admin).',
  input: z.strictObject({
    cursoId,
    /** This one, and not the one that has waited longest. */
    id: id.optional(),
    /** Those that were left for later. */
    saltados: z.array(id).max(500).default([]),
  }),
  output: z.object({
    curso,
    /** Null: none waits, but for those that were left for later or that others look at. */
    presolicitud: registro.nullable(),
    espera,
  }),
});

/** Errors: FAILED_PRECONDITION (`presolicitud-de-otro`), ABORTED (`presolicitud-decidida`). */
export const renewRevisionPresolicitud = callable({
  name: 'renewRevisionPresolicitud',
  summary: 'Sigue revisando una presolicitud: diez minutos más (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: done,
});

/** Lets go of whatever the actor was looking at. */
export const endRevisionPresolicitud = callable({
  name: 'endRevisionPresolicitud',
  summary: 'Deja de revisar: la presolicitud queda para quien siga (Escolar y Admin).',
  input: z.union([z.null(), z.strictObject({})]),
  output: done,
});

/**
 * Marks a requirement of the newest sending as validated, or takes the mark away. Does nothing to the document in the vault.
 * Whoever does holds the turn. Errors: NOT_FOUND, FAILED_PRECONDITION (`presolicitud-de-otro`, `presolicitud-sin-requisito`,
 * `presolicitud-requisito-no-cumplido`, `presolicitud-documento-en-espera`), ABORTED (`presolicitud-decidida`,
 * `presolicitud-otro-envio`), PERMISSION_DENIED.
 */
export const reviewRequisitoPresolicitud = callable({
  name: 'reviewRequisitoPresolicitud',
  summary:
    'Marca un requisito de una presolicitud como validado, o le quita la marca (Escolar y Admin).',
  input: z.strictObject({
    id,
    /** Number of the sending that was looked at. */
    envio: z.int().min(1).max(10_000),
    requisito: requisitoClave,
    validado: z.boolean(),
  }),
  output: z.object({
    /** As it stands now. */
    requisito: requisitoRevisado.pick({ clave: true, estado: true, marcado: true }),
    cuenta,
  }),
});

/**
 * `observar` sends all observations with one term of working days; `validar` needs every requirement met; `rechazar`
 * (improcedente) tells why and how to contest. The applicant is told by mail at once. Sent twice by the same person it is one. Errors:
 * NOT_FOUND, FAILED_PRECONDITION (`presolicitud-de-otro`, `presolicitud-faltan-requisitos`, `presolicitud-sin-requisito`,
 * `convocatoria-concluida`), ABORTED (`presolicitud-decidida`, `presolicitud-otro-envio`), PERMISSION_DENIED.
 */
export const decideRevisionPresolicitud = callable({
  name: 'decideRevisionPresolicitud',
  summary: 'Envía observaciones, valida o declara improcedente una presolicitud (Escolar y Admin).',
  input: z.discriminatedUnion('decision', [
    z.strictObject({ id, envio: z.int().min(1).max(10_000), decision: z.literal('validar') }),
    z.strictObject({
      id,
      envio: z.int().min(1).max(10_000),
      decision: z.literal('observar'),
      observaciones: z
        .array(
          z.strictObject({
            requisito: requisitoClave,
            texto: z.string().trim().min(MOTIVO_MIN).max(OBSERVACION_MAX),
          }),
        )
        .min(1)
        .max(50),
    }),
    z.strictObject({
      id,
      envio: z.int().min(1).max(10_000),
      decision: z.literal('rechazar'),
      /** Those that are not met. */
      requisitos: z.array(requisitoClave).min(1).max(50),
      motivo: z.string().trim().min(MOTIVO_MIN).max(MOTIVO_MAX),
    }),
  ]),
  output: done,
});

/** Validates those whose requirements are all met, now as when they were sent; of each other it says why not. */
export const decidePresolicitudesCurso = callable({
  name: 'decidePresolicitudesCurso',
  summary:
    'Valida las presolicitudes que cumplen todos los requisitos, y dice por qué no las demás (Escolar y Admin).',
  input: z.strictObject({ parte: parteDe(filtrosPresolicitudes, id) }),
  output: resultadoLote,
});

/**
 * Takes a decision back (válida, improcedente or vencida → enviada), while no application was sent: it waits for another Admin,
 * or is done at once where there is none. Errors: NOT_FOUND, FAILED_PRECONDITION (`presolicitud-no-reconsiderable`,
 * `presolicitud-con-solicitud`, `presolicitud-con-otra`, `convocatoria-concluida`), ALREADY_EXISTS (`reconsideracion-ya-pedida`),
 * PERMISSION_DENIED.
 */
export const requestReconsideracionPresolicitud = callable({
  name: 'requestReconsideracionPresolicitud',
  summary: 'Pide reconsiderar lo decidido de una presolicitud; otra persona lo aprueba (Admin).',
  input: z.strictObject({ id, motivo: z.string().trim().min(MOTIVO_MIN).max(MOTIVO_MAX) }),
  /** `pendiente`: it waits for another Admin. */
  output: z.object({ id: z.string(), pendiente: z.boolean() }),
});

/** Errors: as asking for it, besides ABORTED (`reconsideracion-atendida`), FAILED_PRECONDITION (`posgrado-misma-persona`). */
export const decideReconsideracionPresolicitud = callable({
  name: 'decideReconsideracionPresolicitud',
  summary: 'Aprueba o rechaza la reconsideración que pidió otra persona (Admin).',
  input: z.strictObject({ id, aprueba: z.boolean(), nota: z.string().trim().max(500).default('') }),
  output: done,
});

/** By whoever asked for it. Errors: ABORTED (`reconsideracion-atendida`), PERMISSION_DENIED. */
export const withdrawReconsideracionPresolicitud = callable({
  name: 'withdrawReconsideracionPresolicitud',
  summary: 'Retira la reconsideración que pidió (Admin).',
  input: z.strictObject({ id }),
  output: done,
});
