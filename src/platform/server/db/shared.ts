import type { Db } from './index.ts';
import { sharedOf } from './lanes.ts';
import { compiled, perform, type Statement } from './together.ts';

/**
 * One short statement that only reads and waits for no lock, on its own. When many ask at once those of several requests go in
 * one journey, on a connection that they share: nothing that may take long belongs here, since it would hold up the others. Within
 * a transaction it goes with that.
 */
export const readShared = async <T>(db: Db, statement: Statement<T>): Promise<T> =>
  db.isTransaction
    ? perform(db, statement)
    : statement.read(await sharedOf(db).reading(compiled(statement.query)));

/**
 * One short statement that is a transaction by itself: it must fail by itself when nothing of it may stay, since it is
 * committed when `read` sees it. Those of several requests share a connection, as with `readShared`.
 */
export const writeShared = async <T>(db: Db, { query, read }: Statement<T>): Promise<T> => {
  const { writing, committed } = sharedOf(db);
  const result = await writing(compiled(query));
  committed();
  return read(result);
};
