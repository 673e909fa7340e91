/** Short statements of many requests on connections that they share. Runs only on a real PostgreSQL. */
import { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readJoined, writeJoined } from '../../src/platform/server/db/joined.ts';
import {
  readBeside,
  readShared,
  sharedReader,
  writeShared,
} from '../../src/platform/server/db/shared.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

/** A statement that gives the first column of its first row. */
const asking = (text: string, values: unknown[] = []) => ({
  query: CompiledQuery.raw(text, values),
  read: ({ rows }: { rows: Record<string, unknown>[] }) => Object.values(rows[0] ?? {})[0],
});

describe.skipIf(!process.env.TEST_DATABASE_URL)('connections that requests share', () => {
  let portal: TestPortal;
  beforeAll(async () => {
    portal = await startTestPortal({}, { jobs: false });
    await portal.services.database.execute('create table cifras (n integer primary key)', []);
  });
  afterAll(() => portal?.stop());

  const many = <T>(count: number, make: (n: number) => T): T[] =>
    Array.from({ length: count }, (_, n) => make(n));
  const answers = async <T>(asked: Promise<T>[]) =>
    (await Promise.allSettled(asked)).map((one) =>
      one.status === 'fulfilled' ? one.value : (one.reason as { code?: string }).code,
    );

  it('each statement gets its own answer, of few connections', async () => {
    const { db } = portal.services;
    const read = await Promise.all(
      many(100, (n) =>
        readShared(db, asking('select $1::int + pg_backend_pid() - pg_backend_pid()', [n])),
      ),
    );
    expect(read).toEqual(many(100, (n) => n));
    const pids = await Promise.all(
      many(100, () => readShared(db, asking('select pg_backend_pid()'))),
    );
    expect(new Set(pids).size).toBeLessThanOrEqual(2);
  });

  it('what is asked for in one turn goes on one connection, in one write', async () => {
    const { db } = portal.services;
    const pid = asking('select pg_backend_pid()');
    for (let turn = 0; turn < 20; turn++) {
      const pids = await Promise.all(many(6, () => readShared(db, pid)));
      expect(new Set(pids).size).toBe(1);
    }
  });

  it('a database for reading goes on the same connections, and begins no transaction', async () => {
    const { db } = portal.services;
    const reader = sharedReader(db) as typeof db;
    const ask = async () =>
      Object.values(
        (await reader.executeQuery(CompiledQuery.raw('select pg_backend_pid()'))).rows[0] as object,
      )[0];
    const pids = await readBeside(reader, [ask, ask, ask]);
    expect(new Set(pids).size).toBe(1);
    expect(sharedReader(reader)).toBe(reader);
    await expect(reader.transaction().execute(async () => {})).rejects.toThrow(/no transaction/);
    await db.transaction().execute(async (trx) => {
      expect(sharedReader(trx)).toBe(trx);
      const order: string[] = [];
      const step = (name: string) => async () => {
        order.push(`${name} asked`);
        await trx.executeQuery(CompiledQuery.raw('select 1'));
        order.push(`${name} answered`);
      };
      await readBeside(trx, [step('a'), step('b')]);
      expect(order).toEqual(['a asked', 'a answered', 'b asked', 'b answered']);
    });
  });

  it('what one of them fails at is nothing to the others, and leaves nothing', async () => {
    const { db } = portal.services;
    const insert = 'insert into cifras values ($1) returning n';
    const wrote = await answers(
      many(40, (n) => writeShared(db, asking(insert, [n % 2 === 0 ? n : -1]))),
    );
    expect(wrote.filter((one) => one === '23505')).toHaveLength(19);
    expect(await readShared(db, asking('select count(*)::int from cifras'))).toBe(21);
  });

  it('tells of each commit, and of none that failed', async () => {
    const { db, database } = portal.services;
    let told = 0;
    const forget = database.onCommit(() => {
      told += 1;
    });
    const insert = 'insert into cifras values ($1) returning n';
    await answers([100, 101, 100].map((n) => writeShared(db, asking(insert, [n]))));
    forget();
    expect(told).toBe(2);
  });

  it('a writer that waits for a lock holds up no reader', async () => {
    const { db } = portal.services;
    const held = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const holder = db.transaction().execute(async (trx) => {
      await trx.executeQuery(CompiledQuery.raw('select n from cifras where n = 0 for update'));
      locked.resolve();
      await held.promise;
    });
    await locked.promise;
    const waiting = many(20, () =>
      writeShared(db, asking('update cifras set n = n where n = 0 returning n')),
    );
    expect(await readShared(db, asking('select n from cifras where n = 0'))).toBe(0);
    held.resolve();
    await holder;
    expect(await Promise.all(waiting)).toEqual(many(20, () => 0));
  });

  describe('what many write at one time', () => {
    /** Which call wrote which figures, and how many calls there were. */
    const calls: number[][] = [];
    const writing = (figures: readonly number[]) => {
      calls.push([...figures]);
      return {
        query: CompiledQuery.raw(
          'insert into cifras select unnest($1::int[]) returning pg_current_xact_id()::text',
          [figures],
        ),
        read: ({ rows }: { rows: Record<string, unknown>[] }) => String(Object.values(rows[0]!)[0]),
      };
    };
    const join = (figures: number[]) =>
      answers(figures.map((n) => writeJoined(portal.services.db, writing, n)));
    const kept = async (from: number) =>
      (
        await portal.services.database.execute('select n from cifras where n >= $1 order by n', [
          from,
        ])
      ).rows.map(({ n }) => n);

    it('goes in few statements, each with what came while the one before was on its way', async () => {
      calls.length = 0;
      const figures = many(100, (n) => 1_000 + n);
      const transactions = await join(figures);
      expect(await kept(1_000)).toEqual(figures);
      expect(calls.flat()).toEqual(figures);
      expect(calls.length).toBeLessThan(10);
      expect(calls.every(({ length }) => length <= 32)).toBe(true);
      expect(new Set(transactions).size).toBe(calls.length);
    });

    it('what one of them fails at is nothing to the others, and is told to it alone', async () => {
      const asked = many(60, (n) => (n % 20 === 7 ? 1_000 : 2_000 + n));
      const told = await join(asked);
      const refused = asked.map((n) => n === 1_000);
      expect(told.map((one) => one === '23505')).toEqual(refused);
      expect(await kept(2_000)).toEqual(asked.filter((n) => n !== 1_000));
    });

    it('what cannot even be asked for is told to it alone, and those after it are written', async () => {
      const { db } = portal.services;
      const strict = (figures: readonly number[]) => {
        if (figures.includes(2_500)) throw new TypeError('no figure');
        return writing(figures);
      };
      const told = await Promise.allSettled(
        [2_499, 2_500, 2_501].map((n) => writeJoined(db, strict, n)),
      );
      expect(told.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      await expect(writeJoined(db, strict, 2_500)).rejects.toThrow('no figure');
      await writeJoined(db, strict, 2_502);
      expect(await kept(2_499)).toEqual([2_499, 2_501, 2_502]);
    });

    it('what waits for a lock holds up what comes after it for a moment', async () => {
      const { db } = portal.services;
      const held = Promise.withResolvers<void>();
      const locked = Promise.withResolvers<void>();
      const holder = db.transaction().execute(async (trx) => {
        await trx.executeQuery(CompiledQuery.raw('insert into cifras values (3000)'));
        locked.resolve();
        await held.promise;
        throw new Error('undone');
      });
      await locked.promise;
      const stuck = join([3_000, 3_001]);
      // They went at the end of that turn of the event loop; what comes now does not go with them.
      await new Promise((resolve) => setImmediate(resolve));
      await join([3_002, 3_003]);
      expect(await kept(3_000)).toEqual([3_002, 3_003]);
      held.resolve();
      await expect(holder).rejects.toThrow('undone');
      await stuck;
      expect(await kept(3_000)).toEqual([3_000, 3_001, 3_002, 3_003]);
    });

    it('is tried again by nobody when the database went away with it', async () => {
      const { database } = portal.services;
      calls.length = 0;
      await database.execute(
        'alter table cifras add constraint tarda check (n < 4000 or pg_sleep(20) is not null)',
        [],
      );
      const cut = join([4_000, 4_001, 4_002]);
      const pids = async () => {
        const { rows } = await database.execute(
          "select pid from pg_stat_activity where datname = current_database() and query like 'insert into cifras select%' and state = 'active'",
          [],
        );
        return rows.map(({ pid }) => pid);
      };
      let found = await pids();
      while (found.length === 0) found = await pids();
      for (const pid of found)
        await database.execute('select pg_terminate_backend($1::int)', [pid]);
      await cut;
      await database.execute('alter table cifras drop constraint tarda', []);
      expect(calls).toEqual([[4_000, 4_001, 4_002]]);
      expect(await kept(4_000)).toEqual([]);
    });
  });

  describe('what many ask for at one time', () => {
    const calls: number[][] = [];
    const reading = async (db: Parameters<typeof readShared>[0], figures: readonly number[]) => {
      calls.push([...figures]);
      return readShared(db, {
        query: CompiledQuery.raw(
          `select 100 / q.n as tenth, (select count(*)::int from cifras where n >= 5000) as kept
           from unnest($1::int[]) with ordinality q (n, place) order by q.place`,
          [figures],
        ),
        read: ({ rows }) => rows as { tenth: number; kept: number }[],
      });
    };
    const ask = (n: number) => readJoined(portal.services.db, reading, n);

    it('goes in few statements, and each gets its own answer', async () => {
      calls.length = 0;
      const figures = many(100, (n) => n + 1);
      const read = await Promise.all(figures.map(ask));
      expect(read.map(({ tenth }) => tenth)).toEqual(figures.map((n) => Math.trunc(100 / n)));
      expect(calls.flat()).toEqual(figures);
      expect(calls.length).toBeLessThan(10);
    });

    it('what one of them fails at is told to it alone', async () => {
      const asked = many(40, (n) => (n === 17 ? 0 : n + 1));
      const told = await answers(asked.map(ask));
      expect(told.map((one) => one === '22012')).toEqual(asked.map((n) => n === 0));
    });

    it('is never what was read before it was asked for', async () => {
      const { db, database } = portal.services;
      const before = ask(1);
      await new Promise((resolve) => setImmediate(resolve));
      await database.execute('insert into cifras values (5000)', []);
      expect((await ask(1)).kept).toBe(1);
      await before;
      await db.transaction().execute(async (trx) => {
        await trx.executeQuery(CompiledQuery.raw('insert into cifras values (5001)'));
        expect((await readJoined(trx, reading, 1)).kept).toBe(2);
        expect((await ask(1)).kept).toBe(1);
      });
    });
  });

  it('who reads is answered while all of the pool is taken', async () => {
    const { db, env } = portal.services;
    const over = Promise.withResolvers<void>();
    const begun = many(env.databasePool, () => Promise.withResolvers<void>());
    const holders = begun.map(({ resolve }) =>
      db.transaction().execute(async (trx) => {
        await trx.executeQuery(CompiledQuery.raw('select 1'));
        resolve();
        await over.promise;
      }),
    );
    await Promise.all(begun.map(({ promise }) => promise));
    expect(await readShared(db, asking('select 7'))).toBe(7);
    over.resolve();
    await Promise.all(holders);
  });

  it('one that is cut off fails what was on it, and what comes next works', async () => {
    const { db, database } = portal.services;
    const cut = Promise.allSettled(many(12, () => readShared(db, asking('select pg_sleep(20)'))));
    const pids = async () => {
      const { rows } = await database.execute(
        "select pid from pg_stat_activity where datname = current_database() and query = 'select pg_sleep(20)' and state = 'active'",
        [],
      );
      return rows.map(({ pid }) => pid);
    };
    let found = await pids();
    while (found.length < 2) found = await pids();
    for (const pid of found) await database.execute('select pg_terminate_backend($1::int)', [pid]);
    for (const one of await cut) expect(one.status).toBe('rejected');
    expect(await readShared(db, asking('select 7'))).toBe(7);
    // None is kept: all of the pool is there for transactions that hold one each.
    const all = many(portal.services.env.databasePool, () =>
      db
        .transaction()
        .execute((trx) => trx.executeQuery(CompiledQuery.raw('select pg_sleep(0.1)'))),
    );
    await Promise.all(all);
  });
});
