/**
 * kill -9, twice, of a server on PostgreSQL while it writes to 500 people who sent an inscripción: nobody is written to twice,
 * nobody is missing, and the history says it of each once. Where it is killed is held by a gate (tests/gates.ts), whatever the
 * machine. Only in `npm run test:faults`: that a run which ends half-way is taken up again is in
 * src/features/inscripciones/inscritos/mensajes/server/handlers.test.ts.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Trabajo } from '../../src/features/trabajos/contract.ts';
import type { Database } from '../../src/platform/server/db/index.ts';
import { openTestDatabase } from '../database.ts';
import { insertCuentaVerificada, PASSWORD } from '../factories/cuentas.ts';
import { makeCursada } from '../factories/resultados.ts';
import { createGates } from '../gates.ts';
import { freePort, launch, ready } from '../launch.ts';
import { demoClient } from './demo.ts';
import { LONG } from './long.ts';

const ALL = 500;
/** How many were written to when the server is killed: in the first block that is read, and in the second one. */
const KILLS = [ALL / 4, ALL / 2];
const GATES = { primera: 20_261_231, segunda: 20_261_232 };
const ASUNTO = 'Cambio de sede de la primera sesión';
const EMAIL = 'alma@cuentas.example';

describe.runIf(LONG && process.env.TEST_DATABASE_URL)('a server that writes to 500', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-'));
  let database: Database;
  let gates: Awaited<ReturnType<typeof createGates<keyof typeof GATES>>>;
  let running: ReturnType<typeof launch> | null = null;
  let client: ReturnType<typeof demoClient>;
  let token = '';

  const stop = async (signal: NodeJS.Signals) => {
    running?.child.kill(signal);
    await running?.exit;
    running = null;
  };
  const one = async <T>(query: ReturnType<typeof sql<T>>): Promise<T> =>
    (await query.execute(database.db)).rows[0]!;
  const serve = async () => {
    const port = await freePort();
    const { name } = await one(sql<{ name: string }>`select current_database() as name`);
    const url = new URL(process.env.TEST_DATABASE_URL!);
    url.pathname = `/${name}`;
    const env = { DATABASE_URL: url.href, DATA_DIR: dataDir, SECRET_KEY: '5e'.repeat(32) };
    running = launch({ ...env, PORT: String(port) });
    await ready(port);
    client = demoClient(port);
    token = await client.signInAs(EMAIL, PASSWORD);
  };
  const ok = (name: string, data: unknown) => client.resultOf(name, data, token);

  beforeAll(async () => {
    database = await openTestDatabase();
    await insertCuentaVerificada(database.db, { email: EMAIL, role: 'Admin' });
    gates = await createGates(database, GATES);
    await serve();
  });
  afterAll(async () => {
    await stop('SIGTERM');
    await database?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  /** Whoever is written to when so many were waits there: what they were sent is not committed. */
  const holdAt = async (gate: keyof typeof GATES, at: number) => {
    await sql
      .raw(`create or replace function puerta_${gate}() returns trigger language plpgsql as $$ begin
        if (select count(*) from mensajes_destinatarios where atendido_en is not null) >= ${at} then
          perform pg_advisory_xact_lock_shared(${GATES[gate]});
        end if; return null; end $$`)
      .execute(database.db);
    await sql
      .raw(`create trigger puerta_${gate} after update on mensajes_destinatarios
        for each row execute function puerta_${gate}()`)
      .execute(database.db);
  };

  it('and is killed twice: each is written to once', { timeout: 400_000 }, async () => {
    const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);
    const { edicion } = await makeCursada(
      { services: database },
      {
        personas: ALL,
        cuentas: true,
        edicion: { inicia: day(20), termina: day(40), inscripcion_cierra: new Date(day(10)) },
      },
    );
    const { plantillaId } = await one(
      sql<{
        plantillaId: string;
      }>`select plantilla_id as "plantillaId" from ediciones where id = ${edicion.id}`,
    );
    const id = randomUUID();
    const send = () =>
      ok('sendMensajeInscritos', {
        id,
        a: { filtros: { plantillaId }, excepto: [] },
        asunto: ASUNTO,
        texto: 'La primera sesión es en la sede sur. Lleve una identificación.',
      });
    let trabajo = '';
    for (const [i, gate] of (['primera', 'segunda'] as const).entries()) {
      await holdAt(gate, KILLS[i]!);
      await gates.holding([gate], async () => {
        if (i === 0) ({ trabajo } = await send());
        await gates.atGate(gate);
        await stop('SIGKILL');
      });
      await sql.raw(`drop trigger puerta_${gate} on mensajes_destinatarios`).execute(database.db);
      await serve();
    }
    // An answer that was lost, asked for again: the same job.
    expect((await send()).trabajo).toBe(trabajo);
    let row: Trabajo | undefined;
    do {
      await new Promise((resolve) => setTimeout(resolve, 200));
      const { trabajos } = await ok('listTrabajos', {});
      row = trabajos.find((each: Trabajo) => each.id === trabajo);
    } while (!row?.terminadoEn);
    expect(row).toMatchObject({ estado: 'terminado', mensaje: `Se enviaron ${ALL} mensajes.` });
    expect(
      await one(
        sql`select count(*)::int as correos, count(distinct para)::int as personas from correos
          where asunto = ${ASUNTO}`,
      ),
    ).toEqual({ correos: ALL, personas: ALL });
    expect(
      await one(sql`select count(*)::int as n, count(distinct entidad_id)::int as distintas
        from historial where accion = 'inscripcion.escribir'`),
    ).toEqual({ n: ALL, distintas: ALL });
  });
});
