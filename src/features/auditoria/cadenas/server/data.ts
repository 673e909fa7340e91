import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';

/** A link of a chain: its place (from 1; 0 is before the first) and its hash. */
export type Enlace = { cadena: number; eslabon: number; hash: Buffer };

/** What the rows of one statement have in common; `firma` covers all of it. */
export type Comun = {
  actorUid: string | null;
  accion: string;
  entidad: string;
  motivo: string | null;
  solicitudId: string | null;
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

/**
 * Appends a link to the transaction's chain; waits for other writers of that chain until they commit.
 * Gives the chain's head before it.
 */
export const insertHistorial = async (trx: Trx, c: Comun, f: Fila): Promise<Enlace> => {
  const { rows } = await sql<Cabeza>`select cadena, eslabones, hash from historial_anotar(
    ${c.actorUid}, ${c.accion}, ${c.entidad}, ${f.entidadId}, ${f.personaId}::uuid,
    ${json(f.antes)}::jsonb, ${json(f.despues)}::jsonb, ${c.motivo}, ${c.solicitudId}, ${c.origen},
    ${c.momento.toISOString()}::timestamptz, ${c.emisor}::bytea, ${c.numero}::bigint,
    ${c.vista?.cadena ?? null}::smallint, ${c.vista?.eslabon ?? null}::bigint,
    ${c.vista?.hash ?? null}::bytea, ${f.firma}::bytea)`.execute(trx);
  return asEnlace(rows[0]!);
};

/** The same for many rows, all in one statement. */
export const insertHistoriales = async (
  trx: Trx,
  c: Comun,
  filas: readonly Fila[],
): Promise<Enlace> => {
  const dadas = filas.map((f) => ({ ...f, firma: f.firma.toString('hex') }));
  const { rows } = await sql<Cabeza>`select cadena, eslabones, hash from historial_anotar_varias(
    ${c.actorUid}, ${c.accion}, ${c.entidad}, ${c.motivo}, ${c.solicitudId}, ${c.origen},
    ${c.momento.toISOString()}::timestamptz, ${c.emisor}::bytea, ${c.numero}::bigint,
    ${c.vista?.cadena ?? null}::smallint, ${c.vista?.eslabon ?? null}::bigint,
    ${c.vista?.hash ?? null}::bytea, ${JSON.stringify(dadas)}::jsonb)`.execute(trx);
  return asEnlace(rows[0]!);
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
      'solicitud_id',
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
