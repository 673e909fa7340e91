import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';

const cifra = z.object({
  personas: z.number(),
  /** No rule stands in their way, whatever the dates of the edition are. */
  elegibles: z.number(),
  /** Of those, who would wait for somebody of the school. */
  aRevision: z.number(),
  /** By the version in force; null: there is none. */
  elegiblesAntes: z.number().nullable(),
  /** Who could not enrol by the version in force and could by this one, and the other way round. */
  ganan: z.number(),
  pierden: z.number(),
});
export type Cifra = z.output<typeof cifra>;

/** What came of trying a version on everybody: figures, nobody's data. */
export const resultadoSimulacionSchema = z.object({
  total: cifra,
  reglas: z.array(
    z.object({
      clave: z.string(),
      descripcion: z.string(),
      efecto: z.string(),
      cumplen: z.number(),
      noCumplen: z.number(),
      sinDato: z.number(),
      exceptuadas: z.number(),
      /** Of those who lose eligibility, whom this rule stops; of those who gain it, whom the one in force did. */
      pierden: z.number(),
      ganan: z.number(),
      /** It is in the version in force alone. */
      soloAntes: z.boolean(),
    }),
  ),
  /** The largest first; null: of those without one. */
  circuitos: z.array(cifra.extend({ circuito: z.string().nullable() })),
});
export type ResultadoSimulacion = z.output<typeof resultadoSimulacionSchema>;

/** A job of the tray. Errors: NOT_FOUND, ALREADY_EXISTS (`simulacion-en-curso`), RESOURCE_EXHAUSTED. */
export const startSimulacionReglas = callable({
  name: 'startSimulacionReglas',
  summary: 'Prueba las reglas de una versión con todas las personas, en un trabajo (Admin).',
  input: z.strictObject({
    versionId: z.uuid(),
    edicionId: z.uuid().nullable(),
    /** A day of Mexico City, at noon; null: now. */
    fecha: z.iso.date().nullable(),
  }),
  output: z.object({ trabajoId: z.string() }),
});

export const getSimulacionReglas = callable({
  name: 'getSimulacionReglas',
  summary: 'Lo último que se supo de probar una versión con todas las personas (Admin).',
  input: z.strictObject({ versionId: z.uuid() }),
  output: z.object({
    /** One is under way, whoever asked for it: how far it is, of how many. */
    enCurso: z
      .object({ avance: z.number(), total: z.number().nullable(), propia: z.boolean() })
      .nullable(),
    ultima: z
      .object({
        terminadoEn: z.string(),
        momento: z.string(),
        /** What the edition is called in which they were looked at; null: in none. */
        edicion: z.string().nullable(),
        /** The draft says something else since. */
        anterior: z.boolean(),
        resultado: resultadoSimulacionSchema,
      })
      .nullable(),
  }),
});
export type Simulacion = z.output<typeof getSimulacionReglas.output>;
