/**
 * What the suites on PostgreSQL find out about the embedded database, where they do not run again: that it
 * understands every statement that was sent, with values of the same kinds, and that none was sent by somebody who
 * held a connection already, of which it has one.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { CompiledQuery, DatabaseConnection } from 'kysely';
import type { Database } from '../src/platform/server/db/index.ts';
import { currentRequest } from '../src/platform/server/request-context.ts';
import { openEmbedded } from './database.ts';

/** Statements that `explain` takes. The others are the same in both, or a test's own. */
const EXPLAINED = /^\s*(?:select|insert|update|delete|with|merge|values)\b/i;

/** A text of SQL whatever the length of its lists and the number of its rows. */
const shapeOf = (text: string): string =>
  text
    .replace(/\$\d+(?:, ?\$\d+)*/g, '$')
    .replace(/\(\$(?:, ?default)*\)(?:, ?\(\$(?:, ?default)*\))*/g, '($)');

/** It names a table that is in no migration: a test made it for itself, or the statement before it, for its transaction. */
const NO_SUCH_TABLE = '42P01';

/** Of this process: its files share what is proved already, and the database that proves it. */
const proved = new Set<string>();
let opened: Promise<Database> | undefined;

/** Keeps what was sent until `prove`, which gives what the embedded database says to it. */
export const createStatements = () => {
  const sent = new Map<string, Pick<CompiledQuery, 'sql' | 'parameters'>>();
  return {
    /** A statement that PostgreSQL took. */
    keep: ({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): void => {
      const shape = shapeOf(sql);
      if (EXPLAINED.test(sql) && !proved.has(shape)) sent.set(shape, { sql, parameters });
    },
    /** Plans each one, with its values, without doing it. */
    prove: async (): Promise<string[]> => {
      const problems: string[] = [];
      for (const [shape, { sql, parameters }] of sent) {
        proved.add(shape);
        opened ??= openEmbedded();
        try {
          await (await opened).execute(`explain ${sql}`, [...parameters]);
        } catch (error) {
          const { code, message } = error as Error & { code?: string };
          if (code === NO_SUCH_TABLE) continue;
          problems.push(`The embedded database does not take «${sql}»: ${message}`);
        }
      }
      sent.clear();
      return problems;
    },
  };
};

type Consume<T> = (connection: DatabaseConnection) => Promise<T>;
const holding = new AsyncLocalStorage<{ held: boolean }>();

/**
 * Runs `provide(consumer)`; says to `tell` when a request got a connection and was done with it while it held
 * another one (a transaction that uses `db` instead of its `trx`): the embedded database would wait for ever.
 */
export const watchHolding = async <T>(
  provide: (consumer: Consume<T>) => Promise<T>,
  consumer: Consume<T>,
  tell: (problem: string) => void,
): Promise<T> => {
  const outer = holding.getStore();
  const own = { held: true };
  try {
    return await provide((connection) => holding.run(own, () => consumer(connection)));
  } finally {
    own.held = false;
    if (outer?.held && currentRequest()) {
      tell(
        'a transaction used `db` instead of its `trx`: the embedded database would wait for ever',
      );
    }
  }
};
