import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import { atMost, countRows, isPageSize } from '../../../platform/server/db/cursor.ts';
import type { Db, Trx } from '../../../platform/server/db/index.ts';
import { entonces } from '../../../platform/server/historial/data.ts';

/** What a text may name: records or a request by their ids, an account, a person's files. */
export type Nombrado = {
  ids: readonly string[];
  /** Accounts. */
  uids: readonly string[];
  personaIds: readonly string[];
};

export type Filtros = {
  /** What was done by, to, or under what a text names. */
  texto?: Nombrado | undefined;
  id?: number | undefined;
  actorUid?: string | undefined;
  accion?: string | undefined;
  entidad?: string | undefined;
  entidadId?: string | undefined;
  /** Ids of one person: theirs, and those of the files merged into it. */
  personaIds?: readonly string[] | undefined;
  /** Without what is of accounts. */
  sinCuentas?: boolean | undefined;
  /** Instants; `hasta` is exclusive. */
  desde?: Date | undefined;
  hasta?: Date | undefined;
  /** The condition of the rows that the actor may not see. */
  reservado?: Reservado | undefined;
};

/** A condition that holds of the rows of `historial` that somebody may not read; `tabla`: how it is called in the query. */
export type Reservado = (tabla: string) => RawBuilder<boolean>;

/** Joins conditions: a row that any of them hides is hidden. */
export const anyOf =
  (all: readonly Reservado[]): Reservado =>
  (tabla) =>
    sql<boolean>`(${sql.join(
      all.map((one) => one(tabla)),
      sql` or `,
    )})`;

export type Query = Filtros & {
  /** The row after which (in their order) to go on. */
  tras?: number | undefined;
  descendente: boolean;
  limite: number;
  /**
   * Rows of one act (an import, a request) are one: the first of them in the order of the list, which may be the
   * other way round than that of this page.
   */
  actos?: 'descendente' | 'ascendente' | undefined;
};

/** Of the imports of before they were recorded under their id (0055): rows of one, one after another. */
const SIN_ACTO = 'Importación';

/** What tells the act of a row, of a table or a step of the walk. */
const ROW = ['id', 'peticion_id', 'accion', 'motivo', 'actor_uid'] as const;
type Marca = { [K in (typeof ROW)[number]]: string | number | null };

/** Whether two rows that stand one after the other are of one act. */
const isSame = (a: string, b: string) => {
  const [one, other] = [a, b].map((name) => (column: string) => sql.ref(`${name}.${column}`));
  return sql<boolean>`(${one!('accion')} = ${other!('accion')} and case
    when ${one!('peticion_id')} is not null
      then coalesce(${one!('peticion_id')} = ${other!('peticion_id')}, false)
    else ${other!('peticion_id')} is null and ${one!('motivo')} = ${SIN_ACTO}
      and ${other!('motivo')} = ${SIN_ACTO}
      and ${one!('actor_uid')} is not distinct from ${other!('actor_uid')} end)`;
};

/** Of the rows of its act the first in the list's order and within its days. */
const isFirst = (row: string, { actos, desde, hasta }: Query) => {
  const id = sql.ref(`${row}.id`);
  const sooner = actos === 'descendente' ? sql`otra.id > ${id}` : sql`otra.id < ${id}`;
  const nearest = actos === 'descendente' ? sql`otra.id` : sql`otra.id desc`;
  const within =
    (actos === 'descendente'
      ? hasta && sql`and otra.momento < ${hasta}`
      : desde && sql`and otra.momento >= ${desde}`) ?? sql``;
  return sql<boolean>`(case when ${sql.ref(`${row}.peticion_id`)} is not null then not exists (
      select 1 from historial otra where otra.peticion_id = ${sql.ref(`${row}.peticion_id`)}
        and otra.accion = ${sql.ref(`${row}.accion`)} and ${sooner} ${within})
    when ${sql.ref(`${row}.motivo`)} = ${SIN_ACTO} then not coalesce((
      select ${isSame('otra', row)} from historial otra where ${sooner} ${within}
      order by ${nearest} limit 1), false)
    else true end)`;
};

/**
 * The rows that stand for the acts of a page, wherever they are. An import may be a hundred thousand rows on end: they are stepped over
 * from the beginning of one act to that of the next, and only there it is asked which row is the first of it.
 */
