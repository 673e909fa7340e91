import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { hasWords } from '../../../../platform/server/db/search.ts';
import { ACTIVIDAD, type ActividadRow, CURSO_DE_HOY } from '../../server/reading.ts';

/** These editions, as they are given. */
export const selectEdiciones = async (
  db: Db | Trx,
  ids: readonly string[],
): Promise<ActividadRow[]> => {
  const { rows } = await sql<ActividadRow>`
    select ${ACTIVIDAD.columns} from ${ACTIVIDAD.tables} where e.id = any(${ids}::uuid[])`.execute(
    db,
  );
  return rows;
};

/** The courses that are called by these keys, or else were. */
export const selectCursosPorClave = async (
  db: Db | Trx,
  claves: readonly string[],
): Promise<{ clave: string; curso_id: string; nombre: string }[]> => {
  const { rows } = await sql<{ clave: string; curso_id: string; nombre: string }>`
    select distinct on (v.clave) v.clave, v.curso_id, v.nombre
    from curso_versiones v join ${CURSO_DE_HOY.tables} on k.id = v.curso_id
    where v.clave = any(${claves}::text[])
    order by v.clave, k.clave = v.clave desc, v.numero desc, v.curso_id`.execute(db);
  return rows;
};

/** Every key by which each of these courses is, or was, called: the one of today first. One that another has today is that one's. */
export const selectClavesDeCursos = async (
  db: Db | Trx,
  ids: readonly string[],
): Promise<{ curso_id: string; clave: string }[]> => {
  const { rows } = await sql<{ curso_id: string; clave: string }>`
    select v.curso_id, v.clave from curso_versiones v join ${CURSO_DE_HOY.tables} on k.id = v.curso_id
    where v.curso_id = any(${ids}::uuid[])
      and not exists (select from cursos otro where otro.clave = v.clave and otro.id <> v.curso_id)
    group by v.curso_id, v.clave, k.clave order by v.curso_id, v.clave <> k.clave, v.clave`.execute(
    db,
  );
  return rows;
};

/** When these editions meet: of everybody, or of one group. Hours (HH:MM:SS) of Mexico City. */
export const selectSesiones = async (
  db: Db | Trx,
  ids: readonly string[],
): Promise<
  { edicion_id: string; grupo_id: string | null; fecha: string; de: string; a: string }[]
> =>
  db
    .selectFrom('edicion_sesiones')
    .select(['edicion_id', 'grupo_id', 'fecha', 'de', 'a'])
    .where('edicion_id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute();

/** Editions that are not cancelled, with these words in their name or their course's, the latest first. */
export const selectEdicionesConPalabras = async (
  db: Db,
  busqueda: string,
): Promise<{ id: string; nombre: string; curso: string; inicia: string }[]> => {
  const { rows } = await sql<{ id: string; nombre: string; curso: string; inicia: string }>`
    select e.id, e.nombre, c.nombre as curso, e.inicia from ${ACTIVIDAD.tables}
    cross join lateral (select plegar(c.clave || ' ' || c.nombre || ' ' || e.nombre) as texto) b
    where e.cancelada_en is null and ${hasWords('b.texto', { busqueda })}
    order by e.inicia desc, e.id limit 8`.execute(db);
  return rows;
};
