import { CompiledQuery, DummyDriver, Kysely, PostgresAdapter, PostgresQueryCompiler } from 'kysely';
import { expect, it } from 'vitest';
import type { Trx } from './index.ts';
import { together } from './together.ts';

/** A database that answers a statement only when it has got as many as are expected. */
const answeringAll = (expected: number) => {
  const got: string[] = [];
  const whole = Promise.withResolvers<void>();
  class Driver extends DummyDriver {
    override async acquireConnection() {
      return {
        async executeQuery({ sql }: CompiledQuery) {
          if (got.push(sql) === expected) whole.resolve();
          await whole.promise;
          return { rows: [] };
        },
        streamQuery: async function* () {},
      };
    }
  }
  const db = new Kysely<object>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: () => {
        throw new Error('not asked for');
      },
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { db, got };
};

it('what is sent together is all sent before anything is answered, in its order', async () => {
  const texts = ['select 1', 'select 2', 'select 3'];
  const { db, got } = answeringAll(texts.length);
  const statements = texts.map((text) => ({ query: CompiledQuery.raw(text), read: () => text }));
  const answers = await db
    .transaction()
    .execute((trx) => together(trx as unknown as Trx, statements));
  expect(answers).toEqual(texts);
  expect(got).toEqual(texts);
});
