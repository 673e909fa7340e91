import { z } from 'zod';
import { callable } from '../../platform/shared/callable.ts';
import { TRAMOS } from '../cursos/contract.ts';

const mes = z.string().regex(/^[1-9]\d{3}-(0[1-9]|1[0-2])$/, 'Escriba el mes así: 2026-03.');
const agrupacion = z.enum(['dia', 'semana', 'mes']);
export type Agrupacion = z.output<typeof agrupacion>;

const filtros = z.strictObject({
  /** First and last month (YYYY-MM) in which the enrolments were sent, and in which the editions begin. */
  desde: mes,
  hasta: mes,
  /** Items of the catalogs `tipos-actividad` and `areas`, and a course. */
  tipoId: z.uuid().optional(),
  areaId: z.uuid().optional(),
  cursoId: z.uuid().optional(),
  /** By what time is told; left out, or when that would be too many bars, what suits the period. */
  por: agrupacion.optional(),
});
export type FiltrosDeIndicadores = z.output<typeof filtros>;

const cuenta = z.number();

const conclusion = z.object({
  acreditadas: cuenta,
  noAcreditadas: cuenta,
  bajas: cuenta,
  /** They have a seat and no result yet. */
  enCurso: cuenta,
});
export type Conclusion = z.output<typeof conclusion>;

/** At most so many editions of a course are told one by one. */
export const MAX_EDICIONES = 24;

const elegible = z.object({ id: z.string(), nombre: z.string() });

/** Figures of the enrolments that were sent, for staff. Numbers only: nobody is named in them. */
export const getIndicadores = callable({
  name: 'getIndicadores',
  summary:
    'Cifras de las inscripciones: por fecha, circuito y estado; ocupación de las ediciones y conclusión.',
  input: filtros,
  output: z.object({
    /** The server's clock (ISO 8601). */
    ahora: z.string(),
    por: agrupacion,
    /** Only those that have some: the first day (YYYY-MM-DD) of each, in order. */
    tiempo: z.array(z.object({ inicia: z.string(), enviadas: cuenta, conLugar: cuenta })),
    /** Every circuit of the catalog; `id` null: without a circuit. */
    circuitos: z.array(
      z.object({
        id: z.string().nullable(),
        clave: z.string(),
        nombre: z.string(),
        enviadas: cuenta,
        conLugar: cuenta,
      }),
    ),
    estados: z.array(z.object({ estado: z.string(), n: cuenta })),
    /** Editions that begin in the period and were not cancelled. */
    ocupacion: z.object({
      ediciones: cuenta,
      cupo: cuenta,
      ocupados: cuenta,
      /** How many editions have so much taken, in per cent: from `de` on and below the next one's; 100 is full. */
      tramos: z.array(
        z.object({ de: z.literal(TRAMOS), ediciones: cuenta, cupo: cuenta, ocupados: cuenta }),
      ),
    }),
    conclusion,
    /**
     * The same of each area; of each kind of activity when an area was asked for; of each edition, from the newest one
     * and no more than `MAX_EDICIONES`, when a course was.
     */
    conclusiones: z.array(conclusion.extend({ id: z.string(), nombre: z.string() })),
    /** When the figures were last compared with the enrolments, and whether they were right. */
    revision: z.object({ revisadoEn: z.string(), diferencias: cuenta }).nullable(),
  }),
});
export type Indicadores = z.output<typeof getIndicadores.output>;

/** What figures can be asked of: the kinds, areas and courses of which there is some edition. */
export const listOpcionesIndicadores = callable({
  name: 'listOpcionesIndicadores',
  summary: 'Los tipos, las áreas y los cursos con ediciones, para filtrar las cifras.',
  input: z.union([z.null(), z.strictObject({})]),
  output: z.object({
    tipos: z.array(elegible),
    areas: z.array(elegible),
    cursos: z.array(elegible.extend({ tipoId: z.string(), areaId: z.string() })),
  }),
});
