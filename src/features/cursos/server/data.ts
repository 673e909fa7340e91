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
      temario: ColumnType<unknown, string | undefined, string | undefined>;
      requisitos: Generated<string>;
      /** No more editions are made of it. */
      retirado_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
      creado_en: Generated<Date>;
      actualizado_en: Generated<Date>;
      /** Its key and name, folded, kept by the database. */
      busqueda: ColumnType<string, never, never>;
    };
    /** What a course said, each time it changed: the database writes them and lets nobody change one. */
    curso_versiones: {
      id: Generated<string>;
      curso_id: string;
      numero: number;
      clave: string;
      nombre: string;
      tipo_id: string;
      modalidad_id: string;
      area_id: string;
      horas: number;
      creditos: ColumnType<string | null, number | null, never>;
      objetivo: string;
      temario: ColumnType<unknown, string, never>;
      requisitos: string;
      creado_en: Generated<Date>;
    };
    ediciones: {
      id: Generated<string>;
      curso_id: string;
      /** What its course says of it; left out, the course's newest. */
      curso_version_id: Generated<string>;
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
      /** Out of 10 and in per cent of the sessions; null: none is asked. `numeric` arrives as text. */
      calificacion_minima: ColumnType<
        string | null,
        number | null | undefined,
        number | string | null
      >;
      asistencia_minima: ColumnType<number | null, number | null | undefined, number | null>;
      cancelada_en: Date | null;
      cancelacion_motivo: ColumnType<string | null, string | null | undefined, string | null>;
      /** The edition where those who were enrolled may enrol instead. */
      cancelacion_alternativa_id: ColumnType<
        string | null,
        string | null | undefined,
        string | null
      >;
      /** One enters it by a call for applications (posgrado). */
      por_convocatoria: ColumnType<boolean, boolean | undefined, boolean>;
      /** That call, once published; the database writes it, with its dates as those of the enrolment. */
      convocatoria_id: ColumnType<string | null, never, never>;
      creado_en: Generated<Date>;
      actualizado_en: Generated<Date>;
      /** Grows with each edit: saving asks for the one that was edited. Of groups, teachers and sessions alike. */
      version: Generated<number>;
      /** Its name, folded, kept by the database. */
      busqueda: ColumnType<string, never, never>;
    };
    /** Groups of an edition, each with its own seats (moved like those of the edition). */
    edicion_grupos: {
      id: Generated<string>;
      edicion_id: string;
      nombre: string;
      horario: Generated<string>;
      cupo: number;
      ocupados: Generated<number>;
      orden: Generated<number>;
      version: Generated<number>;
    };
    edicion_docentes: {
      id: Generated<string>;
      edicion_id: string;
      grupo_id: string | null;
      nombre: string;
      papel: Generated<string>;
      semblanza: Generated<string>;
      orden: Generated<number>;
      version: Generated<number>;
    };
    /** When an edition meets: a day (YYYY-MM-DD) and hours (HH:MM:SS) of Mexico City. */
    edicion_sesiones: {
      id: Generated<string>;
      edicion_id: string;
      /** Null: of everybody. */
      grupo_id: string | null;
      fecha: string;
      de: string;
      a: string;
      tema: Generated<string>;
      lugar: Generated<string>;
      version: Generated<number>;
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

/** What takes one seat of a group of an edition; false when there is none. Just before that of the edition. */
export const takingLugarDeGrupo = (
  trx: Trx,
  edicionId: string,
  grupoId: string,
): Statement<boolean> => ({
  query: trx
    .updateTable('edicion_grupos')
    .set((eb) => ({ ocupados: eb('ocupados', '+', 1) }))
    .where('id', '=', grupoId)
    .where('edicion_id', '=', edicionId)
    .whereRef('ocupados', '<', 'cupo'),
  read: ({ numAffectedRows }) => numAffectedRows === 1n,
});

/** Records that use an item of a catalog: how many, and the first ones. */
type Usan<T> = { n: number; primeros: T[] };

const SOME = 5;

const usan = <T>(rows: readonly (T & { n: number })[]): Usan<T> => ({
  n: rows[0]?.n ?? 0,
  primeros: [...rows],
});

/** Courses that are, or were when one of their editions was given, of an area, a kind or a modality. */
export const findCursosQueUsan = async (
  db: Db,
  columna: 'area_id' | 'tipo_id' | 'modalidad_id',
  id: string,
): Promise<Usan<{ id: string; nombre: string }>> => {
  const { rows } = await sql<{ id: string; nombre: string; n: number }>`
    select id, nombre, count(*) over () as n from cursos c
    where ${sql.ref(columna)} = ${id}
      or exists (select from curso_versiones v join ediciones e on e.curso_version_id = v.id
        where v.curso_id = c.id and ${sql.ref(`v.${columna}`)} = ${id})
    order by nombre, id limit ${SOME}`.execute(db);
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

/** How many editions each plantilla has, and how many of them admit enrolments or will, at `ahora`. */
export const countEdicionesDePlantillas = async (
  db: Db,
  ids: readonly string[],
  ahora: Date,
): Promise<Map<string, { total: number; porInscribir: number }>> => {
  const { rows } = await sql<{ plantilla_id: string; total: number; por_inscribir: number }>`
    select plantilla_id, count(*)::int as total,
      count(*) filter (where cancelada_en is null and inscripcion_cierra > ${ahora})::int as por_inscribir
    from ediciones where plantilla_id = any(${ids}::uuid[]) group by plantilla_id`.execute(db);
  return new Map(
    rows.map(({ plantilla_id, total, por_inscribir }) => [
      plantilla_id,
      { total, porInscribir: por_inscribir },
    ]),
  );
};
