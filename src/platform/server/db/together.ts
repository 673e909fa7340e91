import type { Compilable, CompiledQuery, QueryResult } from 'kysely';
import { sendCommit } from './commits.ts';
import type { Db, Trx } from './index.ts';

/** A statement that has not been sent, and what its answer means: `read` may refuse it by throwing. */
export type Statement<T> = {
  query: Compilable | CompiledQuery;
  read: (result: QueryResult<never>) => T;
};

/** Of whom something is read: by their session, before it is known whose it is, or by the person. */
export type Quien = { sesion: string } | { persona: string | null };

/** What is read while it is read whose session it is, and what it gave once it came back. */
export type Along = {
  readonly reading: (db: Db, quien: Quien) => Promise<unknown>;
  read?: { leido: unknown };
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

/** A statement's text and values. */
export const compiled = (query: Statement<unknown>['query']): CompiledQuery =>
  'compile' in query ? query.compile() : query;

/** One statement on its own. */
export const perform = async <T>(trx: Db | Trx, statement: Statement<T>): Promise<T> =>
  statement.read(await trx.executeQuery<never>(compiled(statement.query)));

const send = async <const S extends readonly Statement<unknown>[]>(
  trx: Db | Trx,
  statements: S,
  { last }: { last: boolean },
): Promise<Answers<S>> => {
  const queries = statements.map(({ query }) => compiled(query));
  // To the connection itself: a transaction of kysely sends a statement when the one before it was answered.
  const executor = trx.getExecutor();
  const answers = await executor.provideConnection(async (connection) => {
    const sent = queries.map((query) => connection.executeQuery<never>(query));
    const commit = last ? sendCommit(connection) : undefined;
    const settled = await Promise.allSettled(sent);
    await commit;
    return settled;
  });
  const read: unknown[] = [];
  for (const [n, answer] of answers.entries()) {
    // The first one that failed says why; those behind it, that the transaction is over.
    if (answer.status === 'rejected') throw answer.reason;
    read.push(statements[n]!.read(answer.value));
  }
  return read as Answers<S>;
};

/**
 * Sends statements one behind the other without waiting for each answer: the database performs them in this
 * order (locks too), in one journey. When one fails so do those behind it, and with them the transaction. For what
 * is written at the end of an act; what needs an answer to go on is asked for on its own.
 */
export const together = <const S extends readonly Statement<unknown>[]>(
  trx: Trx,
  statements: S,
): Promise<Answers<S>> => send(trx, statements, { last: false });

/**
 * The same with the commit behind them, in the same journey: nothing of the transaction may follow. Only for statements that
 * fail by themselves when they must undo it: what `read` finds wrong is committed by then.
 */
export const togetherLast = <const S extends readonly Statement<unknown>[]>(
  trx: Trx,
  statements: S,
): Promise<Answers<S>> => send(trx, statements, { last: true });
