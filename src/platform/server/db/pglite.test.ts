/** The one connection of the embedded database: whatever happens on it, the next lease can use it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { makeFolder, openBlank } from '../../../../tests/database.ts';
import { Outage } from '../outage.ts';
import { PglitePool } from './pglite.ts';

const folders: string[] = [];
const pools: PglitePool[] = [];
afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.end();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A pool on a folder of its own; the options are those of `PglitePool.open`. */
const openPool = async (options: Parameters<typeof PglitePool.open>[2]): Promise<PglitePool> => {
  const folder = mkdtempSync(join(tmpdir(), 'conexion-'));
  folders.push(folder);
  await makeFolder(folder);
  const pool = await PglitePool.open(join(folder, 'base'), null, options);
  pools.push(pool);
  return pool;
};

const ask = async (pool: PglitePool, sql: string) => {
  const lease = await pool.connect();
  try {
    return (await lease.exec(sql)).at(-1)!.rows;
  } finally {
    lease.release();
  }
};

it('a script that fails after its own begin leaves nobody in its transaction', async () => {
  const database = await openBlank();
  try {
    await database.execute('create table cosas (n int)');
    // As the queue's own scripts are.
    await expect(
      database.execute('begin; insert into cosas values (1); select 1/0; commit'),
    ).rejects.toMatchObject({ code: '22012' });
    expect((await database.execute('select count(*)::int as n from cosas')).rows).toEqual([
      { n: 0 },
    ]);
    // A transaction that nobody ended is not the next one's either.
    await database.session((execute) => execute('begin; insert into cosas values (2)'));
    await database.execute('insert into cosas values (3)');
    await expect(database.execute('rollback; select 1/0')).rejects.toMatchObject({ code: '22012' });
    expect((await database.execute('select n from cosas')).rows).toEqual([{ n: 3 }]);
  } finally {
    await database.close();
  }
});

it('a disk that fills up in the middle of one, and has room again, ends in a database that writes', async () => {
  let full = false;
  const pool = await openPool({ room: { isFull: () => full, mayOpen: () => !full } });
  await ask(pool, 'create table cosas (n int)');
  full = true;
  await expect(ask(pool, 'begin; insert into cosas values (1); commit')).rejects.toMatchObject({
    part: 'disk',
  });
  expect(await ask(pool, 'select count(*)::int as n from cosas')).toEqual([{ n: 0 }]);
  full = false;
  await ask(pool, 'insert into cosas values (2)');
  expect(await ask(pool, 'select n from cosas')).toEqual([{ n: 2 }]);
});

it('an engine that turns for ever is ended and opened again, once its disk has room', async () => {
  let full = false;
  const pool = await openPool({
    statementTimeout: 2_000,
    room: { isFull: () => false, mayOpen: () => !full },
  });
  await ask(pool, 'create table cosas (n int); insert into cosas values (1)');
  full = true;
  const stuck = await ask(pool, 'do $$ begin loop end loop; end $$').catch((error) => error);
  expect(stuck).toBeInstanceOf(Outage);
  const meanwhile = await ask(pool, 'select 1').catch((error) => error);
  expect(meanwhile).toMatchObject({ part: 'database' });
  full = false;
  await expect.poll(() => ask(pool, 'select n from cosas').catch(() => null)).toEqual([{ n: 1 }]);
});
