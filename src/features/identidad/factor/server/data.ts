import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { Role } from '../../../../platform/shared/actor.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    codigos_recuperacion: { uid: string; hash: string; usado_en: Date | null };
    ajustes: { clave: string; valor: unknown; actualizado_en: Date };
  }
}

const ROLES_KEY = 'segundoFactor.roles';

/** Turns the factor on (with its sealed secret) or off (null). */
export const saveFactor = async (
  trx: Trx,
  uid: string,
  sealed: string | null,
  step: number | null,
): Promise<void> => {
  await trx
    .updateTable('cuentas')
    .set({
      totp_sellado: sealed,
      totp_desde: sealed === null ? null : sql<Date>`now()`,
      totp_paso: step,
    })
    .where('uid', '=', uid)
    .execute();
};

/**
 * Spends a time step of that (sealed) secret: false when it or a later one was already used, or the
 * secret is no longer the account's. One statement decides.
 */
export const spendFactorStep = async (
  db: Db | Trx,
  uid: string,
  sealed: string,
  step: number,
): Promise<boolean> => {
  const result = await db
    .updateTable('cuentas')
    .set({ totp_paso: step })
    .where('uid', '=', uid)
    .where('totp_sellado', '=', sealed)
    .where((eb) => eb.or([eb('totp_paso', 'is', null), eb('totp_paso', '<', step)]))
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};

export const replaceRecuperacion = async (
  trx: Trx,
  uid: string,
  hashes: readonly string[],
): Promise<void> => {
  await trx.deleteFrom('codigos_recuperacion').where('uid', '=', uid).execute();
  if (hashes.length === 0) return;
  await trx
    .insertInto('codigos_recuperacion')
    .values(hashes.map((hash) => ({ uid, hash, usado_en: null })))
    .execute();
};

/** The hashes of an account's codes that were not used yet. */
export const selectRecuperacion = async (db: Db, uid: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('codigos_recuperacion')
    .select('hash')
    .where('uid', '=', uid)
    .where('usado_en', 'is', null)
    .execute();
  return rows.map(({ hash }) => hash);
};

/** Keeps the same code under another hash, unless it was used or replaced meanwhile. */
export const updateRecuperacion = async (
  db: Db,
  uid: string,
  before: string,
  after: string,
): Promise<void> => {
  await db
    .updateTable('codigos_recuperacion')
    .set({ hash: after })
    .where('uid', '=', uid)
    .where('hash', '=', before)
    .where('usado_en', 'is', null)
    .execute();
};

/** Spends a recovery code, by whichever of its hashes it is kept; false when it is not one or was used. */
export const spendRecuperacion = async (
  db: Db | Trx,
  uid: string,
  hashes: readonly string[],
): Promise<boolean> => {
  const result = await db
    .updateTable('codigos_recuperacion')
    .set({ usado_en: sql<Date>`now()` })
    .where('uid', '=', uid)
    .where('hash', 'in', hashes)
    .where('usado_en', 'is', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};

export const countRecuperacion = async (db: Db | Trx, uid: string): Promise<number> => {
  const row = await db
    .selectFrom('codigos_recuperacion')
    .select(sql<number>`count(*)`.as('n'))
    .where('uid', '=', uid)
    .where('usado_en', 'is', null)
    .executeTakeFirstOrThrow();
  return row.n;
};

export const readFactorRoles = async (db: Db | Trx): Promise<Role[]> => {
  const row = await db
    .selectFrom('ajustes')
    .select('valor')
    .where('clave', '=', ROLES_KEY)
    .executeTakeFirst();
  return (row?.valor ?? []) as Role[];
};

/** Whether this installation ever said of whom a second factor is demanded. */
export const hasFactorRoles = async (trx: Trx): Promise<boolean> =>
  (await trx
    .selectFrom('ajustes')
    .select('clave')
    .where('clave', '=', ROLES_KEY)
    .executeTakeFirst()) !== undefined;

export const saveFactorRoles = async (trx: Trx, roles: readonly Role[]): Promise<void> => {
  const valor = JSON.stringify(roles);
  await trx
    .insertInto('ajustes')
    .values({ clave: ROLES_KEY, valor, actualizado_en: sql<Date>`now()` })
    .onConflict((conflict) =>
      conflict.column('clave').doUpdateSet({ valor, actualizado_en: sql<Date>`now()` }),
    )
    .execute();
};
