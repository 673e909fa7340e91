import { type Generated, sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    correos_contacto: {
      uid: string;
      email: string;
      hash: string | null;
      vence: Date | null;
      pedido_en: Generated<Date>;
      confirmado_en: Date | null;
    };
  }
}

export const findContacto = (db: Db | Trx, uid: string, email: string) =>
  db
    .selectFrom('correos_contacto')
    .selectAll()
    .where('uid', '=', uid)
    .where('email', '=', email)
    .executeTakeFirst();

/**
 * A new code for an address that waits to be confirmed; the one before no longer serves. False when it
 * is confirmed already.
 */
export const upsertContacto = async (
  trx: Trx,
  { uid, email, hash, vence }: { uid: string; email: string; hash: string; vence: Date },
): Promise<boolean> => {
  const row = await trx
    .insertInto('correos_contacto')
    .values({ uid, email, hash, vence, confirmado_en: null })
    .onConflict((conflict) =>
      conflict
        .columns(['uid', 'email'])
        .doUpdateSet({ hash, vence, pedido_en: sql<Date>`now()` })
        .where('correos_contacto.confirmado_en', 'is', null),
    )
    .returning('email')
    .executeTakeFirst();
  return row !== undefined;
};

export const findContactoByHash = (trx: Trx, hash: string) =>
  trx
    .selectFrom('correos_contacto')
    .select(['uid', 'email', 'vence'])
    .where('hash', '=', hash)
    .executeTakeFirst();

/** Spends the code. False when somebody did first. */
export const saveConfirmado = async (trx: Trx, hash: string, ahora: Date): Promise<boolean> => {
  const result = await trx
    .updateTable('correos_contacto')
    .set({ hash: null, vence: null, confirmado_en: ahora })
    .where('hash', '=', hash)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};
