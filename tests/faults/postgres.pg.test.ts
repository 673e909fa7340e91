/**
 * PostgreSQL killed, restarted, frozen, out of room, or new and started upon by several servers at
 * once: the servers live, everybody gets an answer, and it goes on by itself.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { startPostgres, type ThrowawayPostgres } from '../../scripts/throwaway-postgres.ts';
import { openDatabase } from '../../src/platform/server/db/index.ts';
import { openHistorial } from '../../src/platform/server/historial/signing.ts';
import { openSecrets } from '../../src/platform/server/secrets.ts';
import { verifyNow } from '../historial.ts';
import { freePort, launch, ready } from '../launch.ts';
import { demoClient, type Got } from './demo.ts';
import { LONG } from './long.ts';
import { canMount, launchOnSmallDisk } from './small-disk.ts';

/** Where there is one: each of these starts one of its own, to kill it. */
const wanted = Boolean(process.env.TEST_DATABASE_URL);

const SECRET_KEY = '5e'.repeat(32);
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

const folders: string[] = [];
const folder = () => {
  const dir = mkdtempSync(join(tmpdir(), 'portal-'));
  folders.push(dir);
  return dir;
};
const running: ReturnType<typeof launch>[] = [];
const start = async (env: Record<string, string>, script = 'scripts/start.ts') => {
  const port = await freePort();
  const server = launch({ PORT: String(port), DATA_DIR: folder(), SECRET_KEY, ...env }, script);
  running.push(server);
  return { ...server, port };
};
afterEach(async () => {
  for (const { child, exit } of running.splice(0)) {
    child.kill('SIGKILL');
    await exit;
  }
});
afterAll(() => {
  for (const dir of folders) rmSync(dir, { recursive: true, force: true });
});

