import { z } from 'zod';
import { callable } from '../../../platform/shared/callable.ts';
import { desdeCursor, paginaDe } from '../../../platform/shared/cursor.ts';
import { temaSchema } from '../contract.ts';
import { edicionListada } from '../ediciones/contract.ts';

const id = z.uuid();

/** Search and filters of the list of courses. `tipo`, `modalidad` and `area` are ids of items of the catalogs. */
export const filtrosCursos = z.strictObject({
  /** Words of the key or the name; accents and case do not count. */
  busqueda: z.string().max(100).optional(),
  tipo: id.optional(),
  modalidad: id.optional(),
  area: id.optional(),
  estado: z.enum(['vigentes', 'retirados', 'todos']).default('todos'),
});
export type FiltrosCursos = z.output<typeof filtrosCursos>;

const cursoListado = z.object({
  id: z.string(),
  clave: z.string(),
  nombre: z.string(),
  tipo: z.string(),
  modalidad: z.string(),
  area: z.string(),
  horas: z.number(),
  creditos: z.number().nullable(),
  retirado: z.boolean(),
  /** How many editions were made of it. */
  ediciones: z.number(),
});
export type CursoListado = z.output<typeof cursoListado>;

/** What a course says, as it is edited: what it takes from the catalogs, by id. */
const datosDeCurso = z.strictObject({
  clave: z.string().max(60),
  nombre: z.string().max(400),
  tipoId: z.string().max(40),
  modalidadId: z.string().max(40),
  areaId: z.string().max(40),
  horas: z.number().nullable(),
  creditos: z.number().nullable(),
  objetivo: z.string().max(6000),
  /** Null: as it is, which is how one that cannot be read stays. */
  temario: z
    .array(temaSchema.extend({ titulo: z.string().max(1_000), contenido: z.string().max(6_000) }))
    .max(200)
    .nullable(),
  requisitos: z.string().max(6000),
});
export type DatosDeCurso = z.output<typeof datosDeCurso>;

/** The same as it is read, whatever was allowed when it was written. */
const datosLeidos = z.object({
  clave: z.string(),
  nombre: z.string(),
  tipoId: z.string(),
  modalidadId: z.string(),
  areaId: z.string(),
  horas: z.number().nullable(),
  creditos: z.number().nullable(),
  objetivo: z.string(),
  /** Null: what is kept cannot be read. */
  temario: z.array(temaSchema).nullable(),
  requisitos: z.string(),
});

const cursoGuardado = z.object({
  id: z.string(),
  /** The number of its newest version: saving asks for the one that was edited. */
  version: z.number(),
  datos: datosLeidos,
  /** How what it takes from the catalogs is called today. */
  tipo: z.string(),
  modalidad: z.string(),
  area: z.string(),
  retirado: z.boolean(),
  /** ISO instant. */
  actualizadoEn: z.string(),
});
export type CursoGuardado = z.output<typeof cursoGuardado>;

export const listCursos = callable({
  name: 'listCursos',
  summary: 'Los cursos por nombre, con búsqueda y filtros (Escolar y Admin).',
  input: filtrosCursos.extend({
    ...desdeCursor(/^[0-9a-f-]{36}$/),
    /** From the last name to the first. */
    descendente: z.boolean().default(false),
  }),
  output: paginaDe(cursoListado),
});

export const getCursoGuardado = callable({
  name: 'getCursoGuardado',
  summary: 'Un curso con sus ediciones y lo que cambió en cada versión (Escolar y Admin).',
  input: z.strictObject({ id }),
  output: z.object({
    curso: cursoGuardado,
    /** The latest ones; how many there are in all. */
    ediciones: z.array(edicionListada),
    cuantasEdiciones: z.number(),
    /** Newest first. What changed since the one before, a sentence each; of the first, none. */
    versiones: z.array(
      z.object({
        numero: z.number(),
        /** ISO instant. */
        creadoEn: z.string(),
        cambios: z.array(z.string()),
        /** How many editions are given under it. */
        ediciones: z.number(),
      }),
    ),
  }),
});

/** What somebody else saved since the version that was edited, in `details` of ABORTED. */
export type CambioDeCurso = { actual: CursoGuardado; quien: string | null; momento: string };

export const saveCurso = callable({
  name: 'saveCurso',
  maxBytes: 256 * 1024,
  summary:
    'Agrega un curso, o guarda uno sobre la versión que se editó; si ya no es la actual responde ABORTED y dice qué cambió. Las ediciones que no han comenzado lo siguen (Admin).',
  input: z.strictObject({
    /** Null: a new one. */
    id: id.nullable(),
    version: z.int32().nullable(),
    datos: datosDeCurso,
  }),
  output: z.object({
    curso: cursoGuardado,
    /** How many editions that have not begun take the change. */
    siguen: z.number(),
  }),
});

export const setRetiradoCurso = callable({
  name: 'setRetiradoCurso',
  summary: 'Retira un curso (no se abren más ediciones de él) o lo restituye (Admin).',
  input: z.strictObject({ id, retirado: z.boolean() }),
  output: cursoGuardado,
});

export const deleteCurso = callable({
  name: 'deleteCurso',
  summary: 'Borra un curso que ninguna edición usa (Admin).',
  input: z.strictObject({ id, version: z.int32() }),
  output: z.object({ ok: z.literal(true) }),
});
