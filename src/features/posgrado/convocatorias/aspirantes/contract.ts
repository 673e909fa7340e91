import { z } from 'zod';
import { callable } from '../../../../platform/shared/callable.ts';
import { MOTIVO_LECTURA } from '../../../../platform/shared/lecturas.ts';
import { resultadoReglaSchema } from '../../../plantillas/reglas/contract.ts';
import { EXCLUSION, RECOMENDACION, SOLICITUD } from '../../estados.ts';
import { TIPOS_DE_ETAPA } from '../contract.ts';
import { AVANCES_EN_ETAPA, type AvanceEnEtapa } from './rules.ts';

const id = z.uuid();
const estado = z.enum(SOLICITUD.estados);

const etapaDeSolicitud = z.object({
  etapaId: z.string(),
  nombre: z.string(),
  tipo: z.enum(TIPOS_DE_ETAPA),
  avance: z.enum(Object.keys(AVANCES_EN_ETAPA) as [AvanceEnEtapa, ...AvanceEnEtapa[]]),
});

const solicitudListada = z.object({
  id: z.string(),
  folio: z.string(),
  nombre: z.string(),
  estado,
  enviadaEn: z.string().nullable(),
  recomendaciones: z.object({ pedidas: z.number(), recibidas: z.number() }),
  /** A letter was opened from a browser where the applicant had entered. */
  sospecha: z.boolean(),
  /** A document that was sent was replaced in the file, or expired, since then. */
  documentosPorRevisar: z.number(),
  /** Its exclusion waits for another person. */
  porExcluir: z.boolean(),
  etapas: z.array(etapaDeSolicitud),
});
export type SolicitudListada = z.output<typeof solicitudListada>;

/** Applications that were sent, by folio or name. Errors: NOT_FOUND, PERMISSION_DENIED (`posgrado-es-parte`). */
export const listSolicitudesConvocatoria = callable({
  name: 'listSolicitudesConvocatoria',
  summary:
    'Solicitudes enviadas a una convocatoria de posgrado (Escolar y Admin; queda en el historial).',
  input: z.strictObject({
    convocatoriaId: id,
    /** Words of the name, or of the folio. */
    busqueda: z.string().max(100).optional(),
    estado: estado.optional(),
    aviso: z.enum(['sospecha', 'documentos', 'sinCartas', 'porExcluir']).optional(),
    orden: z.enum(['folio', 'nombre', 'enviadaEn']).default('enviadaEn'),
    descendente: z.boolean().default(false),
    pagina: z.int().min(1).max(10_000).default(1),
    porPagina: z.int().min(1).max(100).default(25),
  }),
  output: z.object({ total: z.number(), filas: z.array(solicitudListada) }),
});

const respuestaDescrita = z.object({
  etiqueta: z.string(),
  valor: z.string(),
  aceptado: z.string().optional(),
});

const documentoEnviado = z.object({
  /** Id of the version that was sent: `archivoPath` of documentos opens it. */
  id: z.string(),
  nombre: z.string(),
  contentType: z.string(),
  /** Its person has sent a newer one, or its validity is over: the one that was sent counts. */
  reemplazado: z.boolean(),
  vencido: z.boolean(),
});

const cartaSchema = z.object({
  id: z.string(),
  estado: z.enum(RECOMENDACION.estados),
  nombre: z.string(),
  correo: z.string(),
  institucion: z.string(),
  relacion: z.string(),
  invitadaEn: z.string().nullable(),
  recibidaEn: z.string().nullable(),
  sospecha: z.boolean(),
  /** It was received and cannot be read. */
  ilegible: z.boolean(),
  /** Null until it is received. */
  carta: z
    .object({
      texto: z.string(),
      /** How its author knows the applicant. */
      trato: z.string(),
      valoraciones: z.array(z.object({ etiqueta: z.string(), valor: z.string() })),
    })
    .nullable(),
});

const exclusionSchema = z.object({
  id: z.string(),
  estado: z.enum(EXCLUSION.estados),
  motivo: z.string(),
  propuso: z.string(),
  propia: z.boolean(),
  creadoEn: z.string(),
  decidio: z.string().nullable(),
  decididaEn: z.string().nullable(),
  nota: z.string().nullable(),
});
export type Exclusion = z.output<typeof exclusionSchema>;