const walked = (db: Db, query: Query) => {
  const { tras, descendente, limite } = query;
  const order = descendente ? ('desc' as const) : ('asc' as const);
  const against = descendente ? ('asc' as const) : ('desc' as const);
  const before = descendente ? sql`>` : sql`<`;
  const rows = () =>
    filtered(db, query).select(ROW.map((column) => `historial.${column}` as const));
  const onward = (from: RawBuilder<unknown>) =>
    rows()
      .where(sql<boolean>`historial.id ${descendente ? sql`<` : sql`>`} ${from}`)
      .orderBy('historial.id', order)
      .limit(atMost(1));
  const first =
    tras === undefined
      ? rows().orderBy('historial.id', order).limit(atMost(1))
      : onward(sql`${tras}::bigint`);
  const next = onward(sql`paso.id`).where(sql<boolean>`not ${isSame('historial', 'paso')}`);
  // Read as the list goes, an act begins where it is first met; against it, where it ends.
  const alongTheList = descendente === (query.actos === 'descendente');
  const last = rows()
    .where(sql<boolean>`(siguiente.id is null or historial.id ${before} siguiente.id)`)
    .orderBy('historial.id', against)
    .limit(atMost(1));
  const candidate = alongTheList
    ? sql`(select paso.id, ${isFirst('paso', query)} as primera)`
    : sql`(select fin.id, ${isFirst('fin', query)} as primera from (${last}) fin)`;
  return sql<number>`(with recursive pasos as (
    select paso.*, null::bigint as cabeza, 0 as n from (${first}) paso
    union all
    select siguiente.*, case when este.primera then este.id end, paso.n + este.primera::int
    from pasos paso
      left join lateral (${next}) siguiente on true
      cross join lateral ${candidate} este
    where paso.id is not null and paso.n < ${limite}
  ) select cabeza from pasos where cabeza is not null)`;
};

/** Of the next rows, so many times a page are looked at before acts are stepped over. */
const NEAR = 4;

/**
 * The rows that stand for the acts of a page. Most acts are a row or two: those of the next rows are enough, and only
 * when they are not (an import) it is gone on as `walked` does.
 */
const headsOf = (db: Db, query: Query) => {
  const { tras, descendente, limite } = query;
  const order = descendente ? ('desc' as const) : ('asc' as const);
  const looked = NEAR * limite;
  const next = filtered(db, query)
    .select(ROW.map((column) => `historial.${column}` as const))
    .$if(tras !== undefined, (rows) => rows.where('historial.id', descendente ? '<' : '>', tras!))
    .orderBy('historial.id', order)
    .limit(atMost(looked));
  // In the order in which they are read, so that nothing beyond the page is looked at; they are counted only where they may be too few.
  return sql<number>`(with cercanas as materialized (
      select h.id from (${next}) h where ${isFirst('h', query)}
      order by h.id ${sql.raw(order)} limit ${atMost(limite)})
    select id from cercanas
    union all select cabeza from ${walked(db, query)} lejanas
    where (select count(*) from cercanas) < ${limite}
      and (select count(*) from (${next}) proximas) = ${looked})`;
};

/** How many rows each of these stands for, within the days and in the order of the list. */
export const countGrupos = async (
  db: Db,
  query: Query,
  rows: readonly Marca[],
): Promise<(row: Pick<Marca, 'id'>) => number> => {
  const { desde, hasta, actos, reservado } = query;
  const within = sql`${desde ? sql`and h.momento >= ${desde}` : sql``}
    ${hasta ? sql`and h.momento < ${hasta}` : sql``} ${reservado ? sql`and not ${reservado('h')}` : sql``}`;
  const marcas = rows.filter(
    ({ peticion_id, motivo }) => peticion_id !== null || motivo === SIN_ACTO,
  );
  if (marcas.length === 0) return () => 1;
  const [onward, nearest, upTo] =
    actos === 'descendente'
      ? [sql`<`, sql`desc`, sql`h.id <= m.id and h.id > coalesce(fin.id, 0)`]
      : [sql`>`, sql`asc`, sql`h.id >= m.id and (fin.id is null or h.id < fin.id)`];
  const { rows: groups } = await sql<{ id: number; cuantas: number }>`
    select m.id, case when m.peticion_id is not null then (
        select count(*)::int from historial h
        where h.peticion_id = m.peticion_id and h.accion = m.accion ${within})
      else (select count(*)::int from (select h.id from historial h
          where h.id ${onward} m.id and not ${isSame('h', 'm')} ${within}
          order by h.id ${nearest} limit 1) f right join (select 1) uno on true
        cross join lateral (select f.id) fin
        join historial h on ${upTo} ${within}) end as cuantas
    from (select ${sql.join(ROW.map((column) => sql.ref(column)))} from historial
      where id = any(${marcas.map(({ id }) => id)}::bigint[])) m`.execute(db);
  const found = new Map(groups.map(({ id, cuantas }) => [id, cuantas]));
  return ({ id }) => found.get(id as number) ?? 1;
};

