import { type Generated, type Selectable, sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';

type CopiasDatos = {
  id: Generated<string>;
  persona_id: string | null;
  uid: string | null;
  pedida_por: string;
  objeto: string | null;
  sha256: string;
  bytes: number;
  filas: number;
  archivos: number;
  creado_en: Date;
  vence_en: Date;
  abierta_en: Generated<Date | null>;
  /** The request that it was made for, and the digest of what was mailed to open it. */
  tramite_id: Generated<string | null>;
  enlace_hash: Generated<string | null>;
};

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    copias_datos: CopiasDatos;
  }
}

export type CopiaRow = Selectable<CopiasDatos>;

export const insertCopia = (
  trx: Trx,
  row: Omit<CopiaRow, 'id' | 'abierta_en' | 'tramite_id' | 'enlace_hash'> & {
    tramite_id?: string | null;
  },
): Promise<CopiaRow> =>
  trx.insertInto('copias_datos').values(row).returningAll().executeTakeFirstOrThrow();

/** The latest ones of an account and its file. */
export const selectCopiasDe = (
  db: Db,
  { uid, personaId }: { uid: string; personaId: string | null },
): Promise<CopiaRow[]> =>
  db
    .selectFrom('copias_datos')
    .selectAll()
    .where((where) =>
      where.or([
        where('uid', '=', uid),
        ...(personaId === null
          ? []
          : [where.and([where('uid', 'is', null), where('persona_id', '=', personaId)])]),
      ]),
    )
    .orderBy('creado_en', 'desc')
    .limit(5)
    .execute();

export const findCopia = async (db: Db, id: string): Promise<CopiaRow | null> =>
  (await db.selectFrom('copias_datos').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;

export const markAbierta = async (trx: Trx, id: string, ahora: Date): Promise<void> => {
  await trx.updateTable('copias_datos').set({ abierta_en: ahora }).where('id', '=', id).execute();
};

/** Those whose days are over and have not been removed; with `uid`, also what one had before the newest. */
export const selectVencidas = (db: Db, ahora: Date): Promise<CopiaRow[]> =>
  db
    .selectFrom('copias_datos')
    .selectAll()
    .where('objeto', 'is not', null)
    .where('vence_en', '<=', ahora)
    .execute();

/** Lets the bytes of one go; gives them, once. */
export const takeObjeto = async (trx: Trx, id: string): Promise<string | null> => {
  const row = await trx
    .selectFrom('copias_datos')
    .select('objeto')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row?.objeto) return null;
  await trx.updateTable('copias_datos').set({ objeto: null }).where('id', '=', id).execute();
  return row.objeto;
};

/** The copies of a file that is merged are of the one that takes it in. */
export const moveCopias = (trx: Trx, de: string, a: string) =>
  trx
    .updateTable('copias_datos')
    .set({ persona_id: a })
    .where('persona_id', '=', de)
    .returning('id')
    .execute();

export const countCopias = async (trx: Trx, personaId: string): Promise<number> => {
  const row = await trx
    .selectFrom('copias_datos')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('persona_id', '=', personaId)
    .where('objeto', 'is not', null)
    .executeTakeFirstOrThrow();
  return row.n;
};

/** The copies that were made for a request, the latest first. */
export const selectCopiasDeTramite = (db: Db, tramiteId: string): Promise<CopiaRow[]> =>
  db
    .selectFrom('copias_datos')
    .selectAll()
    .where('tramite_id', '=', tramiteId)
    .orderBy('creado_en', 'desc')
    .limit(5)
    .execute();

/** What opens a copy from now on; what did before does no more. */
/** Takes back a link that opens a copy; false: it was none, or it served before. */
export const spendEnlace = async (trx: Trx, id: string, hash: string): Promise<boolean> => {
  const { numUpdatedRows } = await trx
    .updateTable('copias_datos')
    .set({ enlace_hash: null })
    .where('id', '=', id)
    .where('enlace_hash', '=', hash)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
};

export const setEnlace = async (trx: Trx, id: string, hash: string): Promise<void> => {
  await trx.updateTable('copias_datos').set({ enlace_hash: hash }).where('id', '=', id).execute();
};
