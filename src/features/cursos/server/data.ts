import { type ColumnType, type Generated, sql } from 'kysely';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import type { Modalidad, Tipo } from '../contract.ts';

declare module '../../../platform/server/db/index.ts' {
  interface Tables {
    cursos: {
      id: Generated<string>;
      clave: string;
      nombre: string;
      tipo: Tipo;
      modalidad: Modalidad;
      /** An item of the catalog `areas`. */
      area_id: string;
      horas: number;
      /** `numeric` arrives as text; read it through CURSO_COLUMNS. */
      creditos: ColumnType<string | null, number | null, number | null>;
      objetivo: string;
      creado_en: Generated<Date>;
    };
    ediciones: {
      id: Generated<string>;
      curso_id: string;
      plantilla_id: string;
      nombre: string;
      inicia: string;
      termina: string;
      inscripcion_abre: Date;
      inscripcion_cierra: Date;
      /** An item of the catalog `sedes`. */
      sede_id: string | null;
      cupo: number;
      ocupados: Generated<number>;
      cancelada_en: Date | null;
      creada_en: Generated<Date>;
    };
  }
}

/**
 * Takes one seat, or gives false when there is none (or the edition was cancelled). Last statement
 * before the commit: until then, nobody else can take a seat of this edition.
 */
export const takeLugar = async (trx: Trx, edicionId: string): Promise<boolean> => {
  const result = await trx
    .updateTable('ediciones')
    .set((eb) => ({ ocupados: eb('ocupados', '+', 1) }))
    .where('id', '=', edicionId)
    .whereRef('ocupados', '<', 'cupo')
    .where('cancelada_en', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};

/** Records that use an item of a catalog: how many, and the first ones. */
type Usan<T> = { n: number; primeros: T[] };

const SOME = 5;

const usan = <T>(rows: readonly (T & { n: number })[]): Usan<T> => ({
  n: rows[0]?.n ?? 0,
  primeros: [...rows],
});

/** The key in the catalog of a course's modality: the program knows three, the catalog tells them apart more. */
export const CLAVE_MODALIDAD = `case modalidad when 'presencial' then 'PRESENCIAL'
  when 'mixta' then 'MIXTA' else 'LINEA_ASINC' end`;

/** Courses of an area (its id), or of a kind of activity or a modality (their keys). */
export const findCursosQueUsan = async (
  db: Db,
  por: 'area_id' | 'upper(tipo)' | typeof CLAVE_MODALIDAD,
  valor: string,
): Promise<Usan<{ nombre: string }>> => {
  const { rows } = await sql<{ nombre: string; n: number }>`
    select nombre, count(*) over () as n from cursos
    where ${sql.raw(por)} = ${valor} order by nombre, id limit ${SOME}`.execute(db);
  return usan(rows);
};

/** Editions given at a venue, the latest first. */
export const findEdicionesDeSede = async (
  db: Db,
  sedeId: string,
): Promise<
  Usan<{
    id: string;
    nombre: string;
    curso: string;
    cursoId: string;
    plantillaId: string;
    tipo: Tipo;
  }>
> => {
  const { rows } = await sql<{
    id: string;
    nombre: string;
    curso: string;
    cursoId: string;
    plantillaId: string;
    tipo: Tipo;
    n: number;
  }>`
    select e.id, e.nombre, c.nombre as curso, c.id as "cursoId", e.plantilla_id as "plantillaId",
      c.tipo, count(*) over () as n
    from ediciones e join cursos c on c.id = e.curso_id
    where e.sede_id = ${sedeId} order by e.inicia desc, e.id limit ${SOME}`.execute(db);
  return usan(rows);
};

/** The venues that an edition may be given at, in the catalog's order. */
export const selectSedes = async (db: Db): Promise<{ id: string; clave: string }[]> =>
  db
    .selectFrom('catalogo_items')
    .select(['id', 'clave'])
    .where('catalogo', '=', 'sedes')
    .where('activo', '=', true)
    .orderBy('orden')
    .execute();

/** The areas of courses, by name. */
export const selectAreas = async (db: Db): Promise<Map<string, string>> => {
  const rows = await db
    .selectFrom('catalogo_items')
    .select(['id', 'nombre'])
    .where('catalogo', '=', 'areas')
    .execute();
  return new Map(rows.map(({ id, nombre }) => [nombre, id]));
};
