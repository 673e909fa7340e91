/**
 * kill -9, twice, of a server while it issues documents to a thousand who passed an edition, on PostgreSQL and on the embedded
 * database: each is issued theirs once, and the memory of the one that ends it does not grow with them. Only in
 * `npm run test:faults`; that a run which ends half-way is taken up again, and that two at once issue each once, is in
 * src/features/credenciales/emision/server/handlers.test.ts.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { emisionZipPath } from '../../src/features/credenciales/routes.ts';
import type { Trabajo } from '../../src/features/trabajos/contract.ts';
import { type Database, openDatabase } from '../../src/platform/server/db/index.ts';
import { openTestDatabase } from '../database.ts';
import { insertCuentaVerificada, PASSWORD } from '../factories/cuentas.ts';
import { CAMPOS, makeFirmante } from '../factories/emitidos.ts';
import { makeCursada } from '../factories/resultados.ts';
import { freePort, launch, ready } from '../launch.ts';
import { demoClient } from './demo.ts';
import { LONG } from './long.ts';

const ALL = Number(process.env.EMISION ?? 1_000);
/** How many were issued when the server is killed. */
const KILLS = [ALL / 4, ALL / 2];
/** What grows with each document does not fit in it for long: the server would die of it. */
const HEAP = '--max-old-space-size=256';
/** Grades that are saved at once. */
const AT_ONCE = 500;
const EMAIL = 'alma@cuentas.example';
const TERMINADA = {
  inicia: '2020-02-03',
  termina: '2020-02-28',
  inscripcion_abre: new Date('2020-01-02T16:00:00Z'),
  inscripcion_cierra: new Date('2020-01-20T16:00:00Z'),
};

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** What the system says of a process: MB of memory, and milliseconds of processor. */
const spentBy = (pid: number) => {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ');
  return {
    mb: Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024,
    ms: (Number(stat[11]) + Number(stat[12])) * 10,
  };
};

