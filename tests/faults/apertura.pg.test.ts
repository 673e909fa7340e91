/**
 * Opening day on several processes of the real server, which are killed on the way and so is the database: whoever is not
 * answered presses again with the same key, as browsers do. Runs only on a real PostgreSQL (TEST_DATABASE_URL); in full
 * (5,000 people for 500 seats, a database of its own that is killed too) with FAULTS=1.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendTodos } from '../../scripts/ensayo/envio.ts';
import { type Apertura, makeApertura } from '../../scripts/ensayo/gente.ts';
import { reviewApertura } from '../../scripts/ensayo/revision.ts';
import { startPostgres, type ThrowawayPostgres } from '../../scripts/throwaway-postgres.ts';
import { type Database, openDatabase } from '../../src/platform/server/db/index.ts';
import { readEnv } from '../../src/platform/server/env.ts';
import { openHistorial } from '../../src/platform/server/historial/signing.ts';
import { openSecrets } from '../../src/platform/server/secrets.ts';
import { createPortal } from '../../src/server.ts';
import { openTestDatabase } from '../database.ts';
import { verifyNow } from '../historial.ts';
import { freePort, launch, ready } from '../launch.ts';
import { LONG } from './long.ts';

/** `desfase`: by so many the place that somebody is told may be too good: while the database is away processes do not hear each other. */
const { personas, lugares, enVuelo, desfase } = LONG
  ? { personas: 5_000, lugares: 500, enVuelo: 120, desfase: 120 }
  : { personas: 200, lugares: 40, enVuelo: 40, desfase: 3 };
const SERVERS = 3;
const SECRET_KEY = '5e'.repeat(32);

describe.skipIf(!process.env.TEST_DATABASE_URL)('opening day on several servers', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-'));
  const servers: { port: number; server: ReturnType<typeof launch> }[] = [];
  let postgres: ThrowawayPostgres | null = null;
  let own: Database | null = null;
  let env: Record<string, string>;
  let apertura: Apertura;

  const urlOf = async (database: Database): Promise<string> => {
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
      database.db,
    );
    const url = new URL(process.env.TEST_DATABASE_URL!);
    url.pathname = `/${rows[0]!.name}`;
    return url.href;
  };
  const serve = (port: number) => launch({ ...env, PORT: String(port) });
  const kill = async (n: number) => {
    const one = servers[n]!;
    one.server.child.kill('SIGKILL');
    await one.server.exit;
  };
  const killAndStart = async (n: number) => {
    await kill(n);
    servers[n]!.server = serve(servers[n]!.port);
  };

  beforeAll(async () => {
    if (LONG) postgres = await startPostgres();
    else own = await openTestDatabase();
    const DATABASE_URL = postgres?.url ?? (await urlOf(own!));
    env = { DATABASE_URL, DATA_DIR: dataDir, SECRET_KEY };
    const portal = await createPortal(readEnv({ ...env, DEMO: '1', LOG_LEVEL: 'silent' }));
    apertura = await makeApertura(portal.services, { personas, lugares });
    await portal.stop();
    const ports = await Promise.all(Array.from({ length: SERVERS }, freePort));
    servers.push(...ports.map((port) => ({ port, server: serve(port) })));
    await Promise.all(ports.map(ready));
  }, 600_000);
  afterAll(async () => {
    for (const { server } of servers) {
      server.child.kill('SIGKILL');
      await server.exit;
    }
    await own?.close();
    await postgres?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it(`${personas} people for ${lugares} seats: none too many, none lost, each told what is so`, {
    timeout: 1_200_000,
  }, async () => {
    const done: Promise<void>[] = [];
    const at = (share: number) => Math.floor(personas * share);
    const events = new Map<number, () => Promise<void>>(
      LONG
        ? [
            [at(0.05), () => killAndStart(0)],
            [
              at(0.4),
              async () => {
                await postgres!.crash();
                await postgres!.start();
              },
            ],
            [at(0.7), () => killAndStart(1)],
          ]
        : [[at(0.1), () => kill(0)]],
    );
    const answers = await sendTodos(
      servers.map(({ port }) => `http://127.0.0.1:${port}`),
      apertura,
      {
        enVuelo,
        alResponder: (van) => {
          const event = events.get(van);
          if (event) done.push(event());
        },
      },
    );
    await Promise.all(done);
    expect(done).toHaveLength(events.size);
    const database = await openDatabase({
      databaseUrl: env.DATABASE_URL!,
      dataDir,
      poolSize: 2,
    });
    try {
      const { estado, problemas } = await reviewApertura(database.db, apertura, answers, {
        desfase,
      });
      expect(problemas.slice(0, 20)).toEqual([]);
      expect(estado).toEqual({
        inscritas: lugares,
        deCupo: lugares / 4,
        enEspera: personas - lugares,
      });
      // What is checked is found out when it is not so.
      const [first, ...rest] = answers;
      const told = { ...first!, resultado: { ...first!.resultado!, estado: 'baja' } };
      const planted = await reviewApertura(database.db, apertura, [told, ...rest], { desfase });
      expect(planted.problemas).toHaveLength(1);
      // They were killed while it mattered: somebody was not answered, and pressed again.
      expect(answers.some(({ sinRespuesta }) => sinRespuesta > 0)).toBe(true);
      if (LONG) {
        openHistorial(database.db, openSecrets({ secretKey: SECRET_KEY, dataDir }));
        expect((await verifyNow(database.db)).problemas).toEqual([]);
        console.warn(summary(answers));
      }
    } finally {
      await database.close();
    }
  });
});

const summary = (answers: Awaited<ReturnType<typeof sendTodos>>): string => {
  const sum = (of: (one: (typeof answers)[number]) => number) =>
    answers.reduce((n, one) => n + of(one), 0);
  const seconds =
    (Math.max(...answers.map(({ hasta }) => hasta)) -
      Math.min(...answers.map(({ desde }) => desde))) /
    1_000;
  const waited = answers.map(({ desde, hasta }) => hasta - desde).sort((a, b) => a - b);
  return `${answers.length} answers in ${Math.round(seconds)} s; told to wait ${sum(({ espere }) => espere)} times, not answered ${sum(({ sinRespuesta }) => sinRespuesta)}; p50 ${waited[Math.floor(waited.length / 2)]} ms, p99 ${waited[Math.floor(waited.length * 0.99)]} ms`;
};
