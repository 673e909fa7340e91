import type { Db } from '../../../platform/server/db/index.ts';

/** How the accounts of these jobs' owners are called, by uid. */
export const selectNombres = async (
  db: Db,
  uids: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (uids.length === 0) return new Map();
  const rows = await db
    .selectFrom('cuentas')
    .select(['uid', 'display_name', 'email'])
    .where('uid', 'in', uids)
    .execute();
  return new Map(rows.map(({ uid, display_name, email }) => [uid, display_name || email]));
};
