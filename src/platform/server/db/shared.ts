import type { Db, Trx } from './index.ts';
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

/** The database by the connections of `readShared`, for several short statements that only read; within a transaction, that. */
export const sharedReader = (db: Db | Trx): Db | Trx =>
  db.isTransaction ? db : sharedOf(db).reader;

/** What is read beside each other; within a transaction, which has one connection, one after the other. */
export const readBeside = async <const R extends readonly (() => Promise<unknown>)[]>(
  db: Db | Trx,
  readings: R,
): Promise<{ -readonly [I in keyof R]: Awaited<ReturnType<R[I]>> }> => {
  if (!db.isTransaction) return (await Promise.all(readings.map((read) => read()))) as never;
  const found: unknown[] = [];
  for (const read of readings) found.push(await read());
  return found as never;
};

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