/** What was done to a person's files, or showed them among others'. */
const concerns = (personaIds: readonly string[]) =>
  sql<boolean>`(historial.persona_id = any(${personaIds}::uuid[])
    or (historial.despues ? 'personas' and historial.despues->'personas' ?| ${personaIds}::text[]))`;

/** Kinds of record that are of an account and not of a file. */
const DE_CUENTAS = ['cuenta', 'sesion', 'ajuste'];

const filtered = (db: Db, query: Filtros) => {
  let rows = db.selectFrom('historial').leftJoin('cuentas', 'cuentas.uid', 'historial.actor_uid');
  if (query.texto) {
    const { ids, uids, personaIds } = query.texto;
    const named = [...ids, ...uids];
    rows = rows.where((eb) =>
      eb.or([
        eb('historial.entidad_id', 'in', named),
        eb('historial.peticion_id', 'in', ids),
        eb('historial.actor_uid', 'in', named),
        ...(personaIds.length > 0 ? [concerns(personaIds)] : []),
      ]),
    );
  }
  if (query.id) rows = rows.where('historial.id', '=', query.id);
  if (query.actorUid) rows = rows.where('historial.actor_uid', '=', query.actorUid);
  if (query.accion?.endsWith('.')) {
    rows = rows.where('historial.accion', 'like', `${query.accion.replace(/[\\%_]/g, '\\$&')}%`);
  } else if (query.accion) rows = rows.where('historial.accion', '=', query.accion);
  if (query.entidad) rows = rows.where('historial.entidad', '=', query.entidad);
  if (query.entidadId) rows = rows.where('historial.entidad_id', '=', query.entidadId);
  if (query.personaIds) rows = rows.where(concerns(query.personaIds));
  if (query.sinCuentas) rows = rows.where('historial.entidad', 'not in', DE_CUENTAS);
  if (query.desde) rows = rows.where('historial.momento', '>=', query.desde);
  if (query.hasta) rows = rows.where('historial.momento', '<', query.hasta);
  if (query.reservado) rows = rows.where(sql<boolean>`not ${query.reservado('historial')}`);
  return rows;
};

/** How many entries the filters show; null: more than are counted. */
export const countHistorial = (db: Db, filtros: Filtros): Promise<number | null> =>
  countRows(db, filtered(db, filtros).select('historial.id'));

/** The first page of the whole history, put together once: of each order and size, and whether acts are lines. */
const primeras = new Map<string, CompiledQuery<HistorialRow>>();

const isPrimera = ({ descendente, limite, actos, ...filtros }: Query): boolean =>
  isPageSize(limite) && Object.values(filtros).every((filtro) => filtro === undefined);

/** A page of the history. */
export const selectHistorial = async (db: Db, query: Query): Promise<HistorialRow[]> => {
  if (!isPrimera(query)) return selecting(db, query).execute();
  const key = JSON.stringify([query.descendente, query.limite, query.actos]);
  const known = primeras.get(key) ?? selecting(db, query).compile();
  primeras.set(key, known);
  return (await db.executeQuery(known)).rows;
};

type HistorialRow = Awaited<ReturnType<ReturnType<typeof selecting>['execute']>>[number];

const selecting = (db: Db, query: Query) =>
  filtered(db, query)
    .leftJoinLateral(entonces.as('entonces'), (join) => join.onTrue())
    .select([
      'historial.id',
      'historial.momento',
      'historial.actor_uid',
      'cuentas.email as actor_email',
      'entonces.nombre as actor_nombre',
      'entonces.role as actor_role',
      'cuentas.display_name as actor_nombre_hoy',
      'historial.accion',
      'historial.entidad',
      'historial.entidad_id',
      'historial.persona_id',
      'historial.antes',
      'historial.despues',
      'historial.motivo',
      'historial.peticion_id',
      'historial.origen',
    ])
    .$if(query.tras !== undefined, (rows) =>
      rows.where('historial.id', query.descendente ? '<' : '>', query.tras!),
    )
    .$if(query.actos !== undefined, (rows) => rows.where('historial.id', 'in', headsOf(db, query)))
    .orderBy('historial.id', query.descendente ? 'desc' : 'asc')
    .limit(atMost(query.limite));

