import { type Generated, sql } from 'kysely';
import type { Db } from '../../../platform/server/db/index.ts';
import { hasWords, likenessOf, type Search } from '../../../platform/server/db/search.ts';
import { fold } from '../../../platform/shared/search.ts';
import type { CatalogoId } from '../definiciones/rules.ts';
import type { Valor, Valores } from '../rules.ts';

type CatalogoItems = {
  id: Generated<string>;
  catalogo: CatalogoId;
  clave: string;
  nombre: string;
  padre_id: string | null;
  datos: Valores;
  busqueda: string;
  orden: number;
  activo: Generated<boolean>;
  version: Generated<number>;
  creado_en: Generated<Date>;
  actualizado_en: Generated<Date>;
};

declare module '../../../platform/server/db/index.ts' {
  interface Tables {
    /** The items that are to be seen: what everything reads and writes. */
    catalogo_items: CatalogoItems;
    /** The table itself, with those of an import that is still being written (decisions/0020). */
    catalogo_items_todos: CatalogoItems & { importacion: string | null };
    /** What such an import is to change of items that are there. */
    catalogo_items_cambios: {
      importacion: string;
      item_id: string;
      nombre: string;
      padre_id: string | null;
      datos: Valores;
      busqueda: string;
      activo: boolean;
    };
    catalogo_semillas: { catalogo: string; clave: string };
  }
}

const COLUMNS = [
  'id',
  'catalogo',
  'clave',
  'nombre',
  'padre_id',
  'datos',
  'orden',
  'activo',
  'version',
  'actualizado_en',
] as const;

export type ItemRow = {
  id: string;
  catalogo: CatalogoId;
  clave: string;
  nombre: string;
  padre_id: string | null;
  datos: Valores;
  orden: number;
  activo: boolean;
  version: number;
  actualizado_en: Date;
};

export type ItemsQuery = Search & {
  catalogo: CatalogoId;
  padreId?: string | undefined;
  estado: 'activos' | 'inactivos' | 'todos';
  /** Only these; all but these. */
  solo?: readonly string[] | undefined;
  excepto?: readonly string[] | undefined;
  orden: 'orden' | 'clave' | 'nombre' | 'actualizadoEn';
  descendente: boolean;
  pagina: number;
  porPagina: number;
};

const ORDENES = {
  orden: sql`orden`,
  // Keys that are numbers in their order: 2 before 10.
  clave: sql`lpad(clave, 40, case when clave ~ '^[0-9]+$' then '0' else ' ' end)`,
  // «Segundo» before «Décimo», 9 before 10.
  nombre: sql`orden_natural(nombre) collate "C"`,
  actualizadoEn: sql`actualizado_en`,
} as const;

/**
 * Whether an item is offered: it is active, and so is everything that it hangs from. What hangs from
 * something inactive is found once, whatever the rows that ask.
 */
const OFRECIDO = sql<boolean>`(activo and (padre_id is null or padre_id not in (
  with recursive apagados as (
    select id from catalogo_items where not activo
    union select i.id from catalogo_items i join apagados a on i.padre_id = a.id
  ) select id from apagados)))`;

const escapeLike = (word: string): string => word.replace(/[\\%_]/g, '\\$&');

type Filtros = Omit<ItemsQuery, 'orden' | 'descendente' | 'pagina' | 'porPagina'>;

const filtered = (db: Db, { catalogo, padreId, estado, solo, excepto, ...search }: Filtros) => {
  let query = db.selectFrom('catalogo_items').where('catalogo', '=', catalogo);
  if (solo) query = query.where(sql<boolean>`id::text = any(${solo}::text[])`);
  if (excepto) query = query.where(sql<boolean>`id::text <> all(${excepto}::text[])`);
  if (search.busqueda) query = query.where(hasWords('busqueda', search));
  if (estado !== 'todos') query = query.where(OFRECIDO, '=', estado === 'activos');
  if (padreId) {
    query = query.where(
      'id',
      'in',
      sql<string>`(with recursive ramas as (
        select i.id from catalogo_items i where i.padre_id = ${padreId}
        union all select i.id from catalogo_items i join ramas r on i.padre_id = r.id
      ) select id from ramas)`,
    );
  }
  return query;
};

export const countItems = async (db: Db, query: ItemsQuery): Promise<number> => {
  const row = await filtered(db, query)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
};

