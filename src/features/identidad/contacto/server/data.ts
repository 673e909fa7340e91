import { type Generated, sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';

declare module '../../../../platform/server/db/index.ts' {
  interface Tables {
    correos_contacto: {
      uid: string;
      email: string;
      hash: string | null;
      vence_en: Date | null;
      pedido_en: Generated<Date>;
      confirmado_en: Generated<Date | null>;
      retirado_en: Generated<Date | null>;
      cambiado_por: Generated<string | null>;
    };
  }
}

/** All that an account ever gave, also those that it withdrew. */
export const selectContactos = (db: Db | Trx, uid: string) =>
  db
    .selectFrom('correos_contacto')
    .select(['email', 'confirmado_en', 'retirado_en', 'cambiado_por'])
    .where('uid', '=', uid)
    .orderBy('email')
    .execute();

/** The same of many accounts, by their uid. */
export const selectContactosDe = async (db: Db | Trx, uids: readonly string[]) => {
  const rows = await db
    .selectFrom('correos_contacto')
    .select(['uid', 'email', 'confirmado_en', 'retirado_en', 'cambiado_por'])
    .where(sql<boolean>`uid = any(${uids})`)
    .orderBy('email')
    .execute();
  return Map.groupBy(rows, ({ uid }) => uid);
};

/**
 * A new code for an address that waits to be confirmed (again, if it was withdrawn); the one before no
 * longer serves. False when it is confirmed already.
 */
export const upsertContacto = async (
  trx: Trx,
  { uid, email, hash, venceEn }: { uid: string; email: string; hash: string; venceEn: Date },
): Promise<boolean> => {
  const row = await trx
    .insertInto('correos_contacto')
    .values({ uid, email, hash, vence_en: venceEn })
    .onConflict((conflict) =>
      conflict
        .columns(['uid', 'email'])
        .doUpdateSet({
          hash,
          vence_en: venceEn,
          pedido_en: sql<Date>`now()`,
          retirado_en: null,
          cambiado_por: null,
        })
        .where('correos_contacto.confirmado_en', 'is', null),
    )
    .returning('email')
    .executeTakeFirst();
  return row !== undefined;
};

export const findContactoByHash = (trx: Trx, hash: string) =>
  trx
    .selectFrom('correos_contacto')
    .select(['uid', 'email', 'vence_en'])
    .where('hash', '=', hash)
    .executeTakeFirst();

/**
 * Takes an address out of use, or puts another of the same account in its place. What it was before;
 * undefined when it was not in use.
 */
export const retireContacto = async (
  trx: Trx,
  {
    uid,
    email,
    cambiadoPor,
    ahora,
  }: { uid: string; email: string; cambiadoPor: string | null; ahora: Date },
): Promise<{ confirmado: boolean } | undefined> => {
  const row = await trx
    .selectFrom('correos_contacto')
    .select('confirmado_en')
    .where('uid', '=', uid)
    .where('email', '=', email)
    .where('retirado_en', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  await trx
    .updateTable('correos_contacto')
    .set({
      hash: null,
      vence_en: null,
      confirmado_en: null,
      retirado_en: ahora,
      cambiado_por: cambiadoPor,
    })
    .where('uid', '=', uid)
    .where('email', '=', email)
    .execute();
  return { confirmado: row.confirmado_en !== null };
};

/** Spends the code. False when somebody did first. */
export const saveConfirmado = async (trx: Trx, hash: string, ahora: Date): Promise<boolean> => {
  const result = await trx
    .updateTable('correos_contacto')
    .set({ hash: null, vence_en: null, confirmado_en: ahora })
    .where('hash', '=', hash)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
};
