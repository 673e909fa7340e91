import { z } from 'zod';
import { callable } from '../../../../platform/shared/callable.ts';
import { cursoSchema } from '../../../cursos/contract.ts';
import { CONVOCATORIA } from '../../estados.ts';
import { TIPOS_DE_ETAPA } from '../contract.ts';
import { contenidoLeido, entornoSchema } from '../escritura/contract.ts';
import { modificacionPublicaSchema, modificacionSchema } from '../modificaciones/contract.ts';
import { MOMENTOS_DE_CONVOCATORIA, type MomentoDeConvocatoria } from '../rules.ts';

const estado = z.enum(CONVOCATORIA.estados);
const momento = z.enum(
  Object.keys(MOMENTOS_DE_CONVOCATORIA) as [MomentoDeConvocatoria, ...MomentoDeConvocatoria[]],
);

const convocatoriaListada = z.object({
  id: z.string(),
  edicionId: z.string(),
  programa: z.string(),
  edicion: z.string(),
  inicia: z.string(),
  estado,
  /** Null: a draft, or over. */
  momento: momento.nullable(),
  presolicitudesValidas: z.number(),
  /** Sent and not withdrawn. */
  solicitudesEnviadas: z.number(),
  /** With a place or enrolled; 0 until the results are published. */
  admitidas: z.number(),
  cupo: z.number(),
  /** The next date (ISO 8601); null: none is left. */
  proxima: z.object({ titulo: z.string(), en: z.string() }).nullable(),
  /** Something of it waits for another person of the staff. */
  porAprobar: z.boolean(),
});
export type ConvocatoriaListada = z.output<typeof convocatoriaListada>;

/** Without those in which the actor applies or recommends. */
export const listConvocatorias = callable({
  name: 'listConvocatorias',
  summary: 'Convocatorias de posgrado, con su avance y su próxima fecha (Escolar y Admin).',
  input: z.strictObject({
    /** Words of the programme or the edition. */
    busqueda: z.string().max(100).optional(),
    estado: estado.optional(),
    orden: z.enum(['inicia', 'programa']).default('inicia'),
    descendente: z.boolean().default(true),
    pagina: z.int().min(1).max(1000).default(1),
    porPagina: z.int().min(1).max(100).default(25),
  }),
  output: z.object({ total: z.number(), filas: z.array(convocatoriaListada) }),
});

/** How far each part of a call is: only counts, never scores. */
const avanceSchema = z.object({
  /** By state (`PRESOLICITUD`, `SOLICITUD`); a state without any is left out. */
  presolicitudes: z.record(z.string(), z.number()),
  solicitudes: z.record(z.string(), z.number()),
  recomendaciones: z.object({ pedidas: z.number(), recibidas: z.number(), sospechas: z.number() }),
  evaluadores: z.number(),
  impedimentosPorResolver: z.number(),
  etapas: z.array(
    z.object({
      id: z.string(),
      nombre: z.string(),
      tipo: z.enum(TIPOS_DE_ETAPA),
      cerradaEn: z.string().nullable(),
      venceEn: z.string().nullable(),
      /** Scores to deliver and delivered; applications with a result of the exam; interviews booked and held. */
      total: z.number(),
      terminados: z.number(),
      /** Results of the exam are imported, or slots are open. */
      empezada: z.boolean(),
    }),
  ),
  inconformidadesAbiertas: z.number(),
  exclusionesPorAprobar: z.number(),
  /** State of the last ranking (`RANKING`), and when it was or will be published; null: none was computed. */
  ranking: z
    .object({ numero: z.number(), estado: z.string(), publicarEn: z.string().nullable() })
    .nullable(),
});
export type AvanceDeConvocatoria = z.output<typeof avanceSchema>;

/** Errors: NOT_FOUND (`convocatoria-no-existe`), PERMISSION_DENIED (`posgrado-es-parte`). */
export const getConvocatoria = callable({
  name: 'getConvocatoria',
  summary:
    'Una convocatoria de posgrado con sus bases, etapas, modificaciones y avance (Escolar y Admin).',
  input: z.strictObject({ edicionId: z.uuid() }),
  output: z.object({
    id: z.string(),
    edicionId: z.string(),
    curso: cursoSchema,
    estado,
    momento: momento.nullable(),
    revision: z.number(),
    formula: z.number(),
    contenido: contenidoLeido,
    entorno: entornoSchema,
    publicadaEn: z.string().nullable(),
    /** The first application was sent: the formula is frozen. */
    congeladaEn: z.string().nullable(),
    concluidaEn: z.string().nullable(),
    canceladaEn: z.string().nullable(),
    canceladaMotivo: z.string().nullable(),
    /** SHA-256 (hex) of the draw's secret. */
    sorteoHash: z.string().nullable(),
    /** The publication or modification that waits for another person. */
    enEspera: modificacionSchema.nullable(),
    /** Decided ones, the newest first. */
    modificaciones: z.array(modificacionSchema),
    avance: avanceSchema,
    /** Stages that may not change: closed, and with scores. */
    cerradas: z.array(z.string()),
    conDictamenes: z.array(z.string()),
    conResultados: z.boolean(),
    /** Why it may not be concluded; null: it may, or it does not apply. */
    porQueNoConcluye: z.string().nullable(),
    /** People who are told when it is modified or cancelled. */
    aspirantes: z.number(),
  }),
});

/** The terms of a published call, as anybody who applies reads them. Errors: NOT_FOUND (`convocatoria-no-existe`; also of a draft). */
export const getBasesConvocatoria = callable({
  name: 'getBasesConvocatoria',
  summary:
    'Las bases de una convocatoria publicada: etapas, criterios, desempates y modificaciones.',
  input: z.strictObject({ convocatoriaId: z.uuid() }),
  output: z.object({
    contenido: contenidoLeido,
    /** Without who evaluates. */
    entorno: entornoSchema,
    publicadaEn: z.string(),
    congeladaEn: z.string().nullable(),
    formula: z.number(),
    cerradas: z.array(z.string()),
    /** SHA-256 (hex) of the secret of the draw, which is published with the results. */
    sorteoHash: z.string(),
    /** The first one first. */
    modificaciones: z.array(modificacionPublicaSchema),
  }),
});
