/**
 * A contest of 300 people and 8 evaluators on a server of its own, by the public callables alone, which is killed (kill -9) while scores
 * are delivered: its published order is the one computed apart from what was delivered. Some minutes: only in
 * `npm run test:faults`; twelve people and no kill are in src/features/posgrado/invariantes/server/service.test.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { comprobarPosgrado } from '../../src/features/posgrado/invariantes/server/service.ts';
import type { Database } from '../../src/platform/server/db/index.ts';
import { openSecrets } from '../../src/platform/server/secrets.ts';
import { runContest } from '../concurso.ts';
import { openTestDatabase } from '../database.ts';
import { PASSWORD } from '../factories/cuentas.ts';
import { freePort, launch, ready } from '../launch.ts';
import { demoClient } from './demo.ts';
import { LONG } from './long.ts';

const SECRET_KEY = '5e'.repeat(32);
const SIZE = { aspirantes: 300, evaluadores: 8, lugares: 40 };

describe.runIf(LONG && process.env.TEST_DATABASE_URL)('a server that holds a contest', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-'));
  let database: Database;
  let running: ReturnType<typeof launch> | null = null;
  let client: ReturnType<typeof demoClient>;
  let serving: Promise<void>;

  const serve = async () => {
    const port = await freePort();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
      database.db,
    );
    const url = new URL(process.env.TEST_DATABASE_URL!);
    url.pathname = `/${rows[0]!.name}`;
    running = launch({ DATABASE_URL: url.href, DATA_DIR: dataDir, SECRET_KEY, PORT: String(port) });
    await ready(port);
    client = demoClient(port);
  };
  const killAndServe = async () => {
    running?.child.kill('SIGKILL');
    await running?.exit;
    await serve();
  };
  /** Goes on once there is a server again, as a browser does: each act may be sent twice. */
  const patiently = async <T>(work: () => Promise<T>): Promise<T> => {
    for (let tries = 1; ; tries += 1) {
      await serving;
      try {
        return await work();
      } catch (error) {
        if (tries === 5 || !/fetch failed|terminated|timeout/i.test(String(error))) throw error;
        await pause(500);
      }
    }
  };
  /** The jobs come by once a minute. */
  const within = async (isSo: () => Promise<boolean>) => {
    const end = Date.now() + 300_000;
    while (!(await isSo())) {
      if (Date.now() > end) throw new Error('waited in vain for a job');
      await pause(200);
    }
  };

  beforeAll(async () => {
    database = await openTestDatabase();
    serving = serve();
    await serving;
  });
  afterAll(async () => {
    running?.child.kill('SIGTERM');
    await running?.exit;
    await database?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('and is killed once comes to the order of an independent computation', {
    timeout: 1_500_000,
  }, async () => {
    const { db } = database;
    let scored = 0;
    const { filas, resultados, expected, scores } = await runContest(
      {
        ...{ db, secrets: openSecrets({ secretKey: SECRET_KEY, dataDir }) },
        signIn: (email) => patiently(() => client.signInAs(email, PASSWORD)),
        must: (name, data, token = '') => patiently(() => client.resultOf(name, data, token)),
        onScore: () => {
          scored += 1;
          if (scored === 150) serving = killAndServe();
        },
        async closeReception(id) {
          await sql`update convocatorias set solicitud_cierra = now() - interval '1 hour' where id = ${id}`.execute(
            db,
          );
          await within(async () => {
            const { rows } = await sql<{ n: number }>`
              select count(*)::int as n from solicitudes where estado = 'enEvaluacion'`.execute(db);
            return rows[0]!.n === SIZE.aspirantes;
          });
        },
        async publish(id) {
          await sql`update rankings set publicar_en = now() where id = ${id}`.execute(db);
          await within(async () => {
            const { rows } = await sql<{ n: number }>`
              select count(*)::int as n from publicaciones`.execute(db);
            return rows[0]!.n === 1;
          });
        },
      },
      SIZE,
    );
    expect(scored).toBe(scores.length);
    expect(expected.terceras).toBeGreaterThan(20);
    const compact = (folio: string) => folio.replaceAll('-', '');
    expect(
      filas
        .filter(({ posicion }) => posicion !== null)
        .map(({ folio, total }) => ({ folio: compact(folio), total })),
    ).toEqual(expected.orden);
    expect(resultados.admitidas.map(compact).toSorted()).toEqual(expected.admitidas);
    expect(resultados.listaDeEspera.map(compact)).toEqual(expected.espera);
    expect(await comprobarPosgrado(db, { ahora: new Date(), todas: true })).toEqual([]);
  });
});