/** One application for the staff; reading it is kept in the history of its person. Errors: NOT_FOUND, PERMISSION_DENIED. */
export const getSolicitudConvocatoria = callable({
  name: 'getSolicitudConvocatoria',
  summary:
    'Una solicitud de posgrado con sus respuestas, documentos y cartas (Escolar y Admin; queda en el historial).',
  input: z.strictObject({ id }),
  output: z.object({
    id: z.string(),
    folio: z.string(),
    estado,
    motivo: z.string().nullable(),
    persona: z.object({ clave: z.string(), nombre: z.string() }),
    enviadaEn: z.string().nullable(),
    /** How often it was sent. */
    envios: z.number(),
    /** Null: what was sent cannot be read. */
    secciones: z
      .array(z.object({ titulo: z.string(), respuestas: z.array(respuestaDescrita) }))
      .nullable(),
    requisitos: z.array(resultadoReglaSchema),
    documentos: z.array(documentoEnviado),
    cartas: z.array(cartaSchema),
    etapas: z.array(etapaDeSolicitud),
    cupos: z.array(z.string()),
    afirmativa: z.boolean(),
    antiguedadDias: z.number().nullable(),
    exclusiones: z.array(exclusionSchema),
    /** It competes: it may be excluded. */
    enConcurso: z.boolean(),
  }),
});
export type SolicitudDelPersonal = z.output<typeof getSolicitudConvocatoria.output>;

/**
 * What an applicant answered that is sensitive, in the newest sending, for staff who must attend to it. Each reading is in the history with
 * its reason. Errors: NOT_FOUND, INVALID_ARGUMENT (no reason), PERMISSION_DENIED (`posgrado-es-parte`, `sobre-uno-mismo`).
 */
export const getSensiblesSolicitud = callable({
  name: 'getSensiblesSolicitud',
  summary:
    'Las respuestas sensibles de una solicitud de posgrado, con el motivo (Escolar y Admin; queda en el historial).',
  input: z.strictObject({
    id,
    motivo: z
      .string()
      .trim()
      .min(MOTIVO_LECTURA.min, 'Escriba para qué necesita consultarlas.')
      .max(MOTIVO_LECTURA.max),
  }),
  output: z.object({
    /** They cannot be read: the database was altered, or its key was lost. */
    ilegible: z.boolean(),
    secciones: z.array(
      z.object({
        titulo: z.string(),
        respuestas: z.array(z.object({ etiqueta: z.string(), valor: z.string() })),
      }),
    ),
  }),
});

/**
 * Asks that an application be taken out of the contest. Errors: NOT_FOUND, FAILED_PRECONDITION (`solicitud-no-se-excluye`), ALREADY_EXISTS
 * (`exclusion-en-espera`), PERMISSION_DENIED (`posgrado-es-parte`, `sobre-uno-mismo`).
 */
export const requestExclusionSolicitud = callable({
  name: 'requestExclusionSolicitud',
  summary:
    'Pide excluir una solicitud por falsedad o por perder un requisito; otra persona del personal lo aprueba (Admin).',
  input: z.strictObject({
    solicitudId: id,
    motivo: z
      .string()
      .trim()
      .min(10, 'Escriba el motivo, en una frase que leerá la persona.')
      .max(1000),
  }),
  output: z.object({ id: z.string() }),
});

/** Errors: NOT_FOUND, ABORTED (`modificacion-ya-atendida`), FAILED_PRECONDITION (`posgrado-misma-persona`, `solicitud-no-se-excluye`), PERMISSION_DENIED. */
export const decideExclusionSolicitud = callable({
  name: 'decideExclusionSolicitud',
  summary:
    'Aprueba o rechaza la exclusión de una solicitud que pidió otra persona (Escolar y Admin).',
  input: z.strictObject({
    id,
    aprueba: z.boolean(),
    nota: z.string().trim().max(1000).default(''),
  }),
  output: z.object({ estado: z.enum(EXCLUSION.estados) }),
});

/** Errors: NOT_FOUND, ABORTED (`modificacion-ya-atendida`), PERMISSION_DENIED. */
export const withdrawExclusionSolicitud = callable({
  name: 'withdrawExclusionSolicitud',
  summary: 'Retira la exclusión por aprobar de una solicitud (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: z.object({ ok: z.literal(true) }),
});
