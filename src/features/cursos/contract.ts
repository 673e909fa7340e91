import { z } from 'zod';

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
