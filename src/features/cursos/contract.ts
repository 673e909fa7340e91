import { z } from 'zod';
import { tryKept } from '../../platform/shared/formatos.ts';
import { NO_SE_LEE } from '../../platform/shared/ilegible.ts';

/** An item of a catalog, as what points to it shows it: called as it is today. */
const referido = z.object({ clave: z.string(), nombre: z.string() });

/** A unit of a course's programme. */
export const temaSchema = z.object({ titulo: z.string(), contenido: z.string() });
export type Tema = z.output<typeof temaSchema>;

/** A syllabus as it is kept; null: it cannot be read. */
export const tryTemario = (kept: unknown): Tema[] | null =>
  tryKept(() => z.array(temaSchema).parse(kept));

/** The same for who reads it with more; one that cannot be read says so in its place. */
export const leerTemario = (kept: unknown): Tema[] =>
  tryTemario(kept) ?? [{ titulo: NO_SE_LEE, contenido: '' }];

export const cursoSchema = z.object({
  id: z.string(),
  clave: z.string(),
  nombre: z.string(),
  /** Of the catalog `tipos-actividad`. Its key is, in lower case, `{tipo}` of the enrolment route. */
  tipo: referido.extend({ posgrado: z.boolean() }),
  modalidad: referido,
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
  /** One enters it by a call for applications: nobody sends an inscripción to it. */
  porConvocatoria: z.boolean(),
  /** Its call, once published (`convocatoriaDeEdicionPath`); then the window is that of its pre-applications. */
  convocatoriaId: z.string().nullable(),
});
export type Edicion = z.output<typeof edicionSchema>;

/** Seats of an edition at the moment of the answer; `cupo = ocupados + libres`. */
export const lugaresSchema = z.object({
  cupo: z.number(),
  ocupados: z.number(),
  libres: z.number(),
});
export type Lugares = z.output<typeof lugaresSchema>;

/** Groups of an edition at the moment of the answer: whoever enrols chooses one, whose seats are besides the edition's. */
export const grupoSchema = z.object({
  id: z.string(),
  nombre: z.string(),
  horario: z.string(),
  libres: z.number(),
});
export type Grupo = z.output<typeof grupoSchema>;

/** Why an edition was cancelled, and the one where those who were in it may enrol. */
export const cancelacionSchema = z.object({
  motivo: z.string(),
  alternativa: z
    .object({
      cursoId: z.string(),
      plantillaId: z.string(),
      /** The key of its course's kind. */
      tipo: z.string(),
      edicionId: z.string(),
      nombre: z.string(),
    })
    .nullable(),
});
export type Cancelacion = z.output<typeof cancelacionSchema>;

/**
 * Where an edition is in its life, with its word and tone: it follows from its dates and the clock (`estadoDeEdicion`),
 * except `cancelada`, which somebody decides.
 */
export const ESTADOS_EDICION = {
  programada: ['Programada', 'neutral'],
  inscripcionesAbiertas: ['Inscripciones abiertas', 'success'],
  porComenzar: ['Por comenzar', 'info'],
  enCurso: ['En curso', 'info'],
  concluida: ['Concluida', 'neutral'],
  cancelada: ['Cancelada', 'danger'],
} as const;
export type EstadoEdicion = keyof typeof ESTADOS_EDICION;

/** How much of an edition is taken, by the per cent from which each part begins (below the next one's), with its words. */
export const TRAMOS_OCUPACION = {
  0: 'Menos de 25\u00a0%',
  25: 'De 25 a 49\u00a0%',
  50: 'De 50 a 74\u00a0%',
  75: 'De 75 a 99\u00a0%',
  100: 'Llenas',
} as const;
/** From its first per cent. */
export const TRAMOS = [0, 25, 50, 75, 100] as const;
export type Tramo = (typeof TRAMOS)[number];
