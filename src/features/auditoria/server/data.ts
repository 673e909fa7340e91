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

/** The audit key, already xored with HMAC's two pads (64 bytes each). */
export type Pads = { ipad: Buffer; opad: Buffer };

export type NewHistorial = {
  actorUid: string | null;
  accion: string;
  entidad: string;
  entidadId: string;
  personaId: string | null;
  antes: Record<string, unknown> | null;
  despues: Record<string, unknown> | null;
  motivo: string | null;
  solicitudId: string | null;
  origen: string | null;
};

const json = (value: Record<string, unknown> | null) =>
  value === null ? null : JSON.stringify(value);

/** Appends a link to the record's chain; waits for other writers of that chain until they commit. */
export const insertHistorial = async (trx: Trx, pads: Pads, h: NewHistorial): Promise<void> => {
  await sql`select historial_agregar(${pads.ipad}, ${pads.opad}, ${h.actorUid}, ${h.accion},
    ${h.entidad}, ${h.entidadId}, ${h.personaId}::uuid, ${json(h.antes)}::jsonb,
    ${json(h.despues)}::jsonb, ${h.motivo}, ${h.solicitudId}, ${h.origen})`.execute(trx);
};

type Comun = Omit<NewHistorial, keyof Fila>;
type Fila = Pick<NewHistorial, 'entidadId' | 'personaId' | 'antes' | 'despues'>;

/** Appends a link for each row, all in one statement; waits for other writers of their chains. */
export const insertHistoriales = async (
  trx: Trx,
  pads: Pads,
  c: Comun,
  filas: readonly Fila[],
): Promise<void> => {
  await sql`select historial_agregar_varios(${pads.ipad}, ${pads.opad}, ${c.actorUid}, ${c.accion},
    ${c.entidad}, ${c.motivo}, ${c.solicitudId}, ${c.origen}, ${JSON.stringify(filas)}::jsonb)`.execute(
    trx,
  );
};

/** Whether the same actor did the same to the same record in the last minutes. */
export const wasDoneRecently = async (
  trx: Trx,
  h: Pick<NewHistorial, 'actorUid' | 'accion' | 'entidad' | 'entidadId' | 'despues'>,
  minutes: number,
): Promise<boolean> => {
  const row = await trx
    .selectFrom('historial')
    .select('id')
    .where('entidad', '=', h.entidad)
    .where('entidad_id', '=', h.entidadId)
    .where('accion', '=', h.accion)
    .where(sql<boolean>`actor_uid is not distinct from ${h.actorUid}`)
    .where(sql<boolean>`despues is not distinct from ${json(h.despues)}::jsonb`)
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

/** How whoever did it was called then. */
const entonces = sql<Selectable<Tables['cuentas_nombres']>>`(select n.* from cuentas_nombres n
  where n.uid = historial.actor_uid and n.desde <= historial.momento
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

export type BrokenLink = { cadena: number; eslabon: number; id: number; falta: boolean };

/**
 * The links of a chain that are not what their hash says, or before which one is missing. Each is
 * compared with the hash of the one that stands before it now.
 */
export const selectBrokenLinks = async (
  db: Db,
  pads: Pads,
  cadena: number,
): Promise<BrokenLink[]> => {
  const { rows } = await sql<BrokenLink>`
    with eslabones as (
      select h.id, h.cadena, h.eslabon, h.hash, historial_contenido(h) as contenido,
        lag(h.hash, 1, sha256(convert_to('cadena ' || ${cadena}::int, 'UTF8'))) over w as anterior,
        lag(h.eslabon, 1, 0::bigint) over w as eslabon_anterior
      from historial h where h.cadena = ${cadena}
      window w as (order by h.eslabon)
    )
    select cadena, eslabon, id, eslabon <> eslabon_anterior + 1 as falta from eslabones
    where eslabon <> eslabon_anterior + 1
      or hash <> historial_hmac(${pads.ipad}, ${pads.opad}, anterior || contenido)
    order by eslabon limit 20`.execute(db);
  return rows;
};

/** Each chain's head as it is kept, and the last link that there is. */
export const selectCabezas = async (db: Db) => {
  const { rows } = await sql<{
    cadena: number;
    eslabones: number;
    hash: string;
    ultimo: number;
    ultimo_hash: string | null;
  }>`
    select c.cadena, c.eslabones, encode(c.hash, 'hex') as hash, coalesce(u.eslabon, 0) as ultimo,
      encode(u.hash, 'hex') as ultimo_hash
    from historial_cadenas c
    left join lateral (
      select eslabon, hash from historial h where h.cadena = c.cadena order by eslabon desc limit 1
    ) u on true order by c.cadena`.execute(db);
  return rows;
};

/** The hash of one link (hex), or null when it is not there. */
export const selectLinkHash = async (
  db: Db,
  cadena: number,
  eslabon: number,
): Promise<string | null> => {
  const row = await db
    .selectFrom('historial')
    .select(sql<string>`encode(hash, 'hex')`.as('hash'))
    .where('cadena', '=', cadena)
    .where('eslabon', '=', eslabon)
    .executeTakeFirst();
  return row?.hash ?? null;
};