/** Kinds of record in what a query has. */
export const selectRegistros = async (db: Db, query: Filtros): Promise<string[]> => {
  const rows = await filtered(db, query).select('historial.entidad').distinct().execute();
  return rows.map(({ entidad }) => entidad);
};

type Accesos = { personaIds: readonly string[]; ownUid: string };

const accesosDe = (db: Db, { personaIds, ownUid }: Accesos) =>
  db
    .selectFrom('historial')
    .where(
      sql<boolean>`(${concerns(personaIds)} or (historial.accion = 'hoja.exportar'
        and historial.despues @> '{"todas": true}'
        and historial.momento >= (select min(creado_en) from personas where id = any(${personaIds}::uuid[]))))`,
    )
    .where('historial.actor_uid', 'is distinct from', ownUid)
    .where('historial.actor_uid', 'is not', null);

/** How many there are; null: more than are counted. */
export const countAccesos = (db: Db, de: Accesos): Promise<number | null> =>
  countRows(db, accesosDe(db, de).select('historial.id'));

/**
 * Who read or changed a person's file, other than the person, the latest first; `tras`: after that row, `reversed` against
 * that order.
 */
export const selectAccesos = (
  db: Db,
  de: Accesos,
  { tras, reversed = false, limit }: { tras?: number; reversed?: boolean; limit: number },
) =>
  accesosDe(db, de)
    .leftJoinLateral(entonces.as('entonces'), (join) => join.onTrue())
    .select([
      'historial.id',
      'historial.momento',
      'historial.accion',
      'historial.motivo',
      // What a person is told of who looked at their file is never what that one chose to be called.
      sql<string | null>`case when entonces.del_expediente then entonces.nombre end`.as(
        'actor_nombre',
      ),
      'entonces.role as actor_role',
    ])
    .$if(tras !== undefined, (rows) => rows.where('historial.id', reversed ? '>' : '<', tras!))
    .orderBy('historial.id', reversed ? 'asc' : 'desc')
    .limit(limit)
    .execute();

/**
 * What the history says of somebody: what was done to their file or their account, and what they did, by its order;
 * `tras`: after that row.
 */
export const selectHistorialDeTitular = (
  db: Db,
  { personaIds, uids }: { personaIds: readonly string[]; uids: readonly string[] },
  { tras, limite }: { tras: number; limite: number },
) =>
  db
    .selectFrom('historial')
    .leftJoinLateral(entonces.as('entonces'), (join) => join.onTrue())
    .select([
      'historial.id',
      'historial.momento',
      'historial.actor_uid',
      'historial.accion',
      'historial.entidad',
      'historial.entidad_id',
      'historial.antes',
      'historial.despues',
      'historial.motivo',
      'historial.origen',
      sql<string | null>`case when entonces.del_expediente then entonces.nombre end`.as(
        'actor_nombre',
      ),
      'entonces.role as actor_role',
      sql<boolean>`(${concerns(personaIds)}
        or (historial.entidad = 'cuenta' and historial.entidad_id = any(${uids}::text[])))`.as(
        'suyo',
      ),
      sql<boolean>`coalesce(historial.persona_id = any(${personaIds}::uuid[]), false)
        or (historial.entidad = 'cuenta' and historial.entidad_id = any(${uids}::text[]))
        or (historial.persona_id is null and historial.actor_uid = any(${uids}::text[])
          and not coalesce(historial.despues ? 'personas', false) and historial.entidad <> 'cuenta')`.as(
        'entero',
      ),
    ])
    .where(
      sql<boolean>`(${concerns(personaIds)} or historial.actor_uid = any(${uids}::text[])
        or (historial.entidad = 'cuenta' and historial.entidad_id = any(${uids}::text[])))`,
    )
    .where('historial.id', '>', tras)
    .orderBy('historial.id')
    .limit(limite)
    .execute();

/** How many rows are about these files, or of what these accounts did. */
export const countDe = async (
  trx: Trx,
  { personaIds, uids }: { personaIds: readonly string[]; uids: readonly string[] },
): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from historial
    where persona_id = any(${personaIds}::uuid[]) or actor_uid = any(${uids}::text[])`.execute(trx);
  return rows[0]!.n;
};
