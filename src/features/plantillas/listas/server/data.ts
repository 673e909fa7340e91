import { type ColumnType, type Generated, sql } from 'kysely';
import { inEstado } from '../../../../platform/server/db/estados.ts';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { hasWords } from '../../../../platform/server/db/search.ts';
import { correoDe } from '../../../identidad/server/reading.ts';
import { PERSONA } from '../../../personas/server/reading.ts';
import { VERSION } from '../../estados.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    listas_personas: {
      id: Generated<string>;
      plantilla_id: string;
      clave: string;
      nombre: string;
      creado_en: Date;
      cargada_en: ColumnType<Date | null, Date | null | undefined, Date | null>;
    };
    listas_personas_incluidas: { id: Generated<string>; lista_id: string; persona_id: string };
    listas_personas_cambios: { importacion: string; lista_id: string; quien: string; fila: number };
  }
}

type Contada = {
  id: string;
  clave: string;
  nombre: string;
  personas: number;
  cargada_en: Date | null;
};

/** The lists of a plantilla, by name, with how many people are in each. */
export const selectListas = async (db: Db, plantillaId: string): Promise<Contada[]> => {
  const { rows } = await sql<Contada>`
    select l.id, l.clave, l.nombre, l.cargada_en,
      (select count(*)::int from listas_personas_incluidas i where i.lista_id = l.id) as personas
    from listas_personas l where l.plantilla_id = ${plantillaId} order by l.nombre, l.id`.execute(
    db,
  );
  return rows;
};

/** Those of any plantilla with these words in their name or their plantilla's, as rules name them. */
export const selectListasConPalabras = async (
  db: Db,
  busqueda: string,
): Promise<{ clave: string; nombre: string; plantilla: string }[]> => {
  const { rows } = await sql<{ clave: string; nombre: string; plantilla: string }>`
    select l.clave, l.nombre, p.nombre as plantilla from listas_personas l
    join plantillas p on p.id = l.plantilla_id
    cross join lateral (select plegar(l.nombre || ' ' || p.nombre) as texto) b
    where ${hasWords('b.texto', { busqueda })} order by l.nombre, l.id limit 8`.execute(db);
  return rows;
};

export const selectPorClave = (db: Db | Trx, claves: readonly string[]) =>
  db
    .selectFrom('listas_personas')
    .select(['id', 'clave', 'nombre', 'cargada_en'])
    .where('clave', '=', sql<string>`any(${claves}::text[])`)
    .execute();

export const findLista = (db: Db | Trx, id: string) =>
  db
    .selectFrom('listas_personas')
    .select(['id', 'plantilla_id', 'clave', 'nombre'])
    .where('id', '=', id)
    .executeTakeFirst();

/** A new one; undefined: the plantilla has one of that name. */
export const insertLista = (
  trx: Trx,
  row: { plantilla_id: string; clave: string; nombre: string; creado_en: Date },
) =>
  trx
    .insertInto('listas_personas')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();

/** Whether a rule or a quota of a draft or of the version in force names it. */
export const isNombrada = async (trx: Trx, clave: string): Promise<boolean> => {
  const { rows } = await sql<{ es: boolean }>`
    select exists (select from plantilla_versiones v
      where ${inEstado(VERSION, 'v.estado', 'borrador', 'publicada')}
        and v.definicion::text like ${`%:${clave}"%`}) as es`.execute(trx);
  return rows[0]!.es;
};

export const deleteLista = (trx: Trx, id: string) =>
  trx.deleteFrom('listas_personas').where('id', '=', id).execute();

/** Takes everybody out; gives how many they were. */
export const deleteIncluidas = async (trx: Trx, listaId: string): Promise<number> => {
  const { numDeletedRows } = await trx
    .deleteFrom('listas_personas_incluidas')
    .where('lista_id', '=', listaId)
    .executeTakeFirst();
  return Number(numDeletedRows);
};

export const setCargada = (trx: Trx, id: string, ahora: Date) =>
  trx.updateTable('listas_personas').set({ cargada_en: ahora }).where('id', '=', id).execute();

/** Which of these people are in which of these lists: `lista persona`. */
export const selectIncluidas = async (
  db: Db | Trx,
  listas: readonly string[],
  personas: readonly string[],
): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ cual: string }>`
    select lista_id || ' ' || persona_id as cual from listas_personas_incluidas
    where lista_id = any(${listas}::uuid[]) and persona_id = any(${personas}::uuid[])`.execute(db);
  return new Set(rows.map(({ cual }) => cual));
};

