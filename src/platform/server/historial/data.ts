import { type Generated, type QueryResult, type Selectable, sql } from 'kysely';
import { atMost } from '../db/cursor.ts';
import { fixedCall } from '../db/fixed.ts';
import type { Db, Tables, Trx } from '../db/index.ts';
import type { Statement } from '../db/together.ts';

declare module '../db/index.ts' {
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
      peticion_id: string | null;
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
      /** The last number of the history by then; null: noted before that was kept. */
      tras: number | null;
    };
  }
}

/** A link of a chain: its place (from 1; 0 is before the first) and its hash. */
export type Enlace = { cadena: number; eslabon: number; hash: Buffer };

/** What the rows of one statement have in common; `firma` covers all of it. */
export type Comun = {
  actorUid: string | null;
  accion: string;
  entidad: string;
  motivo: string | null;
  peticionId: string | null;
  origen: string | null;
  momento: Date;
  /** The process that signs, and the first row's number among those that it has signed. */
  emisor: Buffer;
  numero: number;
  vista: Enlace | null;
};

/** What a row says of its own. */
export type Fila = {
  entidadId: string;
  personaId: string | null;
  antes: Record<string, unknown> | null;
  despues: Record<string, unknown> | null;
  firma: Buffer;
};

const json = (value: Record<string, unknown> | null) =>
  value === null ? null : JSON.stringify(value);

type Cabeza = { cadena: number; eslabones: number; hash: Uint8Array };

const asEnlace = ({ cadena, eslabones, hash }: Cabeza): Enlace => ({
  cadena,
  eslabon: eslabones,
  hash: Buffer.from(hash),
});

/** What `historial_anotar` is called with, in its order: for who calls it within a statement of their own, too. */
export const valoresDe = (c: Comun, f: Fila): unknown[] => [
  c.actorUid,
  c.accion,
  c.entidad,
  f.entidadId,
  f.personaId,
  json(f.antes),
  json(f.despues),
  c.motivo,
  c.peticionId,
  c.origen,
  c.momento.toISOString(),
  c.emisor,
  c.numero,
  c.vista?.cadena ?? null,
  c.vista?.eslabon ?? null,
  c.vista?.hash ?? null,
  f.firma,
];

/** What they are called and their types. */
const PARAMETROS_DE_ANOTAR = [
  ['actor_uid', 'text'],
  ['accion', 'text'],
  ['entidad', 'text'],
  ['entidad_id', 'text'],
  ['persona_id', 'uuid'],
  ['antes', 'jsonb'],
  ['despues', 'jsonb'],
  ['motivo', 'text'],
  ['peticion_id', 'text'],
  ['origen', 'text'],
  ['momento', 'timestamptz'],
  ['emisor', 'bytea'],
  ['numero', 'bigint'],
  ['vista_cadena', 'smallint'],
  ['vista_eslabon', 'bigint'],
  ['vista_hash', 'bytea'],
  ['firma', 'bytea'],
] as const;
export const TIPOS_DE_ANOTAR: readonly string[] = PARAMETROS_DE_ANOTAR.map(([, type]) => type);
export const NOMBRES_DE_ANOTAR: readonly string[] = PARAMETROS_DE_ANOTAR.map(([name]) => name);

/** What is read of the head that `historial_anotar` gives. */
export const CABEZA = 'cadena, eslabones, hash';

const anotarUna = fixedCall(CABEZA, 'historial_anotar', TIPOS_DE_ANOTAR);

/** The head of a chain, as `historial_anotar` gives it. */
export const readCabeza = ({ rows }: QueryResult<never>): Enlace => asEnlace(rows[0]!);

/**
 * Appends a link to the transaction's chain; waits for other writers of that chain until they commit.
 * Gives the chain's head before it.
 */
export const insertHistorial = (c: Comun, f: Fila): Statement<Enlace> => ({
  query: anotarUna(valoresDe(c, f)),
  read: readCabeza,
});

/** The same for many rows, all in one statement. */
export const insertHistoriales = (
  trx: Trx,
  c: Comun,
  filas: readonly Fila[],
): Statement<Enlace> => {
  const dadas = filas.map((f) => ({ ...f, firma: f.firma.toString('hex') }));
  const query = sql<Cabeza>`select cadena, eslabones, hash from historial_anotar_varias(
    ${c.actorUid}, ${c.accion}, ${c.entidad}, ${c.motivo}, ${c.peticionId}, ${c.origen},
    ${c.momento.toISOString()}::timestamptz, ${c.emisor}::bytea, ${c.numero}::bigint,
    ${c.vista?.cadena ?? null}::smallint, ${c.vista?.eslabon ?? null}::bigint,
    ${c.vista?.hash ?? null}::bytea, ${JSON.stringify(dadas)}::jsonb)`;
  return { query: query.compile(trx), read: ({ rows }) => asEnlace(rows[0]!) };
};

