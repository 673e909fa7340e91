import { z } from 'zod';
import { callable } from '../../../../platform/shared/callable.ts';
import { ASIGNACION } from '../../estados.ts';

const id = z.uuid();
const motivo = z.string().trim().min(10, 'Escriba el motivo en una frase.').max(500);

const quien = z.object({ id: z.string(), nombre: z.string() });

const asignacion = z.object({
  id: z.string(),
  evaluador: quien,
  /** Why it was made by hand; null: it was drawn. */
  motivo: z.string().nullable(),
  /** Told once the stage is closed; null before. */
  estado: z.enum(ASIGNACION.estados).nullable(),
  tercera: z.boolean(),
});

const fila = z.object({
  solicitudId: z.string(),
  folio: z.string(),
  asignaciones: z.array(asignacion),
  /** Evaluators that it lacks. */
  faltan: z.number(),
});
export type FilaDeAsignacion = z.output<typeof fila>;

/**
 * Who evaluates what in a stage, by folio: neither whose the applications are nor what was delivered; of a disagreement nothing before
 * the stage closes. Errors: NOT_FOUND, PERMISSION_DENIED (`posgrado-es-parte`).
 */
export const listAsignacionesEtapa = callable({
  name: 'listAsignacionesEtapa',
  summary: 'Las solicitudes que llegan a una etapa y sus evaluadores, por folio (Escolar y Admin).',
  input: z.strictObject({ etapaId: id }),
  output: z.object({
    etapa: z.object({
      id: z.string(),
      nombre: z.string(),
      venceEn: z.string().nullable(),
      cerradaEn: z.string().nullable(),
      semilla: z.string().nullable(),
    }),
    dictamenesPorSolicitud: z.number(),
    /** Why nothing may be assigned now; null: it may. */
    noSeAsigna: z.string().nullable(),
    filas: z.array(fila),
    /** Evaluators of the stage, with how many applications each has and delivered. */
    evaluadores: z.array(
      z.object({
        id: z.string(),
        nombre: z.string(),
        asignadas: z.number(),
        entregadas: z.number(),
      }),
    ),
  }),
});
export type AsignacionesDeEtapa = z.output<(typeof listAsignacionesEtapa)['output']>;

/**
 * What the draw of a stage would give to the applications that lack evaluators. Its seed is made the first time and never changes.
 * Errors: NOT_FOUND, FAILED_PRECONDITION (`etapa-anterior-abierta`, `etapa-cerrada`, `evaluacion-sin-solicitudes`,
 * `evaluacion-sin-evaluadores`, `convocatoria-concluida`), PERMISSION_DENIED.
 */
export const previewAsignacionEtapa = callable({
  name: 'previewAsignacionEtapa',
  summary: 'Muestra cómo quedaría el sorteo de evaluadores de una etapa (Escolar y Admin).',
  input: z.strictObject({ etapaId: id }),
  output: z.object({
    semilla: z.string(),
    /** Goes back to `assignSolicitudesEtapa`. */
    huella: z.string(),
    solicitudes: z.number(),
    nuevas: z.number(),
    /** Applications of each evaluator, before and after. */
    cargas: z.array(z.object({ nombre: z.string(), antes: z.number(), despues: z.number() })),
    /** Pairs in conflict that were left out, and pairs that staff have yet to resolve and were needed. */
    impedidas: z.number(),
    dudosas: z.number(),
    /** Each application that is left without enough evaluators, in a sentence. */
    incompletas: z.array(z.string()),
  }),
});

/** Assigns what the preview showed, once. Errors: those of the preview; ABORTED (`asignacion-ya-cambio`). */
export const assignSolicitudesEtapa = callable({
  name: 'assignSolicitudesEtapa',
  summary: 'Asigna las solicitudes de una etapa como mostró el sorteo (Escolar y Admin).',
  input: z.strictObject({ etapaId: id, huella: z.string().max(64) }),
  output: z.object({ asignadas: z.number(), incompletas: z.number() }),
});

/**
 * Errors: NOT_FOUND (`etapa-no-existe`, `asignacion-sin-solicitud`, `evaluador-no-existe`), FAILED_PRECONDITION
 * (`asignacion-impedida`, `asignacion-completa`, `etapa-cerrada`), ALREADY_EXISTS (`asignacion-ya-existe`), PERMISSION_DENIED.
 */
export const createAsignacionEtapa = callable({
  name: 'createAsignacionEtapa',
  summary: 'Asigna a mano una solicitud a un evaluador, con el motivo (Escolar y Admin).',
  input: z.strictObject({
    etapaId: id,
    folio: z.string().trim().min(1).max(40),
    evaluadorId: id,
    motivo,
  }),
  output: z.object({ ok: z.literal(true) }),
});

/**
 * Takes away what was not delivered; with `reemplazar`, somebody else gets it. Errors: NOT_FOUND (`dictamen-no-existe`),
 * FAILED_PRECONDITION (`dictamen-ya-entregado`, `etapa-cerrada`), PERMISSION_DENIED.
 */
export const removeAsignacionEtapa = callable({
  name: 'removeAsignacionEtapa',
  summary: 'Quita a un evaluador una solicitud que no ha dictaminado (Escolar y Admin).',
  input: z.strictObject({ id, motivo, reemplazar: z.boolean() }),
  output: z.object({ reasignadas: z.number() }),
});
