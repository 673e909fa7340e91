/**
 * Imports 100,000 people as the portal does (upload excluded): time and peak memory, for XLSX and
 * CSV, and with one bad row at the end (then nothing may be written).
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
import { personasSheet } from '../src/features/personas/server/sheets.ts';
import { readEnv } from '../src/platform/server/env.ts';
import { createPortal } from '../src/server.ts';
import { writePersonas } from '../tests/factories/hojas.ts';

const CASES = [
  { name: 'XLSX', tipo: 'xlsx', spoiled: false },
  { name: 'CSV (UTF-8)', tipo: 'csv', spoiled: false },
  { name: 'CSV (Latin-1, punto y coma)', tipo: 'latin1', spoiled: false },
  { name: 'XLSX, última fila mala', tipo: 'xlsx', spoiled: true },
] as const;

const [rows = '100000', only, file] = process.argv.slice(2);
const count = Number(rows);

const measure = async (index: number, path: string) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-'));
  const env = readEnv({
    DEMO: '1',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    ...(process.env.DATABASE_URL && { DATABASE_URL: process.env.DATABASE_URL }),
  });
  const portal = await createPortal(env, { siteDir: null });
  const { services } = portal;
  await services.jobs.start();
  const idle = process.memoryUsage.rss();
  const received = await services.hojas.receive(personasSheet, {
    request: createReadStream(path) as never,
    nombre: 'personas',
    propietario: 'bench',
  });
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
  const id = await services.hojas.startImport(
    personasSheet,
    { archivo: received.file.id, correspondencia: received.correspondencia },
    'bench',
    async () => {},
  );
  let row = await services.trabajos.find(id);
  while (row?.terminado_en === null) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    row = await services.trabajos.find(id);
  }
  const seconds = (performance.now() - started) / 1000;
  clearInterval(timer);
  asking = false;
  await asks;
  const { rows } = await services.database.execute('select count(*)::int as n from personas');
  await portal.stop();
  rmSync(dataDir, { recursive: true, force: true });
  const mb = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`;
  process.stdout.write(
    `${CASES[index]!.name} (${mb(statSync(path).size)}): ${seconds.toFixed(1)} s; RSS ${mb(idle)} antes, ${mb(peak)} de máximo; hilo detenido ${Math.round(longest)} ms y otra consulta en espera ${Math.round(waited)} ms como mucho; escritas ${rows[0]!.n}; ${row?.estado}: ${row?.mensaje}\n`,
  );
};

if (only !== undefined && file !== undefined) {
  await measure(Number(only), file);
  process.exit(0);
}

for (const [index, { tipo, spoiled }] of CASES.entries()) {
  const dir = mkdtempSync(join(tmpdir(), 'hojas-'));
  const path = join(dir, 'personas');
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
  execFileSync(process.execPath, [import.meta.filename, rows, String(index), path], {
    stdio: 'inherit',
    env: { ...process.env, ...(url && { DATABASE_URL: url.href }) },
  });
  await admin(`drop database ${name} with (force)`);
  rmSync(dir, { recursive: true, force: true });
}
