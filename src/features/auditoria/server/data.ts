import { sql } from 'kysely';
import { estimateRows } from '../../../platform/server/db/cursor.ts';
import type { Db } from '../../../platform/server/db/index.ts';
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
  /** Instants; `hasta` is exclusive. */
  desde?: Date | undefined;
  hasta?: Date | undefined;
};

export type Query = Filtros & {
  /** The row after which (in their order) to go on. */
  tras?: number | undefined;
  descendente: boolean;
  limite: number;
  /** Rows of one act (an import, a request) are one: the first of them in the order of the list. */
  agrupado?: boolean;
};

/** Whether a row is the first, in the list's order and within its days, of those of its act. */
const isFirst = ({ descendente, desde, hasta }: Query) => {
  const sooner = descendente ? sql`otra.id > historial.id` : sql`otra.id < historial.id`;
  const within = descendente
    ? hasta && sql`and otra.momento < ${hasta}`
    : desde && sql`and otra.momento >= ${desde}`;
  return sql<boolean>`(historial.peticion_id is null or not exists (
    select 1 from historial otra where otra.peticion_id = historial.peticion_id
      and otra.accion = historial.accion and ${sooner} ${within ?? sql``}))`;
};

/** How many rows each of these stands for. */
export const countGrupos = async (
  db: Db,
  { desde, hasta }: Pick<Query, 'desde' | 'hasta'>,
  rows: readonly { peticion_id: string | null; accion: string }[],
): Promise<(row: { peticion_id: string | null; accion: string }) => number> => {
  const peticiones = [...new Set(rows.flatMap(({ peticion_id }) => peticion_id ?? []))];
  if (peticiones.length === 0) return () => 1;
  let groups = db
    .selectFrom('historial')
    .select(['peticion_id', 'accion', sql<number>`count(*)::int`.as('cuantas')])
    .where('peticion_id', 'in', peticiones)
    .groupBy(['peticion_id', 'accion']);
  if (desde) groups = groups.where('momento', '>=', desde);
  if (hasta) groups = groups.where('momento', '<', hasta);
  const found = new Map(
    (await groups.execute()).map((g) => [`${g.peticion_id} ${g.accion}`, g.cuantas]),
  );
  return ({ peticion_id, accion }) => found.get(`${peticion_id} ${accion}`) ?? 1;
};

/** What was done to a person's files, or showed them among others'. */
const concerns = (personaIds: readonly string[]) =>
  sql<boolean>`(historial.persona_id = any(${personaIds}::uuid[])
    or (historial.despues ? 'personas' and historial.despues->'personas' ?| ${personaIds}::text[]))`;

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
  if (query.desde) rows = rows.where('historial.momento', '>=', query.desde);
  if (query.hasta) rows = rows.where('historial.momento', '<', query.hasta);
  return rows;
};

/** About how many rows a query has; null: nobody knows. Ids are given one after another: of all, the last one. */
export const estimateHistorial = async (
  db: Db,
  { id, accion, entidad, entidadId, actorUid, texto, personaIds, desde, hasta }: Filtros,
): Promise<number | null> => {
  const given = { id, accion, entidad, entidadId, actorUid, texto, personaIds, desde, hasta };
  if (Object.values(given).some(Boolean)) {
    return estimateRows(db, 'historial', filtered(db, given).select('historial.id'));
  }
  const row = await db
    .selectFrom('historial')
    .select((eb) => eb.fn.max('id').as('ultimo'))
    .executeTakeFirstOrThrow();
  return row.ultimo;
};

export const selectHistorial = (db: Db, query: Query) =>
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
    .$if(query.agrupado === true, (rows) => rows.where(isFirst(query)))
    .orderBy('historial.id', query.descendente ? 'desc' : 'asc')
    .limit(query.limite)
    .execute();

/** Who read or changed a person's file, other than the person, the latest first. */
export const selectAccesos = (
  db: Db,
  personaIds: readonly string[],
  ownUid: string,
  limit: number,
) =>
  db
    .selectFrom('historial')
    .leftJoinLateral(entonces.as('entonces'), (join) => join.onTrue())
    .select([
      'historial.momento',
      'historial.accion',
      'historial.motivo',
      // What a person is told of who looked at their file is never what that one chose to be called.
      sql<string | null>`case when entonces.del_expediente then entonces.nombre end`.as(
        'actor_nombre',
      ),
      'entonces.role as actor_role',
    ])
    .where(
      sql<boolean>`(${concerns(personaIds)} or (historial.accion = 'hoja.exportar'
        and historial.despues @> '{"todas": true}'
        and historial.momento >= (select min(creado_en) from personas where id = any(${personaIds}::uuid[]))))`,
    )
    .where('historial.actor_uid', 'is distinct from', ownUid)
    .where('historial.actor_uid', 'is not', null)
    .orderBy('historial.id', 'desc')
    .limit(limit)
    .execute();