describe.runIf(LONG).each(['PostgreSQL', 'PGlite'] as const)('on %s', (kind) => {
  const skipped = kind === 'PostgreSQL' && !process.env.TEST_DATABASE_URL;
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-'));
  let postgres: Database | null = null;
  let running: ReturnType<typeof launch> | null = null;
  let client: ReturnType<typeof demoClient>;
  let token = '';

  const stop = async (signal: NodeJS.Signals) => {
    running?.child.kill(signal);
    await running?.exit;
    running = null;
  };
  const serve = async () => {
    const port = await freePort();
    const env: Record<string, string> = { DATA_DIR: dataDir, SECRET_KEY: '5e'.repeat(32) };
    if (postgres) {
      const { rows } = await postgres.execute('select current_database() as name');
      const url = new URL(process.env.TEST_DATABASE_URL!);
      url.pathname = `/${rows[0]!.name}`;
      env.DATABASE_URL = url.href;
    }
    running = launch({ ...env, PORT: String(port), NODE_OPTIONS: HEAP });
    await ready(port);
    client = demoClient(port);
  };
  const signIn = async () => {
    token = await client.signInAs(EMAIL, PASSWORD);
  };
  /** What is done in the database while no server holds it. */
  const within = async <T>(work: (database: Database) => Promise<T>): Promise<T> => {
    if (postgres) return work(postgres);
    const database = await openDatabase({ databaseUrl: null, dataDir, poolSize: 1 });
    try {
      return await work(database);
    } finally {
      await database.close();
    }
  };
  const ok = (name: string, data: unknown) => client.resultOf(name, data, token);
  afterAll(async () => {
    await stop('SIGTERM');
    await postgres?.close();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it.skipIf(skipped)('each is issued theirs once', { timeout: 1_800_000 }, async () => {
    if (kind === 'PostgreSQL') postgres = await openTestDatabase();
    else {
      await serve();
      await stop('SIGTERM');
    }
    const { edicion, inscritas } = await within(async (database) => {
      await insertCuentaVerificada(database.db, { email: EMAIL, role: 'Admin' });
      return makeCursada({ services: database }, { personas: ALL, edicion: TERMINADA });
    });
    await serve();
    await signIn();
    const edicionId = edicion.id;
    for (let from = 0; from < ALL; from += AT_ONCE) {
      const calificaciones = inscritas
        .slice(from, from + AT_ONCE)
        .map(({ id }) => ({ inscripcionId: id, valor: 9, version: 0 }));
      await ok('saveResultadosEdicion', { edicionId, calificaciones, observaciones: [] });
    }
    const { huella } = await ok('previewCierreActa', { edicionId });
    await ok('confirmCierreActa', { edicionId, huella });
    const firmante = await makeFirmante(
      { call: (name, data, who) => client.call(name, data, who?.token) as never },
      token,
    );

    const of = { fuente: 'edicion', fuenteId: edicionId };
    const start = async (tipo: string) => {
      const id = randomUUID();
      const { trabajo } = await ok('startEmisionDocumentos', {
        ...{ id, ...of, tipo, programa: 'Argumentación jurídica' },
        campos: CAMPOS[tipo as 'certificado'],
        ...{ firmantes: [firmante], vigenteHasta: null, conCalificacion: tipo === 'certificado' },
      });
      const issued = async (): Promise<number> =>
        (await ok('listEmisionesDocumentos', of)).emisiones.find(
          (one: { id: string }) => one.id === id,
        ).emitidos;
      const ended = async () => {
        for (;;) {
          const { trabajos } = await ok('listTrabajos', {});
          const one: Trabajo = trabajos.find((each: Trabajo) => each.id === trabajo);
          if (one.terminadoEn) return one;
          await wait(200);
        }
      };
      return { id, issued, ended };
    };
    /** Reads all the PDFs of an emission, each made as it is read if nobody did: what it cost. */
    const readAll = async (id: string) => {
      const { pid } = running!.child;
      const before = spentBy(pid!);
      const zip = await fetch(`${client.base}${emisionZipPath(id)}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      let bytes = 0;
      let most = 0;
      for await (const part of zip.body!) {
        bytes += part.length;
        most = Math.max(most, spentBy(pid!).mb);
      }
      return { bytes, most, ms: (spentBy(pid!).ms - before.ms) / ALL };
    };

    const began = Date.now();
    const first = await start('certificado');
    for (const at of KILLS) {
      while ((await first.issued()) < at) await wait(50);
      await stop('SIGKILL');
      await serve();
    }
    expect((await first.ended()).estado).toBe('terminado');
    const seconds = (Date.now() - began) / 1_000;
    expect(await first.issued()).toBe(ALL);
    const one = await readAll(first.id);

    // As many again: what the first thousand took in memory is enough for them.
    const second = await start('reconocimiento');
    await second.ended();
    const two = await readAll(second.id);
    process.stderr.write(
      `${kind}: ${ALL} issued in ${seconds.toFixed(0)} s with two kills; ${(one.bytes / 1e6).toFixed(0)} MB of PDF, ` +
        `${one.ms.toFixed(1)} and ${two.ms.toFixed(1)} ms of processor each with all that the server did meanwhile; ` +
        `at most ${one.most.toFixed(0)} MB of memory, and ${two.most.toFixed(0)} MB after as many again\n`,
    );
    expect(two.most).toBeLessThan(one.most + 200);
    await stop('SIGTERM');

    await within(async (database) => {
      const { rows } = await database.execute(`select count(*)::int as n,
          count(distinct origen_de)::int as lugares, count(distinct persona_id)::int as personas,
          count(distinct folio)::int as folios, count(distinct (lista, indice))::int as bits,
          count(pdf_sha256)::int as impresos, count(distinct pdf_sha256)::int as distintos
        from documentos_emitidos where tipo = 'certificado'`);
      expect(rows[0]).toEqual({
        ...{ n: ALL, lugares: ALL, personas: ALL, folios: ALL, bits: ALL },
        ...{ impresos: ALL, distintos: ALL },
      });
      const { rows: told } = await database.execute(`select accion, count(*)::int as n,
          count(distinct entidad_id)::int as distintas from historial
        where accion in ('emision.pedir', 'emitido.emitir', 'emitido.hacerPdf') group by 1 order by 1`);
      expect(told).toEqual([
        { accion: 'emision.pedir', n: 2, distintas: 2 },
        { accion: 'emitido.emitir', n: 2 * ALL, distintas: 2 * ALL },
        { accion: 'emitido.hacerPdf', n: 2 * ALL, distintas: 2 * ALL },
      ]);
    });
  });
});
