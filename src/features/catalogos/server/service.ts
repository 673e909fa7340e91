import type { Nombrar } from '../../../platform/server/historial/index.ts';
import { nombrarItem } from '../historial.ts';
import { selectByIds } from './data.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What items are called in the history, by their id. */
export const nombrarItems: Nombrar = async (db, ids) => {
  const rows = await selectByIds(
    db,
    ids.filter((id) => UUID.test(id)),
  );
  return new Map(rows.map((row) => [row.id, nombrarItem(row)]));
};
