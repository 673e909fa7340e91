import { type Generated, type Selectable, sql } from 'kysely';
import type { Db, Tables, Trx } from '../../../platform/server/db/index.ts';

declare module '../../../platform/server/db/index.ts' {
  interface Tables {
    historial: {
      id: Generated<number>;
      momento: Date;
      actor_uid: string | null;
      accion: string;
      entidad: string;
      entidad_id: string;
      persona_id: string | null;
      antes: unknown;
      despues: unknown;
      motivo: string | null;
      solicitud_id: string | null;
      origen: string | null;
      cadena: number;
      eslabon: number;
      hash: Uint8Array;
      /** Null in the rows of before signatures (migration 0032), as are the five that follow. */
      firma: Uint8Array | null;
      emisor: Uint8Array | null;
      numero: number | null;
      vista_cadena: number | null;
      vista_eslabon: number | null;
      vista_hash: Uint8Array | null;
    };
    historial_cadenas: { cadena: number; eslabones: number; hash: Uint8Array };
    /** How an account was called, and with which role, since when: kept by the database itself. */
    cuentas_nombres: {
      id: Generated<number>;
      uid: string;
      nombre: string | null;
      role: string | null;
      /** The name was that of the account's file; otherwise whoever had the account chose it. */
      del_expediente: boolean;
      desde: Date;
    };
  }
}

/** Whether the same actor did the same to the same record in the last minutes. */
export const wasDoneRecently = async (
  trx: Trx,
  h: {
    actorUid: string | null;
    accion: string;
    entidad: string;
    entidadId: string;
    despues: Record<string, unknown> | null;
  },
  minutes: number,
): Promise<boolean> => {
  const row = await trx
    .selectFrom('historial')
    .select('id')
    .where('entidad', '=', h.entidad)
    .where('entidad_id', '=', h.entidadId)
    .where('accion', '=', h.accion)
    .where(sql<boolean>`actor_uid is not distinct from ${h.actorUid}`)
    .where(
      sql<boolean>`despues is not distinct from ${h.despues && JSON.stringify(h.despues)}::jsonb`,
    )
    .where('momento', '>', sql<Date>`now() - make_interval(mins => ${minutes})`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
};

/** What a text may name: records or a request by their ids, an account, a person's files. */
export type Nombrado = {
  ids: readonly string[];
  uid: string | null;
  personaIds: readonly string[];
};

export type Query = {
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
  /** The row after which (in their order) to go on, for what reads them all. */
  tras?: number | undefined;
  descendente: boolean;
  pagina: number;
  porPagina: number;
};

/** What was done to a person's files, or showed them among others'. */
const concerns = (personaIds: readonly string[]) =>
  sql<boolean>`(historial.persona_id = any(${personaIds}::uuid[])
    or (historial.despues ? 'personas' and historial.despues->'personas' ?| ${personaIds}::text[]))`;

const filtered = (db: Db, query: Query) => {
  let rows = db.selectFrom('historial').leftJoin('cuentas', 'cuentas.uid', 'historial.actor_uid');
  if (query.texto) {
    const { ids, uid, personaIds } = query.texto;
    const named = uid === null ? ids : [...ids, uid];
    rows = rows.where((eb) =>
      eb.or([
        eb('historial.entidad_id', 'in', named),
        eb('historial.solicitud_id', 'in', ids),
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
  if (query.tras !== undefined) {
    rows = rows.where('historial.id', query.descendente ? '<' : '>', query.tras);
  }
  return rows;
};

/**
 * How whoever did it was called then. The time of a row is the server's, in whole milliseconds, that of a name
 * the database's: what follows in one transaction is under the new name.
 */
const entonces = sql<Selectable<Tables['cuentas_nombres']>>`(select n.* from cuentas_nombres n
  where n.uid = historial.actor_uid and n.desde <= historial.momento + interval '1 millisecond'
  order by n.desde desc, n.id desc limit 1)`;

/** The account of an address, or null. */
export const findUidByEmail = async (db: Db, email: string): Promise<string | null> => {
  const row = await db
    .selectFrom('cuentas')
    .select('uid')
    .where('email', '=', email)
    .executeTakeFirst();
  return row?.uid ?? null;
};

/** The inscripción of an acuse's folio (as it is kept), or null. */
export const findInscripcionIdByFolio = async (db: Db, folio: string): Promise<string | null> => {
  const row = await db
    .selectFrom('acuses')
    .select('inscripcion_id')
    .where('folio', '=', folio)
    .executeTakeFirst();
  return row?.inscripcion_id ?? null;
};

export const countHistorial = async (db: Db, query: Query): Promise<number> => {
  const row = await filtered(db, query)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  return row.n;
};

export const selectHistorial = (db: Db, query: Query) =>
  filtered(db, query)
    // Of a file that was merged, the one that took it in.
    .leftJoin('claves_anteriores as fusion', 'fusion.anterior_id', 'historial.persona_id')
    .leftJoin('personas', (join) =>
      join.on(sql<boolean>`personas.id = coalesce(fusion.persona_id, historial.persona_id)`),
    )
    .leftJoin('cuentas as registrada', (join) =>
      join
        .onRef('registrada.uid', '=', 'historial.entidad_id')
        .on('historial.entidad', '=', 'cuenta'),
    )
    .leftJoin('catalogo_items as item', (join) =>
      join
        .on(sql<boolean>`item.id::text = historial.entidad_id`)
        .on('historial.entidad', '=', 'catalogo'),
    )
    .leftJoinLateral(entonces.as('entonces'), (join) => join.onTrue())
    .select([
      'personas.clave as persona_clave',
      'personas.nombre_completo as persona_nombre',
      'registrada.email as registrada_email',
      'item.nombre as item_nombre',
      'item.clave as item_clave',
      'item.catalogo as item_catalogo',
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
      'historial.antes',
      'historial.despues',
      'historial.motivo',
      'historial.solicitud_id',
      'historial.origen',
    ])
    .orderBy('historial.id', query.descendente ? 'desc' : 'asc')
    .limit(query.porPagina)
    .offset((query.pagina - 1) * query.porPagina)
    .execute();

/** The person of an account, or null. */
export const findPersonaIdOf = async (db: Db, uid: string): Promise<string | null> => {
  const row = await db
    .selectFrom('cuentas')
    .select('persona_id')
    .where('uid', '=', uid)
    .executeTakeFirst();
  return row?.persona_id ?? null;
};

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
        and historial.momento >= (select min(creada_en) from personas where id = any(${personaIds}::uuid[]))))`,
    )
    .where('historial.actor_uid', 'is distinct from', ownUid)
    .where('historial.actor_uid', 'is not', null)
    .orderBy('historial.id', 'desc')
    .limit(limit)
    .execute();
