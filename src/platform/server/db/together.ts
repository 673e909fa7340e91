import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import type { Db, Trx } from './index.ts';

/** A statement that has not been sent, and what its answer means: `read` may refuse it by throwing. */
export type Statement<T> = {
  query: Compilable | CompiledQuery;
  read: (result: QueryResult<never>) => T;
};

/** What the answers of some statements were read as, in their order. */
type Answers<S extends readonly Statement<unknown>[]> = {
  -readonly [I in keyof S]: S[I] extends Statement<infer T> ? T : never;
};

/** A statement that says whether it did its work; when it did not, `refuse` says what is thrown. */
export const orElse = (
  { query, read }: Statement<boolean>,
  refuse: () => Error,
): Statement<void> => ({
  query,
  read: (result) => {
    if (!read(result)) throw refuse();
  },
});

/** One statement on its own. */
export const perform = async <T>(trx: Db | Trx, { query, read }: Statement<T>): Promise<T> =>
  read(await trx.executeQuery<never>('compile' in query ? query.compile() : query));

/**
 * Sends statements one behind the other without waiting for each answer: the database performs them in this
 * order (locks too), in one journey. When one fails so do those behind it, and with them the transaction. For what
 * is written at the end of an act; what needs an answer to go on is asked for on its own.
 */
export const together = <const S extends readonly Statement<unknown>[]>(
  trx: Trx,
  statements: S,
): Promise<Answers<S>> =>
  // Each takes the same steps until it is sent, so that they are sent in this order.
  Promise.all(statements.map((statement) => perform(trx, statement))) as Promise<Answers<S>>;
