import { type ColumnType, type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { EstadoDe } from '../../shared/estados.ts';
import { mayTake } from '../db/estados.ts';
import type { Db, Trx } from '../db/index.ts';
import { SUBIDA } from './estados.ts';

type Json<T> = ColumnType<T, string, string>;

export type Parte = { id: string; bytes: number };

/** Metadata that the sender may set and change. */
export type OwnMetadata = {
  cache_control: string | null;
  content_disposition: string | null;
  content_encoding: string | null;
  content_language: string | null;
};

type ArchivosTable = OwnMetadata & {
  nombre: string;
  objeto: string;
  propietario: string;
  generation: number;
  metageneration: number;
  bytes: number;
  content_type: string;
  md5: string;
  sha256: string;
  metadata: Json<Record<string, string>>;
  creado_en: Date;
  actualizado_en: Date;
  vence_en: Date | null;
};

type SubidasTable = {
  hash: string;
  nombre: string;
  propietario: string;
  declarados: number | null;
  recibidos: number;
  partes: Json<Parte[]>;
  metadata: Json<unknown>;
  estado: EstadoDe<typeof SUBIDA>;
  vence_en: Date;
};

declare module '../db/index.ts' {
  interface Tables {
    archivos: ArchivosTable;
    subidas: SubidasTable;
    objetos_sueltos: { id: string; creado_en: Date };
  }
}

export type Archivo = Selectable<ArchivosTable>;
export type Subida = Selectable<SubidasTable>;

export const findArchivo = (db: Db | Trx, nombre: string, now: Date) =>
  db
    .selectFrom('archivos')
    .selectAll()
    .where('nombre', '=', nombre)
    .where((where) => where.or([where('vence_en', 'is', null), where('vence_en', '>', now)]))
    .executeTakeFirst();

/** One writer at a time for each key, until the transaction ends. */
export const lock = (trx: Trx, key: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`almacen:${key}`}, 0))`.execute(trx);

/** The row under that name whatever its age, locked: what a new version takes the place of. */
export const lockArchivo = (trx: Trx, nombre: string) =>
  trx
    .selectFrom('archivos')
    .selectAll()
    .where('nombre', '=', nombre)
    .forUpdate()
    .executeTakeFirst();

/** Writes the row, in the place of the one that has its name. */
export const upsertArchivo = (trx: Trx, row: Insertable<ArchivosTable>): Promise<Archivo> => {
  const { nombre: _, ...rest } = row;
  return trx
    .insertInto('archivos')
    .values(row)
    .onConflict((conflict) => conflict.column('nombre').doUpdateSet(rest))
    .returningAll()
    .executeTakeFirstOrThrow();
};

/** Changes metadata of exactly that version; undefined when it is no longer the one. */
export const updateArchivo = (
  trx: Trx,
  version: { nombre: string; generation: number; metageneration: number },
  changes: Updateable<ArchivosTable>,
) =>
  trx
    .updateTable('archivos')
    .set({ ...changes, metageneration: version.metageneration + 1 })
    .where('nombre', '=', version.nombre)
    .where('generation', '=', version.generation)
    .where('metageneration', '=', version.metageneration)
    .returningAll()
    .executeTakeFirst();

/** Everything that an owner keeps under a prefix. */
export const ownedArchivos = (db: Db, propietario: string, prefix: string) =>
  db
    .selectFrom('archivos')
    .selectAll()
    .where('propietario', '=', propietario)
    .where(sql<boolean>`starts_with(nombre, ${prefix})`)
    .execute();

export const deleteArchivo = (trx: Trx, objeto: string) =>
  trx.deleteFrom('archivos').where('objeto', '=', objeto).returningAll().executeTakeFirst();

/** Bytes that an owner keeps under a prefix, `except` one name; uploads under way count. */
export const sumBytes = async (
  db: Db | Trx,
  owner: { propietario: string; prefix: string; except: string },
): Promise<number> => {
  const under = sql<boolean>`starts_with(nombre, ${owner.prefix}) and nombre <> ${owner.except}`;
  const kept = await db
    .selectFrom('archivos')
    .select((e) => sql<number>`coalesce(sum(${e.ref('bytes')}), 0)::bigint`.as('total'))
    .where('propietario', '=', owner.propietario)
    .where(under)
    .executeTakeFirstOrThrow();
  const arriving = await db
    .selectFrom('subidas')
    .select((e) => sql<number>`coalesce(sum(${e.ref('recibidos')}), 0)::bigint`.as('total'))
    .where('propietario', '=', owner.propietario)
    .where('estado', '=', 'activa')
    .where(under)
    .executeTakeFirstOrThrow();
  return kept.total + arriving.total;
};

/** Counts one upload of a ticket and gives how many there are by now. */
export const countTicketUse = async (trx: Trx, id: string, venceEn: Date): Promise<number> => {
  const { cuenta } = await trx
    .insertInto('limites')
    .values({ llave: `boleto:${id}`, cuenta: 1, vence_en: venceEn })
    .onConflict((conflict) =>
      conflict.column('llave').doUpdateSet({ cuenta: sql`limites.cuenta + 1` }),
    )
    .returning('cuenta')
    .executeTakeFirstOrThrow();
  return cuenta;
};

/** Names under a prefix; with a delimiter those that have it further on are given as prefixes. */
export const listEntries = async (
  db: Db,
  list: { prefix: string; delimiter: boolean; after: string; limit: number; now: Date },
): Promise<string[]> => {
  const { prefix, after, limit, now } = list;
  const rest = sql`substr(nombre, char_length(${prefix}::text) + 1)`;
  const entry = list.delimiter
    ? sql<string>`case when strpos(${rest}, '/') > 0 then ${prefix}::text || split_part(${rest}, '/', 1) || '/' else nombre end`
    : sql<string>`nombre`;
  const { rows } = await sql<{ entry: string }>`
    select distinct (${entry}) collate "C" as entry
    from archivos
    where nombre >= ${prefix}::text and starts_with(nombre, ${prefix}::text)
      and (vence_en is null or vence_en > ${now})
      and ((${entry}) collate "C") > ${after}::text
    order by entry
    limit ${limit}`.execute(db);
  return rows.map((row) => row.entry);
};

export const insertSubida = (trx: Trx, row: Insertable<SubidasTable>) =>
  trx.insertInto('subidas').values(row).execute();

export const findSubida = (db: Db | Trx, hash: string, now: Date) =>
  db
    .selectFrom('subidas')
    .selectAll()
    .where('hash', '=', hash)
    .where('vence_en', '>', now)
    .executeTakeFirst();

export const countActiveSubidas = async (db: Db | Trx, propietario: string, now: Date) => {
  const { total } = await db
    .selectFrom('subidas')
    .select((e) => e.fn.countAll<number>().as('total'))
    .where('propietario', '=', propietario)
    .where('estado', '=', 'activa')
    .where('vence_en', '>', now)
    .executeTakeFirstOrThrow();
  return Number(total);
};

/** Adds what arrived, if nobody else did meanwhile. */
export const appendParte = async (
  trx: Trx,
  subida: Pick<Subida, 'hash' | 'recibidos' | 'partes'>,
  parte: Parte,
): Promise<boolean> => {
  const updated = await trx
    .updateTable('subidas')
    .set({
      recibidos: subida.recibidos + parte.bytes,
      partes: JSON.stringify([...subida.partes, parte]),
    })
    .where('hash', '=', subida.hash)
    .where('recibidos', '=', subida.recibidos)
    .where(mayTake(SUBIDA, 'recibir'))
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
};

/** Ends an upload that is active, once: true for who did it. Its parts are let go. */
export const endSubida = async (
  trx: Trx,
  hash: string,
  paso: 'terminar' | 'cancelar',
  recibidos: number,
  now: Date,
): Promise<boolean> => {
  const row = await trx
    .selectFrom('subidas')
    .select('partes')
    .where('hash', '=', hash)
    .where(mayTake(SUBIDA, paso))
    .forUpdate()
    .executeTakeFirst();
  if (!row) return false;
  await trx
    .updateTable('subidas')
    .set({ estado: SUBIDA.pasos[paso].a, recibidos, partes: '[]' })
    .where('hash', '=', hash)
    .execute();
  for (const { id } of row.partes) await insertSuelto(trx, id, now);
  return true;
};

export const expiredSubidas = (db: Db, now: Date) =>
  db
    .selectFrom('subidas')
    .select(['hash', 'estado', 'recibidos'])
    .where('vence_en', '<=', now)
    .limit(500)
    .execute();

export const deleteSubida = (trx: Trx, hash: string) =>
  trx.deleteFrom('subidas').where('hash', '=', hash).execute();

export const expiredArchivos = (db: Db, now: Date) =>
  db.selectFrom('archivos').selectAll().where('vence_en', '<=', now).limit(500).execute();

export const insertSuelto = (db: Db | Trx, id: string, creadoEn: Date) =>
  db
    .insertInto('objetos_sueltos')
    .values({ id, creado_en: creadoEn })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();

/** True when it was there: the object is now the caller's to refer to. */
export const takeSuelto = async (db: Db | Trx, id: string): Promise<boolean> => {
  const gone = await db.deleteFrom('objetos_sueltos').where('id', '=', id).executeTakeFirst();
  return gone.numDeletedRows === 1n;
};

export const oldSueltos = (db: Db, before: Date) =>
  db
    .selectFrom('objetos_sueltos')
    .select('id')
    .where('creado_en', '<', before)
    .limit(500)
    .execute();
