/**
 * kill -9 of a server on PostgreSQL while it closes an acta of 500, while it cancels an edition with 500 people in it, and
 * while it tells them: what was half done is not there, what is asked again is done whole, and each is told once. Where it
 * is killed is held by a gate (tests/gates.ts), whatever the machine. Runs only on a real PostgreSQL (TEST_DATABASE_URL).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
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
/** Where a server is killed: the key of the lock that it asks for there. */
const GATES = {
  resultados: 20_261_141,
  estados: 20_261_142,
  historial: 20_261_143,
  aviso: 20_261_144,
};
type Gate = keyof typeof GATES;
/** Of an acta. The short suite asks only for the last one, when most is written. */
const MOMENTS: readonly Gate[] = LONG ? ['resultados', 'estados', 'historial'] : ['historial'];
/** The one who is told when half of them were. */
const HALF = ALL / 2;

describe.skipIf(!process.env.TEST_DATABASE_URL)('a server that is killed', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-'));
  let database: Database;
  let gates: Awaited<ReturnType<typeof createGates<Gate>>>;
  let running: ReturnType<typeof launch> | null = null;
  let token = '';
  let client: ReturnType<typeof demoClient>;

  const stop = async (signal: NodeJS.Signals) => {
    running?.child.kill(signal);
    await running?.exit;
    running = null;
  };
  /** A server on the same database, as the one before it; its own process. */
  const serve = async () => {
    const port = await freePort();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
      database.db,
    );
    const url = new URL(process.env.TEST_DATABASE_URL!);
    url.pathname = `/${rows[0]!.name}`;
    const env = { DATABASE_URL: url.href, DATA_DIR: dataDir, SECRET_KEY: '5e'.repeat(32) };
    running = launch({ ...env, PORT: String(port) });
    await ready(port);
    client = demoClient(port);
    token = await client.signInAs('alma@cuentas.example', PASSWORD);
  };
  const ok = (name: string, data: unknown) => client.resultOf(name, data, token);
  /** Kills the server while it is held at a gate, and waits until PostgreSQL has undone what it left. */
  const killedAt = async (gate: Gate, act: () => Promise<unknown>) => {
    await gates.holding([gate], async () => {
      const acting = act().catch(() => null);
      await gates.atGate(gate);
      await stop('SIGKILL');
      await acting;
    });
    await gates.until(async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()
          and state <> 'idle'`.execute(database.db);
      return rows[0]!.n === 0;
    });
    await serve();
  };

  beforeAll(async () => {
    database = await openTestDatabase();
    await insertCuentaVerificada(database.db, { email: 'alma@cuentas.example', role: 'Admin' });
    gates = await createGates(database, GATES);
  });
  beforeAll(async () => {
    await serve();
  });
  afterEach(async () => {
    for (const tabla of ['acta_resultados', 'inscripciones', 'historial', 'trabajos_partidas']) {
      for (const gate of Object.keys(GATES)) {
        await sql`drop trigger if exists ${sql.ref(`puerta_${gate}`)} on ${sql.table(tabla)}`.execute(
          database.db,
        );
      }
    }
  });
  afterAll(async () => {
    await stop('SIGTERM');
    await database?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('half-way through an acta of 500, at whatever moment, leaves nothing of it', {
    timeout: 240_000,
  }, async () => {
    const cursada = await makeCursada(
      { services: database },
      {
        personas: ALL,
        cuentas: true,
        edicion: {
          inicia: '2020-02-03',
          termina: '2020-02-28',
          inscripcion_abre: new Date('2020-01-02T16:00:00Z'),
          inscripcion_cierra: new Date('2020-01-20T16:00:00Z'),
        },
      },
    );
    const edicionId = cursada.edicion.id;
    await ok('saveResultadosEdicion', {
      edicionId,
      calificaciones: cursada.inscritas.map(({ id }, i) => ({
        inscripcionId: id,
        valor: (i % 41) / 4,
        version: 0,
      })),
      observaciones: [],
    });
    const ledger = async () =>
      (
        await sql<Record<string, number>>`select
            (select count(*)::int from actas where edicion_id = ${edicionId}) as actas,
            (select count(*)::int from acta_versiones v join actas a on a.id = v.acta_id
              where a.edicion_id = ${edicionId}) as versiones,
            (select count(*)::int from acta_resultados x join inscripciones i on i.id = x.inscripcion_id
              where i.edicion_id = ${edicionId}) as resultados,
            (select count(*)::int from inscripciones where edicion_id = ${edicionId}
              and estado = 'inscrita') as inscritas,
            (select count(*)::int from historial h join inscripciones i on i.id::text = h.entidad_id
              where i.edicion_id = ${edicionId}
                and h.accion in ('resultado.acreditar', 'resultado.reprobar')) as historia,
            (select count(*)::int from correos where asunto like 'Ya está su resultado%') as correos`.execute(
          database.db,
        )
      ).rows[0];
    const { huella } = await ok('previewCierreActa', { edicionId });
    const close = () => client.call('confirmCierreActa', { edicionId, huella }, token);
    await gates.put('resultados', 'after insert on acta_resultados for each statement');
    await gates.put('estados', 'after update on inscripciones for each statement');
    await gates.put(
      'historial',
      "after insert on historial for each row when (new.accion = 'resultado.reprobar')",
    );
    const before = {
      actas: 0,
      versiones: 0,
      resultados: 0,
      inscritas: ALL,
      historia: 0,
      correos: 0,
    };
    for (const gate of MOMENTS) {
      await killedAt(gate, close);
      expect(await ledger(), gate).toEqual(before);
    }
    const { error, result } = await close();
    expect(error, JSON.stringify(error)).toBeUndefined();
    expect(result.acreditadas + result.noAcreditadas).toBe(ALL);
    expect(await ledger()).toEqual({
      actas: 1,
      versiones: 1,
      resultados: ALL,
      inscritas: 0,
      historia: ALL,
      correos: ALL,
    });
  });

  it.runIf(LONG)(
    'while it cancels an edition with 500 in it, and while it tells them: all leave, each is told once',
    {
      timeout: 400_000,
    },
    async () => {
      const day = (n: number) => new Date(Date.now() + n * 86_400_000).toISOString().slice(0, 10);
      const cursada = await makeCursada(
        { services: database },
        {
          personas: ALL,
          cuentas: true,
          edicion: { inicia: day(20), termina: day(40), inscripcion_cierra: new Date(day(10)) },
        },
      );
      const { id } = cursada.edicion;
      const { rows: grupos } = await sql<{ id: string }>`insert into edicion_grupos
      (edicion_id, nombre, cupo, ocupados) values (${id}, 'Único', ${ALL}, ${ALL}) returning id`.execute(
        database.db,
      );
      await sql`update inscripciones set grupo_id = ${grupos[0]!.id} where edicion_id = ${id}`.execute(
        database.db,
      );
      const ledger = async () =>
        (
          await sql<Record<string, number>>`select e.ocupados,
            (select sum(g.ocupados)::int from edicion_grupos g where g.edicion_id = e.id) as grupos,
            (select count(*)::int from inscripciones i where i.edicion_id = e.id
              and i.estado = 'inscrita') as inscritas,
            (select count(*)::int from inscripciones i where i.edicion_id = e.id
              and i.estado = 'baja') as bajas,
            (select count(*)::int from historial h join inscripciones i on i.id::text = h.entidad_id
              where i.edicion_id = e.id and h.accion = 'inscripcion.cancelarEdicion') as historia
          from ediciones e where e.id = ${id}`.execute(database.db)
        ).rows[0];
      const { edicion } = await ok('getEdicionGuardada', { id });
      const cancel = () =>
        client.call(
          'cancelEdicion',
          {
            id,
            version: edicion.version,
            motivo: 'No hay docente que la imparta este semestre.',
            alternativaId: null,
          },
          token,
        );
      const full = { ocupados: ALL, grupos: ALL, inscritas: ALL, bajas: 0, historia: 0 };
      expect(await ledger()).toEqual(full);
      await gates.put(
        'historial',
        "after insert on historial for each row when (new.accion = 'edicion.cancelar')",
      );
      await killedAt('historial', cancel);
      expect(await ledger()).toEqual(full);

      // Half of those who are told were, and the mail of the next one is not committed.
      await sql`create or replace function puerta_a_la_mitad() returns trigger language plpgsql as $$
      begin
        if (select count(*) from trabajos_partidas where trabajo_id = new.trabajo_id) >= ${sql.lit(HALF)} then
          perform pg_advisory_xact_lock_shared(${sql.lit(GATES.aviso)});
        end if;
        return null;
      end $$`.execute(database.db);
      await sql`create trigger puerta_aviso after insert on trabajos_partidas for each row
      execute function puerta_a_la_mitad()`.execute(database.db);
      const told = async () =>
        (
          await sql<Record<string, number>>`select count(*)::int as correos,
            count(distinct para)::int as personas from correos
          where asunto like 'Se canceló%'`.execute(database.db)
        ).rows[0];
      let answer!: Awaited<ReturnType<typeof cancel>>;
      await killedAt('aviso', async () => {
        answer = await cancel();
      });
      expect(answer.error, JSON.stringify(answer.error)).toBeUndefined();
      expect(answer.result.bajas).toBe(ALL);
      expect(await ledger()).toEqual({
        ocupados: 0,
        grupos: 0,
        inscritas: 0,
        bajas: ALL,
        historia: ALL,
      });
      let trabajo: Trabajo | undefined;
      do {
        await new Promise((resolve) => setTimeout(resolve, 200));
        trabajo = (await ok('listTrabajos', {})).trabajos[0];
      } while (!trabajo?.terminadoEn);
      expect(trabajo).toMatchObject({ estado: 'terminado', cifras: { avisadas: ALL } });
      expect(await told()).toEqual({ correos: ALL, personas: ALL });
      const { rows } = await sql<{ n: number; distintas: number }>`select count(*)::int as n,
        count(distinct entidad_id)::int as distintas from historial
      where accion = 'inscripcion.avisarEdicion'`.execute(database.db);
      expect(rows[0]).toEqual({ n: ALL, distintas: ALL });
    },
  );
});
