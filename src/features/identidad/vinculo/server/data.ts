import type { Trx } from '../../../../platform/server/db/index.ts';

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
