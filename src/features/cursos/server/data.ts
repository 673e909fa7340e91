import { type ColumnType, type Generated, type Insertable, sql } from 'kysely';
import type { Db, Tables, Trx } from '../../../platform/server/db/index.ts';
import type { Statement } from '../../../platform/server/db/together.ts';
import { ACTIVIDAD, type ActividadRow } from './reading.ts';

declare module '../../../platform/server/db/index.ts' {
  interface Tables {
    cursos: {
      id: Generated<string>;
      clave: string;
      nombre: string;
      /** Items of the catalogs `tipos-actividad`, `modalidades` and `areas`. */
      tipo_id: string;
      modalidad_id: string;
      area_id: string;
      horas: number;
      /** `numeric` arrives as text; read it through `ACTIVIDAD`. */
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
      creado_en: Generated<Date>;
    };
  }
}

/**
 * What takes one seat; gives false when there is none (or the edition was cancelled). Last statement
 * before the commit: until then, nobody else can take a seat of this edition.
 */
export const takingLugar = (trx: Trx, edicionId: string): Statement<boolean> => ({
  query: trx
    .updateTable('ediciones')
    .set((eb) => ({ ocupados: eb('ocupados', '+', 1) }))
    .where('id', '=', edicionId)
    .whereRef('ocupados', '<', 'cupo')
    .where('cancelada_en', 'is', null),
  read: ({ numAffectedRows }) => numAffectedRows === 1n,
});

/** Records that use an item of a catalog: how many, and the first ones. */
type Usan<T> = { n: number; primeros: T[] };

const SOME = 5;

const usan = <T>(rows: readonly (T & { n: number })[]): Usan<T> => ({
  n: rows[0]?.n ?? 0,
  primeros: [...rows],
});

/** Courses of an area, a kind or a modality. */
export const findCursosQueUsan = async (
  db: Db,
  columna: 'area_id' | 'tipo_id' | 'modalidad_id',
  id: string,
): Promise<Usan<{ nombre: string }>> => {
  const { rows } = await sql<{ nombre: string; n: number }>`
    select nombre, count(*) over () as n from cursos
    where ${sql.ref(columna)} = ${id} order by nombre, id limit ${SOME}`.execute(db);
  return usan(rows);
};

/** Editions given at a venue, the latest first. */
export const findEdicionesDeSede = async (db: Db, sedeId: string): Promise<Usan<ActividadRow>> => {
  const { rows } = await sql<ActividadRow & { n: number }>`
    select ${ACTIVIDAD.columns}, count(*) over () as n from ${ACTIVIDAD.tables}
    where e.sede_id = ${sedeId} order by e.inicia desc, e.id limit ${SOME}`.execute(db);
  return usan(rows);
};

export const insertCursos = (trx: Trx, rows: readonly Insertable<Tables['cursos']>[]) =>
  trx.insertInto('cursos').values(rows).returning(['id', 'clave']).execute();
