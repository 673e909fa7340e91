/** How far the evaluation is, closing a stage, and what came of it. */
import { z } from 'zod';
import { callable } from '../../../../platform/shared/callable.ts';
import { TIPOS_DE_ETAPA } from '../../convocatorias/contract.ts';

const id = z.uuid();
const motivo = z.string().trim().min(10, 'Escriba el motivo en una frase.').max(500);

const etapaConAvance = z.object({
  id: z.string(),
  nombre: z.string(),
  tipo: z.enum(TIPOS_DE_ETAPA),
  venceEn: z.string().nullable(),
  cerradaEn: z.string().nullable(),
  /** Name of the account that closed it. */
  cerro: z.string().nullable(),
  /** Applications that reach it; null: a stage before it is open. */
  solicitudes: z.number().nullable(),
  /** Of those, the ones that lack evaluators. */
  sinEvaluadores: z.number(),
  asignadas: z.number(),
  entregadas: z.number(),
  muestras: z.number(),
});
export type EtapaConAvance = z.output<typeof etapaConAvance>;

/** Counts only: nobody's points, and nothing by application. Errors: NOT_FOUND, PERMISSION_DENIED (`posgrado-es-parte`). */
export const listAvanceEvaluacion = callable({
  name: 'listAvanceEvaluacion',
  summary:
    'El avance de la evaluación de una convocatoria, por etapa, sin puntos (Escolar y Admin).',
  input: z.strictObject({ convocatoriaId: id }),
  output: z.object({
    etapas: z.array(etapaConAvance),
    evaluadores: z.number(),
    impedimentosPorResolver: z.number(),
  }),
});

/**
 * Closes a stage: its points are known and change no more. With something missing it asks for a reason. Errors: NOT_FOUND,
 * FAILED_PRECONDITION (`etapa-con-pendientes`, `etapa-anterior-abierta`, `evaluacion-sin-solicitudes`, `etapa-cerrada`),
 * PERMISSION_DENIED.
 */
export const endEtapa = callable({
  name: 'endEtapaEvaluacion',
  summary:
    'Cierra una etapa con todo entregado, o con el motivo de lo que falta (Escolar y Admin).',
  input: z.strictObject({ etapaId: id, motivo: motivo.nullable().default(null) }),
  output: z.object({ cerradaEn: z.string() }),
});

const entrega = z.object({
  evaluador: z.string(),
  /** Hundredths of a point out of 100. */
  puntos: z.number(),
  tercera: z.boolean(),
  entregadaEn: z.string(),
  criterios: z.array(z.object({ nombre: z.string(), puntos: z.number(), comentario: z.string() })),
});

const resultado = z.object({
  solicitudId: z.string(),
  folio: z.string(),
  /** Hundredths of a point out of 100; null: nothing was delivered, or it is being evaluated again. */
  puntos: z.number().nullable(),
  /** It is being evaluated again: nobody sees what is delivered until all of it is. */
  repetida: z.boolean(),
  entregas: z.array(entrega),
});
export type ResultadoDeEtapa = z.output<typeof resultado>;

const severidad = z.object({
  evaluador: z.string(),
  dictamenes: z.number(),
  /** Hundredths of a point out of 100: the mean of what they gave, and of what others gave to the same applications. */
  media: z.number(),
  deOtros: z.number().nullable(),
});
export type Severidad = z.output<typeof severidad>;

/**
 * The points of a closed stage, by folio, and how severe each evaluator was: told, never corrected. Errors: NOT_FOUND,
 * FAILED_PRECONDITION (`etapa-abierta`), PERMISSION_DENIED (`posgrado-es-parte`).
 */
export const listResultadosEtapa = callable({
  name: 'listResultadosEtapa',
  summary:
    'Los puntos de una etapa cerrada y la severidad de cada evaluador (Escolar y Admin; queda en el historial).',
  input: z.strictObject({ etapaId: id }),
  output: z.object({
    etapa: z.object({
      id: z.string(),
      nombre: z.string(),
      cerradaEn: z.string(),
      /** Hundredths of a point out of 100. */
      minimo: z.number().nullable(),
      corte: z.number().nullable(),
    }),
    resultados: z.array(resultado),
    severidad: z.array(severidad),
    /** Why nothing may be evaluated again; null: it may. */
    noSeRepite: z.string().nullable(),
  }),
});
export type ResultadosDeEtapa = z.output<(typeof listResultadosEtapa)['output']>;

/**
 * Evaluates an application again in a closed stage, before the results are approved: what was delivered is annulled, kept, and as many
 * others score it. Errors: NOT_FOUND, FAILED_PRECONDITION (`etapa-abierta`, `evaluacion-sin-reemplazo`, `evaluacion-con-ranking`),
 * PERMISSION_DENIED (`sobre-uno-mismo`, `posgrado-es-parte`).
 */
export const requestReevaluacion = callable({
  name: 'requestReevaluacionEtapa',
  summary:
    'Ordena evaluar de nuevo una solicitud en una etapa cerrada, con el motivo (Escolar y Admin).',
  input: z.strictObject({ etapaId: id, solicitudId: id, motivo }),
  output: z.object({ ok: z.literal(true) }),
});