export type Quien = { id: string; clave: string; nombre: string; correo: string | null };
const QUIEN = sql`pe.id, pe.clave, pe.nombre_completo as nombre, ${correoDe('pe.id')} as correo`;

/** These people, and those with these keys. */
export const selectQuienes = async (
  db: Db | Trx,
  { claves, personas }: { claves: readonly string[]; personas: readonly string[] },
): Promise<Quien[]> => {
  const { rows } = await sql<Quien>`
    select ${QUIEN} from ${PERSONA.tables} where pe.clave = any(${claves}::text[])
      or pe.id = any(${personas}::uuid[])`.execute(db);
  return rows;
};

/** Who is in a list after one (null: from the beginning), in the order of their keys. */
export const selectIncluidasTras = async (
  db: Db,
  listaId: string,
  tras: string | null,
  limit: number,
): Promise<Quien[]> => {
  const { rows } = await sql<Quien>`
    select ${QUIEN} from ${PERSONA.tables}
    join listas_personas_incluidas i on i.persona_id = pe.id and i.lista_id = ${listaId}
    where ${tras === null ? sql`true` : sql`pe.clave > ${tras}`}
    order by pe.clave limit ${limit}`.execute(db);
  return rows;
};

/** Keeps whom these rows are to add; forgets whom they were to before. */
export const saveCambios = async (
  trx: Trx,
  { importacion, listaId }: { importacion: string; listaId: string },
  cambios: readonly { fila: number; quien: string }[],
  filas: readonly number[],
): Promise<void> => {
  await sql`delete from listas_personas_cambios
    where importacion = ${importacion} and fila = any(${filas}::int[])`.execute(trx);
  await sql`insert into listas_personas_cambios (importacion, lista_id, quien, fila)
    select ${importacion}, ${listaId}, n.quien, n.fila
    from jsonb_to_recordset(${JSON.stringify(cambios)}::jsonb) as n(quien uuid, fila int)
    on conflict do nothing`.execute(trx);
};

/** Puts the next people of an import in their list (at most `limit`; null: all); gives those who were not, and if that was all. */
export const applyCambios = async (
  trx: Trx,
  importacion: string,
  limit: number | null,
): Promise<{ incluidas: string[]; tomadas: number }> => {
  const { rows } = await sql<{ incluidas: string[] | null; tomadas: number }>`
    with tomadas as (
      delete from listas_personas_cambios where importacion = ${importacion} and quien in (
        select quien from listas_personas_cambios where importacion = ${importacion}
        order by fila limit ${limit}) returning lista_id, quien
    ), nuevas as (
      insert into listas_personas_incluidas (lista_id, persona_id)
      select t.lista_id, pe.id from tomadas t join ${PERSONA.tables} on pe.id = t.quien
      on conflict do nothing returning persona_id
    ) select (select array_agg(persona_id) from nuevas) as incluidas,
      (select count(*)::int from tomadas) as tomadas`.execute(trx);
  const [{ incluidas, tomadas }] = rows as [(typeof rows)[number]];
  return { incluidas: incluidas ?? [], tomadas };
};

export const deleteCambios = async (trx: Trx, importacion: string): Promise<void> => {
  await sql`delete from listas_personas_cambios where importacion = ${importacion}`.execute(trx);
};

/** In which lists these people are, held until the transaction ends. */
export const lockIncluidasDe = (trx: Trx, personas: readonly string[]) =>
  trx
    .selectFrom('listas_personas_incluidas as i')
    .innerJoin('listas_personas as l', 'l.id', 'i.lista_id')
    .select(['i.id', 'i.lista_id', 'i.persona_id', 'l.nombre'])
    .where('i.persona_id', 'in', personas)
    .orderBy('i.id')
    .forUpdate('i')
    .execute();

/** Whoever is already in the list as the other stays there; the rest go over. */
export const moveIncluidas = async (trx: Trx, de: string, a: string): Promise<void> => {
  await sql`delete from listas_personas_incluidas i where i.persona_id = ${de} and exists (
    select from listas_personas_incluidas o where o.lista_id = i.lista_id and o.persona_id = ${a})`.execute(
    trx,
  );
  await trx
    .updateTable('listas_personas_incluidas')
    .set({ persona_id: a })
    .where('persona_id', '=', de)
    .execute();
};
