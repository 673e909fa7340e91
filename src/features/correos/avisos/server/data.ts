import { sql } from 'kysely';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import type { ClaseOpcional, ModoAviso } from '../../../../platform/shared/avisos.ts';

/** One at a time chooses for an account. */
export const lockElegidos = async (trx: Trx, uid: string): Promise<void> => {
  await sql`select pg_advisory_xact_lock(728015, hashtext(${uid}))`.execute(trx);
};

/** Reads the modes that an account chose; a kind that it never chose keeps its declared mode. */
export const selectElegidos = (
  db: Db | Trx,
  uid: string,
): Promise<{ clase: ClaseOpcional; modo: ModoAviso }[]> =>
  db.selectFrom('avisos_elegidos').select(['clase', 'modo']).where('uid', '=', uid).execute();

export const upsertElegidos = async (
  trx: Trx,
  uid: string,
  elegidos: readonly { clase: ClaseOpcional; modo: ModoAviso }[],
  desde: Date,
): Promise<void> => {
  await trx
    .insertInto('avisos_elegidos')
    .values(elegidos.map(({ clase, modo }) => ({ uid, clase, modo, desde })))
    .onConflict((conflict) =>
      conflict
        .columns(['uid', 'clase'])
        .doUpdateSet(({ ref }) => ({ modo: ref('excluded.modo'), desde: ref('excluded.desde') })),
    )
    .execute();
};
