import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { EXCEPCION } from './estados.ts';

const id = z.uuid();
const clave = z.string().trim().min(1).max(60);

const excepcion = z.object({
  id: z.string(),
  estado: z.enum(EXCEPCION.estados),
  /** Approved or waiting, and the last day on which it holds, or would, is over. */
  vencida: z.boolean(),
  plantilla: z.object({ id: z.string(), nombre: z.string() }),
  /** The rule's key and what it asked. */
  regla: z.string(),
  descripcion: z.string(),
  persona: z.object({ clave: z.string(), nombre: z.string() }),
  justificacion: z.string(),
  documento: z.object({ id: z.string(), tipo: z.string() }),
  /** Last day on which it holds (YYYY-MM-DD). */
  venceEl: z.string(),
  /** Name of who asked for it, and whether that is who looks. */
  pidio: z.string(),
  propia: z.boolean(),
  creadoEn: z.string(),
  decidio: z.string().nullable(),
  decididoEn: z.string().nullable(),
  /** Who took it back, and when. */
  retiro: z.string().nullable(),
  retiradoEn: z.string().nullable(),
  nota: z.string().nullable(),
});
export type Excepcion = z.output<typeof excepcion>;

/** Of a plantilla, or of a person; the newest first, 200 at most. Errors: NOT_FOUND. */
export const listExcepcionesReglas = callable({
  name: 'listExcepcionesReglas',
  summary:
    'Las excepciones a las reglas de una plantilla, o las de una persona (Escolar y Admin; queda en el historial).',
  input: z.union([z.strictObject({ plantillaId: id }), z.strictObject({ clave })]),
  output: z.object({ excepciones: z.array(excepcion) }),
});

/**
 * Asks that one person be excused from one rule. Errors: NOT_FOUND, FAILED_PRECONDITION (`excepcion-sin-regla`,
 * `excepcion-regla-no-se-exceptua`, `excepcion-sin-documento`), INVALID_ARGUMENT (`excepcion-fecha`), ALREADY_EXISTS
 * (`excepcion-ya-pedida`), PERMISSION_DENIED (`sobre-uno-mismo`).
 */
export const requestExcepcionRegla = callable({
  name: 'requestExcepcionRegla',
  summary:
    'Pide exceptuar a una persona de una regla hasta un día; otra persona del personal lo aprueba (Escolar y Admin).',
  input: z.strictObject({
    versionId: id,
    /** Key of the rule. */
    regla: z.string().max(40),
    /** CURP or key of the person. */
    clave,
    justificacion: z.string().trim().min(10).max(1000),
    /** In that person's vault. */
    documentoId: id,
    /** Last day on which it holds. */
    venceEl: z.iso.date(),
  }),
  output: z.object({ id: z.string() }),
});

/** Errors: NOT_FOUND, FAILED_PRECONDITION (`excepcion-misma-persona`, `excepcion-vencida`), ABORTED (`excepcion-ya-atendida`), PERMISSION_DENIED. */
export const decideExcepcionRegla = callable({
  name: 'decideExcepcionRegla',
  summary: 'Aprueba o rechaza una excepción que pidió otra persona del personal (Escolar y Admin).',
  input: z.strictObject({
    id,
    aprueba: z.boolean(),
    nota: z.string().trim().max(500),
  }),
  output: z.object({ ok: z.literal(true) }),
});

/** Errors: NOT_FOUND, ABORTED (`excepcion-ya-atendida`), PERMISSION_DENIED. */
export const withdrawExcepcionRegla = callable({
  name: 'withdrawExcepcionRegla',
  summary: 'Retira una excepción, aprobada o por aprobar (Escolar y Admin).',
  input: z.strictObject({ id, motivo: z.string().trim().min(1).max(500) }),
  output: z.object({ ok: z.literal(true) }),
});
