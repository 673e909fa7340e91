import { z } from 'zod';
import { grupoLeido } from '../reglas/contract.ts';

/**
 * What becomes of whoever comes when there are no seats left. `cerrar`: they are refused. The others wait in line, by the
 * instant at which their request was received, or first by the points that rules which `prioriza` gave them.
 */
export const AL_LLENARSE = ['cerrar', 'esperaPorTurno', 'esperaPorPuntos'] as const;
export type AlLlenarse = (typeof AL_LLENARSE)[number];

/** Seats that only some people may take, read loosely as all that is published. */
const cupoSchema = z.object({
  clave: z.string(),
  /** As people read it: «Primer Circuito». */
  nombre: z.string(),
  /** Who may take them: a condition over facts, as those of rules. */
  condicion: grupoLeido,
  lugares: z.number(),
  /** How many days before enrolment closes those that nobody took are everybody's; null: they never are. */
  liberaDias: z.number().nullable(),
});
export type Cupo = z.output<typeof cupoSchema>;

/** How the seats of an edition are given out: part of a version, and like it for ever. */
export const repartoSchema = z.object({
  alLlenarse: z.enum(AL_LLENARSE),
  /** How long somebody who waited has to accept the seat that they are offered. */
  horasParaAceptar: z.number(),
  cupos: z.array(cupoSchema),
});
export type Reparto = z.output<typeof repartoSchema>;
