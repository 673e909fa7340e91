import type { Db } from '../../../../platform/server/db/index.ts';
import { recordOnce } from '../../../../platform/server/historial/index.ts';

/** Whose files somebody saw named in the list is in the history of each. */
export const recordLista = async (db: Db, personas: readonly string[]): Promise<void> => {
  if (personas.length === 0) return;
  const despues = { personas: personas.toSorted() };
  await db
    .transaction()
    .execute((trx) => recordOnce(trx, 'expediente.listar', { id: 'lista', despues }));
};
