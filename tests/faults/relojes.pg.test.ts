/**
 * Two servers on one PostgreSQL, one of them on a machine whose clock is wrong: they accept each other's sessions, open enrolments at
 * the same moment, and the one whose clock is far away says that it is not ready. Runs only with FAULTS=1 and TEST_DATABASE_URL.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { freePort, launch, ready } from '../launch.ts';
import { demoClient } from './demo.ts';
import { LONG } from './long.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'relojes-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const MINUTE = 60_000;

it.runIf(LONG && process.env.TEST_DATABASE_URL)(
  'servers whose clocks differ agree on sessions and openings',
  { timeout: 400_000 },
  async () => {
    const admin = new pg.Client({ connectionString: process.env.TEST_DATABASE_URL });
    await admin.connect();
    await admin.query('create database relojes');
    const url = new URL(process.env.TEST_DATABASE_URL!);
    url.pathname = '/relojes';
    const serve = async (shift: number) => {
      const port = await freePort();
      const server = launch(
        {
          ...{
            DATA_DIR: dataDir,
            DATABASE_URL: url.href,
            SECRET_KEY: '5e'.repeat(32),
            PORT: String(port),
          },
          ...(shift !== 0 && {
            NODE_OPTIONS: `--import ${join(import.meta.dirname, 'shifted-clock.mjs')}`,
            CLOCK_SHIFT: String(shift),
          }),
        },
        'scripts/start.ts',
      );
      return { port, server, ...demoClient(port) };
    };
    const right = await serve(0);
    await ready(right.port);
    /** Ten minutes ahead, ten behind. */
    const wrong = [await serve(10 * MINUTE), await serve(-10 * MINUTE)];
    for (const { readyz } of wrong) {
      await expect
        .poll(async () => (await readyz().catch(() => null))?.parts, { timeout: 120_000 })
        .toMatchObject({ database: 'ready', clock: 'not ready' });
      expect((await readyz()).http).toBe(503);
    }

    const all = [right, ...wrong];
    for (const from of all) {
      const token = await from.signIn(1);
      for (const to of all) expect((await to.call('getSesion', null, token)).http).toBe(200);
    }

    // An enrolment that opens in five minutes is not open anywhere; one that opened five minutes ago is, everywhere.
    const token = await right.signIn(2);
    const { value: form } = await right.writable(token).next();
    if (!form) throw new Error('no offer of the demonstration can be answered by writing');
    const database = new pg.Client({ connectionString: url.href });
    await database.connect();
    const opens = (minutes: number) =>
      database.query(
        `update ediciones set inscripcion_abre = clock_timestamp() + make_interval(mins => $2),
           inscripcion_cierra = clock_timestamp() + interval '30 days' where id = $1`,
        [form.ids.edicionId, minutes],
      );
    const momentos = async () =>
      Promise.all(
        all.map(
          async ({ resultOf }) =>
            (await resultOf('listOfertas', {}, token)).ofertas.find(
              ({ edicion }: { edicion: { id: string } }) => edicion.id === form.ids.edicionId,
            )?.momento,
        ),
      );
    await opens(5);
    expect(await momentos()).toEqual(['proxima', 'proxima', 'proxima']);
    await opens(-5);
    expect(await momentos()).toEqual(['abierta', 'abierta', 'abierta']);

    for (const { server } of all) {
      server.child.kill('SIGTERM');
      expect(await server.exit).toBe(0);
    }
    await database.end();
    await admin.query('drop database relojes');
    await admin.end();
  },
);
