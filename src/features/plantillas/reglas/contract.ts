import { z } from 'zod';
import { defineFormato } from '../../../platform/shared/formatos.ts';

/**
 * The rules of a plantilla's version, as data, as they are read (`escritura/contract.ts` is what may
 * be written). A condition is one of the known kinds (a
 * discriminated union: a new kind is a new member here and a new branch in `rules.ts`).
 */
const condicionSchema = z.discriminatedUnion('tipo', [
  /** The edition's window: `inscripcionAbre` ≤ the server's receipt < `inscripcionCierra`. */
  z.object({ tipo: z.literal('ventanaInscripcion') }),
]);
export type Condicion = z.output<typeof condicionSchema>;

/** `impide`: one does not enrol without it. `advierte`: the person is told, and may go on. */
export const EFECTOS = ['impide', 'advierte'] as const;

export const reglaSchema = z.object({
  clave: z.string(),
  efecto: z.enum(EFECTOS),
  condicion: condicionSchema,
  /** What the person reads when the rule is not met. */
  mensaje: z.string(),
  /** What the rule asks, for the checklist. */
  descripcion: z.string(),
});
export type Regla = z.output<typeof reglaSchema>;

/** The result of one rule: every rule gives one, met or not. */
export const resultadoReglaSchema = z.object({
  clave: z.string(),
  efecto: z.enum(EFECTOS),
  descripcion: z.string(),
  /** False also when a fact is missing. */
  cumple: z.boolean(),
  /** True when a fact the rule needs is missing: explicitly unknown, never a pass. */
  sinDato: z.boolean(),
  /** What was found, in Spanish, with the dates or figures. */
  detalle: z.string(),
  /** The plantilla's own words for who does not meet it; null when met. */
  mensaje: z.string().nullable(),
  /** The facts that were looked at, so that the decision can be reproduced. */
  evidencia: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
});
export type ResultadoRegla = z.output<typeof resultadoReglaSchema>;

/** What is known; a fact that is not is null, and its rules say «sin dato». Instants: ISO 8601. */
const hechosSchema = z.object({
  edicion: z
    .object({ inscripcionAbre: z.string().nullable(), inscripcionCierra: z.string().nullable() })
    .nullable(),
});
export type Hechos = z.output<typeof hechosSchema>;

/** What is kept of a decision, so that it can be reproduced: under which version, on which facts. */
const evaluacionSchema = z.object({
  versionId: z.string(),
  version: z.number(),
  /** ISO 8601. */
  evaluadaEn: z.string(),
  hechos: hechosSchema,
  resultados: z.array(resultadoReglaSchema),
});
export type Evaluacion = z.output<typeof evaluacionSchema>;

/** How evaluations are stored. */
export const EVALUACION = defineFormato({ nombre: 'evaluacion', lectura: evaluacionSchema });
