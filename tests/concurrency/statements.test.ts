/** Statements that are sent together are done in their order, and as one with their transaction. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { together } from '../../src/platform/server/db/together.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

let portal: TestPortal;

beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  await portal.services.database.execute('create table letras (n serial, letra text unique)', []);
});
afterAll(() => portal.stop());

const kept = async () => {
  const { rows } = await portal.services.database.execute(
    'select letra from letras order by n',
    [],
  );
  return rows.map(({ letra }) => letra).join('');
};

const adding = (trx: Parameters<typeof together>[0], letra: string) => ({
  query: sql`insert into letras (letra) values (${letra}) returning letra`.compile(trx),
  read: ({ rows }: { rows: { letra: string }[] }) => rows[0]!.letra,
});

it('does them in their order, whichever is slow, and gives their answers', async () => {
  const answers = await portal.services.db
    .transaction()
    .execute((trx) =>
      together(trx, [
        adding(trx, 'a'),
        { query: sql`select pg_sleep(0.2)`.compile(trx), read: () => 'slow' },
        adding(trx, 'b'),
        adding(trx, 'c'),
      ]),
    );
  expect(answers).toEqual(['a', 'slow', 'b', 'c']);
  expect(await kept()).toBe('abc');
});

it('one that fails takes all of them with it, and its own error is told', async () => {
  const error = await portal.services.db
    .transaction()
    .execute((trx) => together(trx, [adding(trx, 'd'), adding(trx, 'a'), adding(trx, 'e')]))
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: '23505' });
  expect(await kept()).toBe('abc');
});

it('one whose answer is refused takes all of them with it', async () => {
  const refused = portal.services.db.transaction().execute((trx) =>
    together(trx, [
      {
        ...adding(trx, 'f'),
        read: () => {
          throw new Error('no');
        },
      },
      adding(trx, 'g'),
    ]),
  );
  await expect(refused).rejects.toThrow('no');
  expect(await kept()).toBe('abc');
});

it('a hundred transactions at once have each what is theirs', async () => {
  await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      portal.services.db
        .transaction()
        .execute(async (trx) => {
          const mine = await together(trx, [adding(trx, `x${n}`), adding(trx, `y${n}`)]);
          expect(mine).toEqual([`x${n}`, `y${n}`]);
          if (n % 2 === 1) throw new Error('odd');
        })
        .catch((error: Error) => expect(error.message).toBe('odd')),
    ),
  );
  const { rows } = await portal.services.database.execute(
    `select count(*)::int as n from letras where letra ~ '[xy]'`,
    [],
  );
  expect(rows[0]!.n).toBe(100);
});
