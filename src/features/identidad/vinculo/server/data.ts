import type { Trx } from '../../../../platform/server/db/index.ts';
import type { Statement } from '../../../../platform/server/db/together.ts';

/** The accounts of these people; `lock` holds them until the transaction ends. */
export const selectCuentasOf = (trx: Trx, personaIds: readonly string[], lock: boolean) => {
  const query = trx
    .selectFrom('cuentas')
    .select(['uid', 'email', 'persona_id', 'display_name'])
    .where('persona_id', 'in', personaIds)
    .orderBy('uid');
  return (lock ? query.forUpdate() : query).execute();
};

/** What was accepted in the name of a person goes on being so in the name of another. */
export const moveAceptaciones = async (trx: Trx, de: string, a: string): Promise<void> => {
  await trx
    .updateTable('aceptaciones')
    .set({ persona_id: a })
    .where('persona_id', '=', de)
    .execute();
};

/** What an account accepted is of whose it is now. */
export const moveAceptacionesDe = async (
  trx: Trx,
  uid: string,
  personaId: string,
): Promise<void> => {
  await trx
    .updateTable('aceptaciones')
    .set({ persona_id: personaId })
    .where('uid', '=', uid)
    .where('persona_id', 'is not', null)
    .execute();
};

/**
 * Whether an account still is of a person, and holds that until the transaction ends: two files that are being
 * separated wait, or whoever writes in the name of the person learns that it is another.
 */
export const holdingVinculo = (trx: Trx, uid: string, personaId: string): Statement<boolean> => ({
  query: trx.selectFrom('cuentas').select('persona_id').where('uid', '=', uid).forKeyShare(),
  read: ({ rows }) =>
    (rows as { persona_id: string | null }[]).every((row) => row.persona_id === personaId),
});
