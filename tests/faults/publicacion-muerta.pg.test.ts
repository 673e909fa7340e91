/**
 * kill -9 of a server on PostgreSQL while it publishes the results of a call: nothing of them is there, and the next server publishes all of it.
 * A gate (tests/gates.ts) holds it where it is killed. Only in `npm run test:faults`; that a letter that fails takes everything back
 * is in src/features/posgrado/publicacion/server/handlers.test.ts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findHallazgosDePublicacion } from '../../src/features/posgrado/publicacion/comprobacion/server/service.ts';
import type { Database } from '../../src/platform/server/db/index.ts';
import { openSecrets } from '../../src/platform/server/secrets.ts';
import { openTestDatabase } from '../database.ts';
import { insertCuentaVerificada, PASSWORD } from '../factories/cuentas.ts';
import { DEFINICION_SOLICITUD, makeConcurso, makeConvocatoria } from '../factories/posgrado.ts';
import { createGates } from '../gates.ts';
import { freePort, launch, ready } from '../launch.ts';
import { demoClient } from './demo.ts';
import { LONG } from './long.ts';

const DIA = 86_400_000;
const SECRET_KEY = '5e'.repeat(32);
const ALL = 300;
const LUGARES = 40;
const GATES = { cartas: 20_270_310, lugares: 20_270_311 };

describe.runIf(LONG && process.env.TEST_DATABASE_URL)('a server that publishes results', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-'));
  let database: Database;
  let gates: Awaited<ReturnType<typeof createGates<keyof typeof GATES>>>;
  let running: ReturnType<typeof launch> | null = null;
  let client: ReturnType<typeof demoClient>;

  const stop = async (signal: NodeJS.Signals) => {
    running?.child.kill(signal);
    await running?.exit;
    running = null;
  };
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
  /** The job comes by once a minute. */
  const within = async (isSo: () => Promise<boolean>) => {
    const end = Date.now() + 150_000;
    while (!(await isSo())) {
      if (Date.now() > end) throw new Error('waited in vain for the job that publishes');
      await pause(50);
    }
  };

  beforeAll(async () => {
    database = await openTestDatabase();
    gates = await createGates(database, GATES);
    await gates.put('cartas', 'after insert on correos for each statement');
    await gates.put('lugares', 'after insert on inscripciones for each statement');
  });
  afterAll(async () => {
    await stop('SIGTERM');
    await database?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const cuantas = async (edicionId: string) => {
    const { rows } = await sql<Record<string, number>>`
      select (select count(*)::int from solicitudes where estado = 'enEvaluacion') as "enEvaluacion",
        (select count(*)::int from solicitudes where estado = 'admitida') as admitidas,
        (select count(*)::int from correos where asunto like 'Resultado de su solicitud%') as cartas,
        (select count(*)::int from inscripciones where edicion_id = ${edicionId}) as lugares,
        (select count(*)::int from publicaciones) as publicaciones,
        (select count(*)::int from historial where accion in ('ranking.publicar', 'solicitud.admitir', 'solicitud.esperar')) as historial`.execute(
      database.db,
    );
    return rows[0]!;
  };

  it('and is killed twice: none of it, and then all', { timeout: 600_000 }, async () => {
    const { db } = database;
    await serve();
    const cuenta = (role: 'Admin' | 'Escolar') => insertCuentaVerificada(db, { role });
    const entrar = async (role: 'Admin' | 'Escolar') =>
      client.signInAs((await cuenta(role)).email, PASSWORD);
    const [escolar, admin] = [await entrar('Escolar'), await entrar('Admin')];
    const convocatoria = await makeConvocatoria(db, {
      ahora: new Date(Date.now() - 45 * DIA),
      etapas: [{ tipo: 'examen', nombre: 'Examen', peso: 100, minimo: 6000 }],
      cupo: LUGARES,
      solicitud: {
        ...DEFINICION_SOLICITUD,
        reparto: { alLlenarse: 'esperaPorPuntos', horasParaAceptar: 72, cupos: [] },
      },
    });
    await makeConcurso(
      { db, secrets: openSecrets({ secretKey: SECRET_KEY, dataDir }) },
      convocatoria,
      Array.from({ length: ALL }, (_, n) => ({ puntos: [5_000 + ((n * 7919) % 5_001)] })),
    );
    const { id } = await client.resultOf(
      'createRankingPosgrado',
      { convocatoriaId: convocatoria.id },
      escolar,
    );
    const publicarEn = new Date(Date.now() + 3_700_000).toISOString();
    await client.resultOf('publishRankingPosgrado', { id, publicarEn }, admin);
    const nada = {
      ...{ enEvaluacion: ALL, admitidas: 0, cartas: 0, lugares: 0 },
      ...{ publicaciones: 0, historial: 0 },
    };
    for (const gate of ['cartas', 'lugares'] as const) {
      await gates.holding([gate], async () => {
        // The second server starts with its gate closed: otherwise it may publish before.
        if (gate === 'lugares') await serve();
        await sql`update rankings set publicar_en = now() where id = ${id}`.execute(db);
        await within(async () => (await gates.waiting(gate)) > 0);
        await stop('SIGKILL');
      });
      // The database ends what the dead server had begun as soon as it sees it gone.
      await within(async () => (await gates.waiting()) === 0);
      expect(await cuantas(convocatoria.edicionId)).toEqual(nada);
    }
    await serve();
    await within(async () => (await cuantas(convocatoria.edicionId)).publicaciones === 1);
    const { cartas, admitidas, enEvaluacion, lugares, historial } = await cuantas(
      convocatoria.edicionId,
    );
    expect({ cartas, admitidas, enEvaluacion }).toEqual({
      ...{ cartas: ALL, admitidas: LUGARES, enEvaluacion: 0 },
    });
    expect(historial).toBe(lugares! + 1);
    expect(await findHallazgosDePublicacion(db, new Date())).toEqual([]);
  });
});
