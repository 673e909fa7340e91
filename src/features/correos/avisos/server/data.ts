import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { ClaseOpcional } from '../../../../platform/shared/avisos.ts';

/** One at a time chooses for an account. */
export const lockApagados = async (trx: Trx, uid: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(728015, hashtext(${uid}))`.execute(trx);
};

/** The kinds of mail that an account finds in the portal only. */
export const selectApagados = async (db: Db | Trx, uid: string): Promise<ClaseOpcional[]> =>
  (await db.selectFrom('correos_apagados').select('clase').where('uid', '=', uid).execute()).map(
    ({ clase }) => clase,
  );

export const replaceApagados = async (
  trx: Trx,
  uid: string,
  {
    apaga,
    enciende,
    ahora,
  }: { apaga: readonly ClaseOpcional[]; enciende: readonly ClaseOpcional[]; ahora: Date },
): Promise<void> => {
  if (enciende.length > 0) {
    await trx
      .deleteFrom('correos_apagados')
      .where('uid', '=', uid)
      .where('clase', 'in', enciende)
      .execute();
  }
  if (apaga.length > 0) {
    await trx
      .insertInto('correos_apagados')
      .values(apaga.map((clase) => ({ uid, clase, desde: ahora })))
      .execute();
  }
};
