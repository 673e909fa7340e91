/** What keeps the suites on PostgreSQL from sending what the embedded database would not take. */
import { expect, it } from 'vitest';
import { enterRequest } from '../src/platform/server/request-context.ts';
import { createStatements, watchHolding } from './embedded-too.ts';

it('a statement that the embedded database does not take is told, with its reason; a good one is not', async () => {
  const statements = createStatements();
  const lists = [
    'select 1 from cuentas where uid in ($1)',
    'select 1 from cuentas where uid in ($1, $2)',
  ];
  for (const [n, sql] of lists.entries())
    statements.keep({ sql, parameters: ['a', 'b'].slice(0, n + 1) });
  // A value of another kind, and a word that it does not know.
  statements.keep({ sql: 'select 1 from cuentas where email_verified = $1', parameters: ['Ana'] });
  statements.keep({ sql: 'select 1 from cuentas whence uid = $1', parameters: ['a'] });
  statements.keep({ sql: 'select 1 from a_table_that_a_test_made', parameters: [] });
  const problems = await statements.prove();
  expect(problems).toHaveLength(2);
  expect(problems[0]).toContain('email_verified = $1');
  expect(problems[1]).toContain('whence');
  expect(await statements.prove()).toEqual([]);
});

it('a transaction that uses `db` instead of its `trx` is told of', async () => {
  const problems: string[] = [];
  // A database that never lets a second one in would be waited for: what is told is only the order of things.
  const give = <T>(consume: (connection: never) => Promise<T>) => consume(null as never);
  const ask = <T>(work: () => Promise<T>) => watchHolding(give, work, (one) => problems.push(one));
  await new Promise<void>((done) =>
    enterRequest({ requestId: 'r', ip: null }, async () => {
      await ask(async () => {});
      let later: Promise<void> | undefined;
      await ask(async () => {
        // Begun inside and done outside: what is told after a commit.
        later = new Promise((resolve) => setImmediate(resolve)).then(() => ask(async () => {}));
      });
      await later;
      expect(problems).toEqual([]);
      await ask(() => ask(async () => {}));
      done();
    }),
  );
  expect(problems).toHaveLength(1);
});
