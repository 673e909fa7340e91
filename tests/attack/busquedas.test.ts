/** A search costs what its words cost: each once, six at most, and no longer than a search may take. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasWords, limitedSearch } from '../../src/platform/server/db/search.ts';
import { openTestDatabase } from '../database.ts';

let database: Awaited<ReturnType<typeof openTestDatabase>>;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

const patternsOf = (busqueda: string) =>
  sql`select ${hasWords('texto', { busqueda })}`.compile(database.db).parameters;

it('fifty times a word is one, seven are six, and a word of 300 letters is cut', () => {
  expect(patternsOf('a '.repeat(50))).toEqual(['%a%']);
  expect(patternsOf('uno dos tres cuatro cinco seis siete')).toHaveLength(6);
  expect(patternsOf('x'.repeat(300))).toEqual([`%${'x'.repeat(60)}%`]);
});

it('a statement of a search ends when it takes too long, and the next one has all its time', async () => {
  const { db } = database;
  const timeout = async (on: typeof db) => {
    const { rows } = await sql<{
      en: string;
    }>`select current_setting('statement_timeout') as en`.execute(on);
    return rows[0]?.en;
  };
  const before = await timeout(db);
  expect(await limitedSearch(db, 'amparo', timeout)).toBe('3s');
  expect(await limitedSearch(db, '', timeout)).toBe(before);
  expect(await timeout(db)).toBe(before);
  await expect(
    limitedSearch(db, 'amparo', async () => {
      throw Object.assign(new Error('canceling statement due to statement timeout'), {
        code: '57014',
      });
    }),
  ).rejects.toMatchObject({ status: 'UNAVAILABLE', details: { code: 'busqueda-larga' } });
});
