import { sql } from 'kysely';
import { estimateRows } from '../../../platform/server/db/cursor.ts';
import type { Db } from '../../../platform/server/db/index.ts';
import { entonces } from '../../../platform/server/historial/data.ts';

/** What a text may name: records or a request by their ids, an account, a person's files. */
export type Nombrado = {
  ids: readonly string[];
  uid: string | null;
  personaIds: readonly string[];
};

export type Filtros = {
  /** What was done by, to, or under what a text names. */
  texto?: Nombrado | undefined;
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
};

/** What was done to a person's files, or showed them among others'. */
const concerns = (personaIds: readonly string[]) =>
  sql<boolean>`(historial.persona_id = any(${personaIds}::uuid[])
    or (historial.despues ? 'personas' and historial.despues->'personas' ?| ${personaIds}::text[]))`;

const filtered = (db: Db, query: Filtros) => {
  let rows = db.selectFrom('historial').leftJoin('cuentas', 'cuentas.uid', 'historial.actor_uid');
  if (query.texto) {
    const { ids, uid, personaIds } = query.texto;
    const named = uid === null ? ids : [...ids, uid];
    rows = rows.where((eb) =>
      eb.or([
        eb('historial.entidad_id', 'in', named),
        eb('historial.peticion_id', 'in', ids),
        eb('historial.actor_uid', 'in', named),
        ...(personaIds.length > 0 ? [concerns(personaIds)] : []),
      ]),
    );
  }
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
  { accion, entidad, entidadId, actorUid, texto, personaIds, desde, hasta }: Filtros,
): Promise<number | null> => {
  const given = { accion, entidad, entidadId, actorUid, texto, personaIds, desde, hasta };
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