export const selectItems = (db: Db, query: ItemsQuery): Promise<ItemRow[]> =>
  filtered(db, query)
    .select(COLUMNS)
    .$if(query.parecida === true, (like) =>
      like.orderBy(likenessOf(['busqueda'], query.busqueda), 'desc'),
    )
    .orderBy(ORDENES[query.orden], query.descendente ? 'desc' : 'asc')
    .orderBy('id')
    .limit(query.porPagina)
    .offset((query.pagina - 1) * query.porPagina)
    .execute();

/** The items of any catalog that have the words, the likest first, what is inactive at the end. */
export const selectAnywhere = (
  db: Db,
  { porPagina, ...search }: Search & { porPagina: number },
): Promise<ItemRow[]> =>
  db
    .selectFrom('catalogo_items')
    .select(COLUMNS)
    .where(hasWords('busqueda', search))
    .orderBy('activo', 'desc')
    .orderBy(likenessOf(['busqueda'], search.busqueda), 'desc')
    .orderBy(sql`length(nombre)`)
    .orderBy('id')
    .limit(porPagina)
    .execute();

/** The items that a query shows, in order, after one of them: for what reads them all. */
export const selectItemsAfter = (
  db: Db,
  query: ItemsQuery,
  after: { orden: number; id: string } | null,
): Promise<ItemRow[]> => {
  let rows = filtered(db, query).select(COLUMNS);
  if (after) rows = rows.where(sql<boolean>`(orden, id) > (${after.orden}, ${after.id}::uuid)`);
  return rows.orderBy('orden').orderBy('id').limit(query.porPagina).execute();
};

const forLote = (query: ReturnType<typeof filtered>) => query.select(['id', 'nombre', 'activo']);

/** The items with those ids, of one catalog. */
export const selectItemsOf = (db: Db, catalogo: CatalogoId, ids: readonly string[]) =>
  forLote(filtered(db, { catalogo, estado: 'todos', solo: ids }))
    .orderBy('id')
    .execute();

/** The items that the filters show, by id, after one of them. */
export const selectItemsById = (db: Db, filtros: Filtros, after: string | null, limit: number) =>
  forLote(filtered(db, filtros).where(sql<string>`id::text`, '>', after ?? ''))
    .orderBy(sql`id::text`)
    .limit(limit)
    .execute();

/** How many items each catalog has. */
export const countByCatalogo = (db: Db) =>
  db
    .selectFrom('catalogo_items')
    .select([
      'catalogo',
      sql<number>`count(*) filter (where ${OFRECIDO})`.as('activos'),
      sql<number>`count(*) filter (where not ${OFRECIDO})`.as('inactivos'),
    ])
    .groupBy('catalogo')
    .execute();

/** What hangs directly from an item (null: from nothing), with how many of `hoja` are below each. */
export const selectRamas = async (
  db: Db,
  query: {
    catalogos: readonly CatalogoId[];
    hoja: CatalogoId;
    padreId: string | null;
    soloActivos: boolean;
  },
): Promise<(ItemRow & { debajo: number })[]> => {
  const catalogos = sql.join([...query.catalogos]);
  const activo = query.soloActivos ? sql`and i.activo` : sql``;
  const { rows } = await sql<ItemRow & { debajo: number }>`
    with recursive ramas as (
      select i.id, i.catalogo, i.id as rama from catalogo_items i
      where i.padre_id is not distinct from ${query.padreId}::uuid
        and i.catalogo in (${catalogos}) ${activo}
      union all
      select i.id, i.catalogo, r.rama from catalogo_items i join ramas r on i.padre_id = r.id
      where i.catalogo in (${catalogos}) ${activo}
    ), cuentas as (
      select rama, count(*) filter (where catalogo = ${query.hoja} and id <> rama) as debajo
      from ramas group by rama
    )
    select ${sql.join(COLUMNS.map((column) => sql.ref(`i.${column}`)))}, c.debajo
    from cuentas c join catalogo_items i on i.id = c.rama
    order by i.catalogo = ${query.hoja}, i.orden, i.id`.execute(db);
  return rows;
};

/** One text, however many they are. */
const isAnyOf = (ids: readonly string[]) => sql<boolean>`id = any(${ids}::uuid[])`;

export const selectByIds = (db: Db, ids: readonly string[]): Promise<ItemRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db.selectFrom('catalogo_items').select(COLUMNS).where(isAnyOf(ids)).execute();

