/** What migrations do that the embedded database cannot. Runs only on a real PostgreSQL (TEST_DATABASE_URL). */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/platform/server/db/index.ts';
import { openTestDatabase } from '../database.ts';

const sqlOf = (name: string) =>
  readFileSync(join(import.meta.dirname, '../../migrations', name), 'utf8');

describe.skipIf(!process.env.TEST_DATABASE_URL)('migrations on PostgreSQL', () => {
  let database: Database;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database?.close());

  const exec = (text: string) => database.execute(text, []);
  const compressions = async () =>
    (
      await exec(
        `select string_agg(attcompression::text, '') as todas from pg_attribute
         where (attrelid, attname) in (('inscripciones'::regclass, 'evaluacion'), ('acuses'::regclass, 'datos'))`,
      )
    ).rows[0]!.todas;

  it('0160 sets what is not so, and locks nothing of what is', async () => {
    const migration = sqlOf('0160-lz4-si-lo-hay.sql');
    expect(await compressions()).toBe('ll');
    await exec('alter table inscripciones alter evaluacion set compression pglz');
    await exec('alter table acuses alter datos set compression default');
    await exec(migration);
    expect(await compressions()).toBe('ll');
    await database.session(async (other) => {
      await other('begin', []);
      await other('select from inscripciones, acuses limit 1', []);
      await exec(`begin; set local lock_timeout = '10ms'; ${migration}; commit`);
      await other('rollback', []);
    });
  });
});
