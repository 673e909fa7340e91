import { z } from 'zod';
import { callable } from '../../platform/shared/callable.ts';
import { INSCRIPCION } from '../inscripciones/estados.ts';

/** The kinds of course; also the `{tipo}` segment of the enrolment route. */
export const TIPOS = [
  'curso',
  'taller',
  'seminario',
  'diplomado',
  'especialidad',
  'maestria',
  'doctorado',
] as const;
export type Tipo = (typeof TIPOS)[number];

const MODALIDADES = ['presencial', 'enLinea', 'mixta'] as const;
export type Modalidad = (typeof MODALIDADES)[number];

/** Days before it opens that an edition is announced. */
export const DIAS_DE_ANUNCIO = 30;
/** Editions in one answer. */
export const MAX_OFERTAS = 100;

export const cursoSchema = z.object({
  id: z.string(),
  clave: z.string(),
  nombre: z.string(),
  tipo: z.enum(TIPOS),
  modalidad: z.enum(MODALIDADES),
  area: z.string(),
  horas: z.number(),
  creditos: z.number().nullable(),
  objetivo: z.string(),
});
export type Curso = z.output<typeof cursoSchema>;

/** `inicia` and `termina` are days (YYYY-MM-DD); the window's ends are instants (ISO 8601, UTC). */
export const edicionSchema = z.object({
  id: z.string(),
  nombre: z.string(),
  inicia: z.string(),
  termina: z.string(),
  inscripcionAbre: z.string(),
  inscripcionCierra: z.string(),
  sede: z.string().nullable(),
  cancelada: z.boolean(),
});
export type Edicion = z.output<typeof edicionSchema>;

/** Seats of an edition at the moment of the answer; `cupo = ocupados + libres`. */
export const lugaresSchema = z.object({
  cupo: z.number(),
  ocupados: z.number(),
  libres: z.number(),
});
export type Lugares = z.output<typeof lugaresSchema>;

const ofertaSchema = z.object({
  curso: cursoSchema,
  edicion: edicionSchema,
  plantillaId: z.string(),
  lugares: lugaresSchema,
  /** `abierta`: one may enrol now (seats permitting); `proxima`: opens within 30 days. */
  momento: z.enum(['abierta', 'proxima']),
  /** The actor's own living inscripción in this edition (its draft included), or null. */
  inscripcion: z.object({ id: z.string(), estado: z.enum(INSCRIPCION.estados) }).nullable(),
});
export type Oferta = z.output<typeof ofertaSchema>;

/**
 * Editions whose enrolment is open or about to open, the one that closes soonest first; at most
 * 100. For any signed-in account; one without a file simply has no inscripciones.
 */
export const listOfertas = callable({
  name: 'listOfertas',
  summary: 'Ediciones con inscripción abierta o por abrir, con sus lugares y mi inscripción.',
  input: z.strictObject({}),
  output: z.object({
    /** The server's clock (ISO 8601). */
    ahora: z.string(),
    ofertas: z.array(ofertaSchema),
  }),
});