/** Which of these items are offered: as `OFRECIDO`, but looked for from them upwards, where they hang from few. */
export const selectOfrecidos = async (db: Db, ids: readonly string[]): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  // One by one and by their key: of several the planner reads the whole catalog.
  const { rows } = await sql<{ id: string }>`
    with recursive suben as (
      select i.id, i.padre_id, i.activo from catalogo_items i where i.id = any(${ids}::uuid[])
      union all
      select s.id, p.padre_id, p.activo from suben s cross join lateral (
        select i.padre_id, i.activo from catalogo_items i where i.id = s.padre_id limit 1) p
    ) select id from suben group by id having bool_and(activo)`.execute(db);
  return new Set(rows.map(({ id }) => id));
};

/** As `selectByIds`, kept from being deleted until the transaction ends. Whoever changes one, or imports, goes on. */
export const selectByIdsHeld = (db: Db, ids: readonly string[]): Promise<ItemRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('catalogo_items')
        .select(COLUMNS)
        .where('id', 'in', ids)
        .orderBy('id')
        .forKeyShare()
        .execute();

export const selectByClaves = (
  db: Db,
  catalogos: readonly CatalogoId[],
  claves: readonly string[],
): Promise<ItemRow[]> =>
  claves.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('catalogo_items')
        .select(COLUMNS)
        .where('catalogo', 'in', catalogos)
        .where('clave', 'in', claves)
        .execute();

/** The items with one of those names, whatever its case, accents and spaces, and perhaps some others. */
export const selectByNombres = (
  db: Db,
  catalogos: readonly CatalogoId[],
  nombres: readonly string[],
): Promise<ItemRow[]> =>
  nombres.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('catalogo_items')
        .select(COLUMNS)
        .where('catalogo', 'in', catalogos)
        .where(
          'busqueda',
          'like',
          sql<string>`any(${nombres.map((nombre) => `%${escapeLike(fold(nombre))}%`)}::text[])`,
        )
        .execute();

/** Everything of a catalog that is active, by key: for short lists that rules need whole. */
export const selectActivos = (db: Db, catalogo: CatalogoId): Promise<ItemRow[]> =>
  db
    .selectFrom('catalogo_items')
    .select(COLUMNS)
    .where('catalogo', '=', catalogo)
    .where(OFRECIDO)
    .orderBy('orden')
    .execute();

/** The items of a catalog that say one of these values in a field of its own. */
export const selectSame = (
  db: Db,
  catalogo: CatalogoId,
  campo: string,
  values: readonly Valor[],
): Promise<{ id: string; nombre: string; valor: Valor }[]> =>
  values.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('catalogo_items')
        .select(['id', 'nombre', sql<Valor>`datos -> ${campo}::text`.as('valor')])
        .where('catalogo', '=', catalogo)
        .where(
          sql<boolean>`datos @> any(${values.map((value) => JSON.stringify({ [campo]: value }))}::text[]::jsonb[])`,
        )
        .execute();

/** The other item of that catalog that already says so in a field, if any. */
export const findSame = async (
  db: Db,
  catalogo: CatalogoId,
  campo: string,
  value: string | number | boolean,
  exceptId: string | null,
): Promise<{ nombre: string } | undefined> => {
  const here =
    campo === 'clave'
      ? sql<boolean>`clave = ${String(value)}`
      : sql<boolean>`datos @> ${JSON.stringify({ [campo]: value })}::jsonb`;
  return db
    .selectFrom('catalogo_items')
    .select('nombre')
    .where('catalogo', '=', catalogo)
    .where(here)
    .where(sql<boolean>`id is distinct from ${exceptId}::uuid`)
    .executeTakeFirst();
};

/** One of the items that use another, and how many there are in all. */
export type ItemUsando = { clave: string; nombre: string; n: number };

const usando = (db: Db, catalogo: CatalogoId) =>
  db
    .selectFrom('catalogo_items')
    .select(['clave', 'nombre', sql<number>`count(*) over ()`.as('n')])
    .where('catalogo', '=', catalogo)
    .orderBy('orden')
    .orderBy('id')
    .limit(5);

/** Items of a catalog that hang from this one: the first, and how many. */
export const findHijos = (db: Db, catalogo: CatalogoId, id: string): Promise<ItemUsando[]> =>
  usando(db, catalogo).where('padre_id', '=', id).execute();

/** Items of a catalog that point to this one in a field: the first, and how many. */
export const findReferencias = (
  db: Db,
  catalogo: CatalogoId,
  campo: string,
  id: string,
): Promise<ItemUsando[]> =>
  usando(db, catalogo)
    .where(sql<boolean>`datos @> ${JSON.stringify({ [campo]: id })}::jsonb`)
    .execute();
