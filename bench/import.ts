/**
 * Imports and exports 100,000 people as the portal does (upload and download excluded): time and peak
 * memory, for XLSX and CSV, and with one bad row at the end (then nothing may be written). Afterwards
 * the history's chains are verified.
 *
 *   node bench/import.ts [rows]                      embedded database
 *   DATABASE_URL=postgres://… node bench/import.ts   a new database on that server
 *
 * Each case runs in a process of its own, so that its peak memory is its own. The peak is the whole
 * server's: Node, its libraries, and the embedded database when there is one.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createReadStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { verifyCadenas } from '../src/features/auditoria/server/handlers.ts';
import { personasSheet } from '../src/features/personas/server/sheets.ts';
import { readEnv } from '../src/platform/server/env.ts';
import type { Services } from '../src/platform/server/services.ts';
import { createPortal } from '../src/server.ts';
import { writePersonas } from '../tests/factories/hojas.ts';

const CASES = [
  { name: 'Importar XLSX', exporta: false, tipo: 'xlsx', spoiled: false },
  { name: 'Importar CSV (UTF-8)', exporta: false, tipo: 'csv', spoiled: false },
  { name: 'Importar CSV (Latin-1, punto y coma)', exporta: false, tipo: 'latin1', spoiled: false },
  { name: 'Importar XLSX, última fila mala', exporta: false, tipo: 'xlsx', spoiled: true },
  // On the people of an import that another process made.
  { name: 'Exportar XLSX', exporta: true, tipo: 'xlsx', spoiled: false },
  { name: 'Exportar CSV', exporta: true, tipo: 'csv', spoiled: false },
] as const;

const [rows = '100000', only, file = '', dataDir = ''] = process.argv.slice(2);
const count = Number(rows);
const mb = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`;

/** Watches the process and the database while `work` runs. */
const watch = async <T>(services: Services, work: () => Promise<T>) => {
  const started = performance.now();
  let peak = 0;
  let longest = 0;
  let last = performance.now();
  // What anybody else waits for the database meanwhile.
  let waited = 0;
  let asking = true;
  const asks = (async () => {
    while (asking) {
      const asked = performance.now();
      await services.database.execute('select 1');
      waited = Math.max(waited, performance.now() - asked);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 10);
  const result = await work();
  const seconds = (performance.now() - started) / 1000;
  clearInterval(timer);
  asking = false;
  await asks;
  return { result, seconds, peak, longest, waited };
};

const ended = async ({ trabajos }: Services, id: string) => {
  for (;;) {
    const row = await trabajos.find(id);
    if (row?.terminado_en) return row;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

const ask = async (services: Services, { exporta, tipo }: (typeof CASES)[number]) => {
  const { hojas } = services;
  if (exporta) {
    const filtros = personasSheet.filters!.parse({});
    return () => hojas.startExport(personasSheet, { filtros, tipo }, 'bench', async () => {});
  }
  const received = await hojas.receive(personasSheet, {
    request: createReadStream(file) as never,
    nombre: 'personas',
    propietario: 'bench',
  });
  const job = { archivo: received.file.id, correspondencia: received.correspondencia };
  return () => hojas.startImport(personasSheet, job, 'bench', async () => {});
};

const measure = async (one: (typeof CASES)[number], quiet: boolean) => {
  const env = readEnv({
    DEMO: '1',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    ...(process.env.DATABASE_URL && { DATABASE_URL: process.env.DATABASE_URL }),
  });
  const portal = await createPortal(env, { siteDir: null });
  const { services } = portal;
  await services.jobs.start();
  const start = await ask(services, one);
  const idle = process.memoryUsage.rss();
  const { result, seconds, peak, longest, waited } = await watch(services, async () =>
    ended(services, await start()),
  );
  const { rows } = await services.database.execute('select count(*)::int as n from personas');
  const { integro, anotaciones } = await verifyCadenas(services.db, []);
  await portal.stop();
  if (quiet) return;
  process.stdout.write(
    `${one.name}${file && ` (${mb(statSync(file).size)})`}: ${seconds.toFixed(1)} s; RSS ${mb(idle)} antes, ${mb(peak)} de máximo; hilo detenido ${Math.round(longest)} ms y otra consulta en espera ${Math.round(waited)} ms como mucho; en la base ${rows[0]!.n}; ${result.estado}: ${result.mensaje} Historial de ${anotaciones}: ${integro ? 'íntegro' : 'ROTO'}\n`,
  );
};

if (only !== undefined) {
  const at = Math.abs(Number(only));
  await measure(CASES[at]!, only.startsWith('-'));
  process.exit(0);
}

for (const [index, { exporta, tipo, spoiled }] of CASES.entries()) {
  const dir = mkdtempSync(join(tmpdir(), 'hojas-'));
  const path = join(dir, 'personas');
  const data = join(dir, 'datos');
  await writePersonas(path, tipo, count, (row, n) => {
    if (spoiled && n === count - 1) row[0] = 'NO ES UNA CURP';
  });
  const server = process.env.DATABASE_URL;
  const name = `bench_${randomUUID().replaceAll('-', '')}`;
  const admin = async (sql: string) => {
    if (!server) return;
    const client = new pg.Client({ connectionString: server });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await admin(`create database ${name}`);
  const url = server && new URL(server);
  if (url) url.pathname = `/${name}`;
  const run = (which: string, from: string) =>
    execFileSync(process.execPath, [import.meta.filename, rows, which, from, data], {
      stdio: 'inherit',
      env: { ...process.env, ...(url && { DATABASE_URL: url.href }) },
    });
  if (exporta) run('-1', path);
  run(String(index), exporta ? '' : path);
  await admin(`drop database ${name} with (force)`);
  rmSync(dir, { recursive: true, force: true });
}
