import { type SelectQueryBuilder, sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { hasWords } from '../../../../platform/server/db/search.ts';
import { itemNombre } from '../../../catalogos/server/reading.ts';
import type { DatosDeCurso, FiltrosCursos } from '../contract.ts';
import type { VersionDicha } from '../rules.ts';

type From = { after: string | null; descendente: boolean; limit: number };

// biome-ignore lint/suspicious/noExplicitAny: whatever it selects
const filtered = <Q extends SelectQueryBuilder<any, any, any>>(query: Q, filtros: FiltrosCursos) =>
  query
    .where(hasWords('cursos.busqueda', filtros))
    .$if(filtros.tipo !== undefined, (q) => q.where('cursos.tipo_id', '=', filtros.tipo))
    .$if(filtros.modalidad !== undefined, (q) =>
      q.where('cursos.modalidad_id', '=', filtros.modalidad),
    )
    .$if(filtros.area !== undefined, (q) => q.where('cursos.area_id', '=', filtros.area))
    .$if(filtros.estado === 'vigentes', (q) => q.where('cursos.retirado_en', 'is', null))
    .$if(filtros.estado === 'retirados', (q) => q.where('cursos.retirado_en', 'is not', null)) as Q;

/** Courses by name, after one of them (null: from the beginning). */
export const selectCursos = (
  db: Db,
  filtros: FiltrosCursos,
  { after, descendente, limit }: From,
) => {
  const order = descendente ? 'desc' : 'asc';
  return filtered(db.selectFrom('cursos'), filtros)
    .select([
      'cursos.id',
      'cursos.clave',
      'cursos.nombre',
      itemNombre('cursos.tipo_id').as('tipo'),
      itemNombre('cursos.modalidad_id').as('modalidad'),
      itemNombre('cursos.area_id').as('area'),
      'cursos.horas',
      sql<number | null>`cursos.creditos::float8`.as('creditos'),
      sql<boolean>`cursos.retirado_en is not null`.as('retirado'),
      sql<number>`(select count(*)::int from ediciones e where e.curso_id = cursos.id)`.as(
        'ediciones',
      ),
    ])
    .$if(after !== null, (q) =>
      q.where(
        sql<boolean>`(cursos.nombre, cursos.id) ${sql.raw(descendente ? '<' : '>')}
          (select a.nombre, a.id from cursos a where a.id = ${after})`,
      ),
    )
    .orderBy('cursos.nombre', order)
    .orderBy('cursos.id', order)
    .limit(limit)
    .execute();
};

/** How many the filters show. */
export const countCursos = async (db: Db, filtros: FiltrosCursos): Promise<number> => {
  const row = await filtered(db.selectFrom('cursos'), filtros)
    .select(sql<number>`count(*)::int`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
};

const guardados = (db: Db | Trx) =>
  db
    .selectFrom('cursos')
    .select([
      'id',
      'clave',
      'nombre',
      'tipo_id',
      'modalidad_id',
      'area_id',
      itemNombre('tipo_id').as('tipo'),
      itemNombre('modalidad_id').as('modalidad'),
      itemNombre('area_id').as('area'),
      'horas',
      sql<number | null>`creditos::float8`.as('creditos'),
      'objetivo',
      'temario',
      'requisitos',
      'retirado_en',
      'actualizado_en',
      sql<number>`(select max(numero) from curso_versiones v where v.curso_id = cursos.id)`.as(
        'version',
      ),
    ]);

export type CursoRow = NonNullable<Awaited<ReturnType<typeof findCursoGuardado>>>;

/** Courses by their keys, whatever their case; `claves` in capitals. */
export const selectCursosPorClave = (db: Db | Trx, claves: readonly string[]) =>
  guardados(db).where(sql<boolean>`upper(clave) = any(${claves}::text[])`).execute();

/** Whole courses by name, after one of them (null: from the beginning). */
export const selectCursosEnteros = (
  db: Db,
  filtros: FiltrosCursos,
  { after, limit }: Pick<From, 'after' | 'limit'>,
) =>
  filtered(guardados(db), filtros)
    .select(
      sql<number>`(select count(*)::int from ediciones e where e.curso_id = cursos.id)`.as(
        'ediciones',
      ),
    )
    .$if(after !== null, (q) =>
      q.where(
        sql<boolean>`(cursos.nombre, cursos.id) > (select a.nombre, a.id from cursos a where a.id = ${after})`,
      ),
    )
    .orderBy('cursos.nombre')
    .orderBy('cursos.id')
    .limit(limit)
    .execute();

/** Courses that had some of these keys before, each by a key and its name of today; not those that have it today. */
export const selectCursosDeAntes = async (
  db: Db | Trx,
  claves: readonly string[],
): Promise<{ clave: string; curso_id: string; nombre: string }[]> => {
  if (claves.length === 0) return [];
  const { rows } = await sql<{ clave: string; curso_id: string; nombre: string }>`
    select distinct v.clave, v.curso_id, c.nombre from curso_versiones v join cursos c on c.id = v.curso_id
    where v.clave = any(${claves}::text[]) and c.clave <> v.clave order by v.clave, c.nombre`.execute(
    db,
  );
  return rows;
};

/** Every key that a course has or had. */
export const selectClavesDe = async (db: Db | Trx, id: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('curso_versiones')
    .select('clave')
    .distinct()
    .where('curso_id', '=', id)
    .orderBy('clave')
    .execute();
  return rows.map(({ clave }) => clave);
};

export const findCursoGuardado = (db: Db | Trx, id: string) =>
  guardados(db).where('id', '=', id).executeTakeFirst();

/** Holds a course until the transaction ends; whoever only points to it goes on. */
export const lockCurso = (trx: Trx, id: string) =>
  guardados(trx).where('id', '=', id).forNoKeyUpdate('cursos').executeTakeFirst();

const columnsOf = (datos: DatosDeCurso, ahora: Date) => ({
  clave: datos.clave,
  nombre: datos.nombre,
  tipo_id: datos.tipoId,
  modalidad_id: datos.modalidadId,
  area_id: datos.areaId,
  horas: datos.horas!,
  creditos: datos.creditos,
  objetivo: datos.objetivo,
  ...(datos.temario && { temario: JSON.stringify(datos.temario) }),
  requisitos: datos.requisitos,
  actualizado_en: ahora,
});

export const insertCurso = (trx: Trx, datos: DatosDeCurso, ahora: Date) =>
  trx
    .insertInto('cursos')
    .values({ ...columnsOf(datos, ahora), creado_en: ahora })
    .returning('id')
    .executeTakeFirstOrThrow();

/** As many as one statement takes. */
const AT_ONCE = 500;

/** Courses with the ids that they are to have. */
export const insertCursosImportados = async (
  trx: Trx,
  cursos: readonly { id: string; datos: DatosDeCurso }[],
  ahora: Date,
): Promise<void> => {
  for (let i = 0; i < cursos.length; i += AT_ONCE) {
    const values = cursos
      .slice(i, i + AT_ONCE)
      .map(({ id, datos }) => ({ id, ...columnsOf(datos, ahora), creado_en: ahora }));
    await trx.insertInto('cursos').values(values).execute();
  }
};

/** Writes over many courses, each with all that it will say. */
export const updateCursos = async (
  trx: Trx,
  cursos: readonly { id: string; datos: DatosDeCurso }[],
  ahora: Date,
): Promise<void> => {
  if (cursos.length === 0) return;
  const rows = cursos.map(({ id, datos }) => ({
    id,
    ...columnsOf(datos, ahora),
    temario: datos.temario,
  }));
  await sql`update cursos c set clave = r.clave, nombre = r.nombre, tipo_id = r.tipo_id,
      modalidad_id = r.modalidad_id, area_id = r.area_id, horas = r.horas, creditos = r.creditos,
      objetivo = r.objetivo, temario = coalesce(r.temario, c.temario), requisitos = r.requisitos, actualizado_en = ${ahora}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(id uuid, clave text, nombre text,
      tipo_id uuid, modalidad_id uuid, area_id uuid, horas int, creditos numeric, objetivo text,
      temario jsonb, requisitos text)
    where c.id = r.id`.execute(trx);
};

export const updateCurso = async (
  trx: Trx,
  id: string,
  datos: DatosDeCurso,
  ahora: Date,
): Promise<void> => {
  await trx.updateTable('cursos').set(columnsOf(datos, ahora)).where('id', '=', id).execute();
};

export const updateRetirado = async (
  trx: Trx,
  id: string,
  retirado: Date | null,
): Promise<void> => {
  await trx.updateTable('cursos').set({ retirado_en: retirado }).where('id', '=', id).execute();
};

export const removeCurso = async (trx: Trx, id: string): Promise<void> => {
  await trx.deleteFrom('cursos').where('id', '=', id).execute();
};

/** The editions of some courses that have not begun on a day (YYYY-MM-DD) and were not cancelled. */
const porComenzar = (cursos: readonly string[], hoy: string) =>
  sql<boolean>`(curso_id = any(${cursos}::uuid[]) and cancelada_en is null and inicia > ${hoy})`;

/** How many there are of each course that has any. */
export const countPorComenzar = async (
  trx: Trx,
  cursos: readonly string[],
  hoy: string,
): Promise<Map<string, number>> => {
  const rows = await trx
    .selectFrom('ediciones')
    .select(['curso_id', sql<number>`count(*)::int`.as('n')])
    .where(porComenzar(cursos, hoy))
    .groupBy('curso_id')
    .execute();
  return new Map(rows.map(({ curso_id, n }) => [curso_id, n]));
};

/**
 * The editions of some courses that have not begun on a day (YYYY-MM-DD) are given under the newest version of each from
 * now on; those that began, ended or were cancelled stay.
 */
export const moveEdiciones = async (
  trx: Trx,
  cursos: readonly string[],
  hoy: string,
): Promise<void> => {
  await trx
    .updateTable('ediciones')
    .set({
      curso_version_id: sql<string>`(select v.id from curso_versiones v where v.curso_id = ediciones.curso_id
        order by v.numero desc limit 1)`,
    })
    .where(porComenzar(cursos, hoy))
    .execute();
};

export type VersionRow = Omit<VersionDicha, 'temario'> & {
  temario: unknown;
  numero: number;
  creado_en: Date;
  ediciones: number;
};

/** What a course said, newest first. */
export const selectVersiones = async (db: Db, cursoId: string): Promise<VersionRow[]> => {
  const { rows } = await sql<VersionRow>`
    select v.numero, v.clave, v.nombre, ${itemNombre('v.tipo_id')} as tipo,
      ${itemNombre('v.modalidad_id')} as modalidad, ${itemNombre('v.area_id')} as area, v.horas,
      v.creditos::float8 as creditos, v.objetivo, v.temario, v.requisitos, v.creado_en,
      (select count(*)::int from ediciones e where e.curso_version_id = v.id) as ediciones
    from curso_versiones v where v.curso_id = ${cursoId} order by v.numero desc`.execute(db);
  return rows;
};

export const selectNombresDeCurso = (db: Db, ids: readonly string[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('cursos').select(['id', 'nombre']).where('id', 'in', ids).execute();
