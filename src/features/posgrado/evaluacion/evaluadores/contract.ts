import { z } from 'zod';
import { callable } from '../../../../platform/shared/callable.ts';

const id = z.uuid();

const evaluador = z.object({
  id: z.string(),
  persona: z.object({ clave: z.string(), nombre: z.string() }),
  /** Without an account nobody can score. */
  conCuenta: z.boolean(),
  /** Ids of the stages in which they score; empty: all. */
  etapas: z.array(z.string()),
  creadoEn: z.string(),
  /** When and why they left; null: they evaluate. */
  baja: z.object({ en: z.string(), motivo: z.string() }).nullable(),
  /** Applications that they have in each stage, and how many they delivered; nothing of what they gave. */
  avance: z.array(z.object({ etapaId: z.string(), asignadas: z.number(), entregadas: z.number() })),
});
export type Evaluador = z.output<typeof evaluador>;

/** Errors: NOT_FOUND, PERMISSION_DENIED (`posgrado-es-parte`). */
export const listEvaluadoresConvocatoria = callable({
  name: 'listEvaluadoresConvocatoria',
  summary:
    'Las personas que evalúan en una convocatoria, con su carga y su avance, sin puntos (Escolar y Admin).',
  input: z.strictObject({ convocatoriaId: id }),
  output: z.object({
    evaluadores: z.array(evaluador),
    /** The stages that are scored, in order. */
    etapas: z.array(
      z.object({ id: z.string(), nombre: z.string(), cerradaEn: z.string().nullable() }),
    ),
    /** Evaluators of each application. */
    dictamenesPorSolicitud: z.number(),
    /** Whether evaluators may be added and removed. */
    abierta: z.boolean(),
  }),
});

/**
 * Adds an evaluator: somebody with a file, whatever their role. Errors: NOT_FOUND (`convocatoria-no-existe`, or nobody has that key),
 * ALREADY_EXISTS (`evaluador-ya-esta`), FAILED_PRECONDITION (`evaluador-es-parte`, `convocatoria-concluida`, `etapa-no-existe`),
 * PERMISSION_DENIED.
 */
export const createEvaluadorConvocatoria = callable({
  name: 'createEvaluadorConvocatoria',
  summary:
    'Registra a una persona, por su CURP o clave, como evaluadora de una convocatoria (Escolar y Admin).',
  input: z.strictObject({
    convocatoriaId: id,
    /** CURP or key. */
    clave: z.string().trim().min(1).max(60),
    /** Stages in which they score; empty: all. */
    etapas: z.array(id).max(20).default([]),
  }),
  output: z.object({ id: z.string(), nombre: z.string() }),
});

/**
 * Takes an evaluator out: what they delivered stays, what they had pending goes to others. Errors: NOT_FOUND (`evaluador-no-existe`),
 * PERMISSION_DENIED.
 */
export const removeEvaluadorConvocatoria = callable({
  name: 'removeEvaluadorConvocatoria',
  summary: 'Retira a una persona de la evaluación; lo pendiente se reasigna (Escolar y Admin).',
  input: z.strictObject({ id, motivo: z.string().trim().min(5).max(500) }),
  output: z.object({
    reasignadas: z.number(),
    /** Applications that nobody could take. */
    sinReemplazo: z.number(),
  }),
});