/** Every head that there is, also those that should not be. */
export const selectCabezas = async (db: Db): Promise<Enlace[]> => {
  const rows = await db
    .selectFrom('historial_cadenas')
    .select(['cadena', 'eslabones', 'hash'])
    .orderBy('cadena')
    .execute();
  return rows.map(asEnlace);
};

/** The last row without signature of each chain. */
export const selectSinFirma = async (db: Db): Promise<Enlace[]> => {
  const { rows } = await sql<Cabeza>`select distinct on (cadena) cadena, eslabon as eslabones, hash
    from historial where firma is null order by cadena, eslabon desc`.execute(db);
  return rows.map(asEnlace);
};

/**
 * The rows from `desde` (an id) on in the order of their ids, as they are kept. Nothing is computed by the
 * database but the texts of the rows of before signatures, which were hashed as it writes them.
 */
export const selectEslabones = (db: Db, desde: string | null, limit: number) => {
  const rows = db
    .selectFrom('historial')
    .select([
      sql<string>`id::text`.as('id'),
      'momento',
      'actor_uid',
      'accion',
      'entidad',
      'entidad_id',
      'persona_id',
      'antes',
      'despues',
      'motivo',
      'peticion_id',
      'origen',
      'cadena',
      'eslabon',
      'hash',
      'emisor',
      'numero',
      'vista_cadena',
      'vista_eslabon',
      'vista_hash',
      'firma',
      sql<string | null>`case when firma is null then extract(epoch from momento)::text end`.as(
        'epoca',
      ),
      sql<string | null>`case when firma is null then antes::text end`.as('antes_texto'),
      sql<string | null>`case when firma is null then despues::text end`.as('despues_texto'),
    ])
    .orderBy('historial.id')
    .limit(limit);
  return (desde === null ? rows : rows.where(sql<boolean>`id >= ${desde}::bigint`)).execute();
};

/** The hash of one link, or null when it is not there. */
export const selectLinkHash = async (
  db: Db,
  cadena: number,
  eslabon: number,
): Promise<Buffer | null> => {
  const row = await db
    .selectFrom('historial')
    .select('hash')
    .where('cadena', '=', cadena)
    .where('eslabon', '=', eslabon)
    .executeTakeFirst();
  return row ? Buffer.from(row.hash) : null;
};

/** Whether the same actor did the same to the same record in the last minutes. */
export const wasDoneRecently = async (
  db: Db | Trx,
  h: {
    actorUid: string | null;
    accion: string;
    entidad: string;
    entidadId: string;
    despues: Record<string, unknown> | null;
  },
  minutes: number,
): Promise<boolean> => {
  const row = await db
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
    .limit(atMost(1))
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * How whoever did it was called then: by the number of the row, which is before or after a change of name whatever the clocks of the
 * server and of the database say; of names noted before that was kept, by the time, of a row in whole milliseconds.
 */
export const entonces = sql<
  Selectable<Tables['cuentas_nombres']>
>`(select n.* from cuentas_nombres n
  where n.uid = historial.actor_uid and case when n.tras is null then n.desde <= historial.momento + interval '1 millisecond'
    else n.tras < historial.id end
  order by n.id desc limit 1)`;

/** What was last done to one record, newest first: what changed, who did it, and how they were called then. */
export const selectHistorialDe = (db: Db, entidad: string, entidadId: string, limit: number) =>
  db
    .selectFrom('historial')
    .leftJoinLateral(entonces.as('entonces'), (join) => join.onTrue())
    .select(['actor_uid', 'entonces.nombre as actor_nombre', 'antes', 'despues'])
    .where('entidad', '=', entidad)
    .where('entidad_id', '=', entidadId)
    .orderBy('historial.id', 'desc')
    .limit(limit)
    .execute();

/** When some things were done to one record, and what it was after each, oldest first. */
export const selectActosDe = (
  db: Db,
  { entidad, id, acciones }: { entidad: string; id: string; acciones: readonly string[] },
  limit: number,
) =>
  db
    .selectFrom('historial')
    .select(['accion', 'momento', 'despues'])
    .where('entidad', '=', entidad)
    .where('entidad_id', '=', id)
    .where(sql<boolean>`accion = any(${acciones}::text[])`)
    .orderBy('id')
    .limit(limit)
    .execute();