const childrenOf = (pid: number): number[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(Number);

/** What can happen to a server of PostgreSQL; each resolves when it is there again. */
const FAULTS: Record<string, (postgres: ThrowawayPostgres) => Promise<void>> = {
  'kill -9 of all of it': async (postgres) => {
    await postgres.crash();
    await pause(1_500);
    await postgres.start();
  },
  'kill -9 of a process in a transaction': async ({ url }) => {
    const client = new pg.Client({ connectionString: url });
    client.on('error', () => {});
    await client.connect();
    const { rows } = await client.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'portal'
       order by xact_start is null, xact_start limit 1`,
    );
    process.kill(rows[0]!.pid, 'SIGKILL');
    await client.end().catch(() => {});
  },
  'an orderly restart': async (postgres) => {
    process.kill(postgres.pid, 'SIGINT');
    await postgres.exited();
    await postgres.start();
  },
  'every connection ended': async ({ url }) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'portal'",
    );
    await client.end();
  },
  'a machine that froze': async ({ pid }) => {
    const all = [pid, ...childrenOf(pid)];
    for (const one of all) process.kill(one, 'SIGSTOP');
    await pause(15_000);
    for (const one of all) process.kill(one, 'SIGCONT');
  },
};
const ROUNDS = LONG
  ? [
      'kill -9 of all of it',
      'kill -9 of a process in a transaction',
      ...Object.keys(FAULTS),
      'kill -9 of all of it',
    ]
  : Object.keys(FAULTS).slice(0, 2);

let postgres: ThrowawayPostgres;
/** Where the files of that database are, whichever server it is. */
const files = folder();
beforeAll(async () => {
  if (!wanted) return;
  const started = await startPostgres();
  if (!started) throw new Error('No PostgreSQL on this machine: install the Debian package.');
  postgres = started;
});
afterAll(() => postgres?.stop());

describe.skipIf(!wanted)('a server on PostgreSQL', () => {
  it('outlives it, answers everybody, and goes on by itself', { timeout: 400_000 }, async () => {
    const server = await start({ DATABASE_URL: postgres.url, DATA_DIR: files });
    let ended: number | null | undefined;
    void server.exit.then((code) => {
      ended = code;
    });
    await ready(server.port);
    const demo = demoClient(server.port);
    const people = await Promise.all(
      // The tenth, nineteenth… demo people have not verified their email.
      [2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15, 16, 17].map(demo.enrolling),
    );
    const load = demo.load(people);
    await pause(1_000);

    const resumed: number[] = [];
    for (const name of ROUNDS) {
      const before = load.got.length;
      await FAULTS[name]!(postgres);
      const backAt = Date.now();
      await expect
        .poll(() => load.got.some(({ at, http }) => at > backAt && http === 200), {
          timeout: 20_000,
          message: `${name}: answers again`,
        })
        .toBe(true);
      resumed.push(load.got.find(({ at, http }) => at > backAt && http === 200)!.at - backAt);
      await pause(500);
      expect(ended, `${name}: ${server.output()}`).toBeUndefined();
      expect(
        load.got.slice(before).some(({ http }) => http === 503),
        name,
      ).toBe(true);
      await expect.poll(async () => (await demo.readyz()).http, { timeout: 30_000 }).toBe(200);
    }
    await load.stop();

    const others = load.got.filter(({ http }) => http !== 200 && http !== 503);
    expect(others).toEqual([]);
    const refused = load.got.filter(({ http }) => http === 503);
    expect(refused.filter(({ code, retryAfter }) => !code || !retryAfter)).toEqual([]);
    expect(Math.max(...resumed)).toBeLessThan(10_000);
    const slowest = load.got.reduce((a: Got, b: Got) => (b.ms > a.ms ? b : a));
    expect(slowest.ms).toBeLessThan(20_000);
    if (LONG) {
      console.warn(
        `${load.got.length} answers, ${refused.length} of them 503, the slowest ${slowest.ms} ms; back in ${resumed.join(', ')} ms`,
      );
    }

    // What was asked for afterwards is done, and its mail goes out.
    const sent = await people[0]!.submit();
    expect(sent.http).toBe(200);
    await expect
      .poll(async () => (await fetch(`${demo.base}/dev/mail.json`)).text(), { timeout: 60_000 })
      .toContain('persona2@demo.example');
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);

    const database = await openDatabase({
      databaseUrl: postgres.url,
      dataDir: folder(),
      poolSize: 2,
    });
    openHistorial(database.db, openSecrets({ secretKey: SECRET_KEY, dataDir: folder() }));
    expect((await verifyNow(database.db)).problemas).toEqual([]);
    await database.close();
  });

  it('says that it is not ready, and why, while it is away', { timeout: 120_000 }, async () => {
    const server = await start({ DATABASE_URL: postgres.url, DATA_DIR: files });
    await ready(server.port);
    const { readyz, call, signIn, base } = demoClient(server.port);
    const token = await signIn(2);
    await postgres.crash();
    try {
      await expect
        .poll(readyz, { timeout: 30_000 })
        .toMatchObject({ http: 503, parts: { database: 'not ready', files: 'ready' } });
      // A session that cannot be looked at is not one that ended, nor is one whose key is not known here.
      const unknownKey = `${Buffer.from('{"alg":"ES256","kid":"x"}').toString('base64url')}.e30.AAAA`;
      for (const [bearer, timeout] of [
        [token, 2_000],
        ...(LONG ? [[unknownKey, 15_000] as const] : []),
      ] as const) {
        await expect
          .poll(async () => (await call('getSesion', null, bearer)).error, { timeout })
          .toMatchObject({
            status: 'UNAVAILABLE',
            message: expect.stringMatching(/base de datos.*Espere unos segundos/),
          });
      }
      expect((await fetch(`${base}/healthz`)).status).toBe(200);
      const stopping = Date.now();
      server.child.kill('SIGTERM');
      expect(await server.exit).toBe(0);
      expect(Date.now() - stopping).toBeLessThan(20_000);
      expect(server.output()).not.toMatch(/\n\s+at /);
    } finally {
      await postgres.start();
    }
  });
});

describe.skipIf(!wanted || !LONG || !canMount())('a PostgreSQL whose disk fills up', () => {
  it('has no room for its log: everybody is answered, and it goes on by itself when there is', {
    timeout: 240_000,
  }, async () => {
    const disk = launchOnSmallDisk(400, {}, { script: 'tests/fixtures/small-postgres.ts' });
    try {
      await expect.poll(disk.output, { timeout: 60_000 }).toContain('postgres://');
      const url = disk.output().trim();
      const server = await start({ DATABASE_URL: url, DATABASE_POOL: '5' });
      await ready(server.port);
      const demo = demoClient(server.port);
      const people = await Promise.all([2, 3, 4, 5, 6].map(demo.enrolling));
      const load = demo.load(people);
      await pause(1_000);

      disk.fill();
      const began = Date.now();
      // What other programs write to the same server: the log needs its next file.
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => {});
      await client.connect();
      const panic = (async () => {
        for (;;)
          await client.query("select pg_logical_emit_message(false, 'x', repeat('y', 4000000))");
      })();
      await expect(panic).rejects.toThrow();
      const code = await panic.catch((error: { code?: string }) => error.code);
      await client.end().catch(() => {});
      await pause(12_000);
      const during = load.got.filter(({ at }) => at > began + 2_000);
      const away = await demo.readyz();

      const backAt = Date.now();
      disk.makeRoom();
      await expect
        .poll(() => load.got.some(({ at, http }) => at > backAt && http === 200), {
          timeout: 60_000,
        })
        .toBe(true);
      const resumed = load.got.find(({ at, http }) => at > backAt && http === 200)!.at - backAt;
      await load.stop();
      expect((await people[0]!.submit()).http).toBe(200);

      const refused = load.got.filter(({ http }) => http === 503);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.filter(({ code, retryAfter }) => !code || !retryAfter)).toEqual([]);
      expect(load.got.filter(({ http }) => http !== 200 && http !== 503)).toEqual([]);
      expect(during.length).toBeGreaterThan(0);
      const slowest = Math.max(...load.got.map(({ ms }) => ms));
      expect(slowest).toBeLessThan(20_000);
      expect(server.child.exitCode).toBeNull();
      console.warn(
        `PostgreSQL said ${code ?? 'nothing'}; readyz ${away.http}; ${load.got.length} answers, ${refused.length} of them 503 (${[...new Set(refused.map(({ code }) => code))].join(', ')}), the slowest ${slowest} ms; back ${resumed} ms after there was room`,
      );
    } finally {
      disk.child.kill('SIGTERM');
      await Promise.race([disk.exit, pause(10_000)]);
      await disk.end();
    }
  });
});

describe.skipIf(!wanted)('several servers on a new database', () => {
  let made = 0;

  const newDatabase = async (): Promise<string> => {
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    const name = `nueva${++made}`;
    await client.query(`create database ${name}`);
    await client.end();
    return postgres.url.replace(/\/postgres$/, `/${name}`);
  };
  const cuentas = async (connectionString: string): Promise<number> => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    const { rows } = await client.query('select count(*)::int as n from cuentas');
    await client.end();
    return rows[0].n;
  };
  const DEMO = { DEMO: '1' };
  const SCHOOL = { DEMO: '0', PUBLIC_URL: 'https://portal.escuela.example' };

  const CASES = LONG
    ? [2, 3].flatMap((many) =>
        [DEMO, SCHOOL].flatMap((env) => Array.from({ length: 6 }, () => ({ many, env }))),
      )
    : [{ many: 3, env: DEMO }];

  it.each(CASES)(
    '$many at once, DEMO=$env.DEMO: all of them start',
    { timeout: 180_000 },
    async ({ many, env }) => {
      const DATABASE_URL = await newDatabase();
      const script = env === DEMO ? 'scripts/start.ts' : 'src/server.ts';
      // The folder of files is everybody's: a server with one of its own is refused.
      const shared = folder();
      const servers = await Promise.all(
        Array.from({ length: many }, () =>
          start({ DATABASE_URL, ...env, DATA_DIR: shared }, script),
        ),
      );
      await Promise.all(
        servers.map(({ port, exit, output }) =>
          Promise.race([
            ready(port),
            exit.then((code) => {
              throw new Error(`one ended with ${code}: ${output()}`);
            }),
          ]),
        ),
      );
      // The demo data once and whole: as one server alone made it, above.
      const alone = env === DEMO ? await cuentas(postgres.url) : 0;
      expect(await cuentas(DATABASE_URL)).toBe(alone);
      for (const { child, exit } of servers) {
        child.kill('SIGTERM');
        await exit;
      }
    },
  );
});
