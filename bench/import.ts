/**
 * Imports and exports 100,000 people as the portal does (upload and download excluded): time and peak
 * memory, for XLSX and CSV, and with one bad row at the end (then nothing may be written); what two other
 * people wait meanwhile who ask something every 50 ms; 100,000 items of a catalog; and the same people again,
 * of whom a tenth have another address (docs/decisions/0061). Afterwards the history's chains are verified.
 *
 *   node bench/import.ts [rows]                      embedded database
 *   CASES=0,6 node bench/import.ts 100000            some cases only
 *   DATABASE_URL=postgres://… node bench/import.ts   a new database on that server
 *
 * Each case runs in a process of its own, so that its peak memory is its own. The peak is the whole
 * server's: Node, its libraries, and the embedded database when there is one.
 */
import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { catalogosHojas } from '../src/features/catalogos/server/hojas.ts';
import { personasHoja } from '../src/features/personas/server/hojas.ts';
import { readEnv } from '../src/platform/server/env.ts';
import type { Services } from '../src/platform/server/services.ts';
import { createPortal } from '../src/server.ts';
import { makeCuenta } from '../tests/factories/cuentas.ts';
import { PERSONAS_HEADERS, personaRow, writePersonas } from '../tests/factories/hojas.ts';
import { verifyNow } from '../tests/historial.ts';

/** A catalog of 100,000 items: new ones, and all of them changed. */
const writeItems = (path: string, nombre: string) =>
  writeFileSync(
    path,
    `Clave,Nombre,Grupo\n${Array.from({ length: count }, (_, i) => `I${i},${nombre} ${i},Otras\n`).join('')}`,
  );

/** People with an address; `changed`: each tenth one has another. */
const writeConocidas = (path: string, changed: boolean) => {
  const file = openSync(path, 'w');
  writeSync(file, `${PERSONAS_HEADERS.join()},Correo\n`);
  for (let n = 0; n < count; n++) {
    const correo = `${changed && n % 10 === 0 ? 'otro' : 'persona'}${n}@correo.example`;
    writeSync(file, `${personaRow(n).join()},${correo}\n`);
  }
  closeSync(file);
};

const CASES = [
  { name: 'Importar XLSX', exporta: false, tipo: 'xlsx', spoiled: false },
  { name: 'Importar CSV (UTF-8)', exporta: false, tipo: 'csv', spoiled: false },
  { name: 'Importar CSV (Latin-1, punto y coma)', exporta: false, tipo: 'latin1', spoiled: false },
  { name: 'Importar XLSX, última fila mala', exporta: false, tipo: 'xlsx', spoiled: true },
  // On the people of an import that another process made.
  { name: 'Exportar XLSX', exporta: true, tipo: 'xlsx', spoiled: false },
  { name: 'Exportar CSV', exporta: true, tipo: 'csv', spoiled: false },
  { name: 'Importar instituciones nuevas', exporta: false, tipo: 'Nueva', spoiled: false },
  // On those of the case before.
  { name: 'Importar las mismas, todas cambiadas', exporta: false, tipo: 'Otra', spoiled: false },
  { name: 'Importar personas con correo', exporta: false, tipo: 'Conocida', spoiled: false },
  // On those of the case before.
  {
    name: 'Importarlas de nuevo, una de diez cambiada',
    exporta: false,
    tipo: 'Cambiada',
    spoiled: false,
  },
] as const;

const instituciones = catalogosHojas.find(({ id }) => id === 'catalogo-instituciones')!;
const isCatalog = (tipo: string) => tipo === 'Nueva' || tipo === 'Otra';

const [rows = '100000', only, file = '', dataDir = ''] = process.argv.slice(2);
const count = Number(rows);
const mb = (bytes: number) => `${Math.round(bytes / 1_048_576)} MB`;

type Waits = { name: string; waits: number[] };

const figuresOf = ({ name, waits }: Waits) => {
  const sorted = waits.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.floor((sorted.length - 1) * share)] ?? 0);
  return `${name} p50 ${at(0.5)}, p95 ${at(0.95)}, máximo ${at(1)} ms (${sorted.length})`;
};

/** Watches the process, and what two other people wait who ask again 50 ms after each answer. */
const watch = async <T>(base: string, token: string, work: () => Promise<T>) => {
  const started = performance.now();
  let peak = 0;
  let longest = 0;
  let last = performance.now();
  const callers: Waits[] = ['listOfertas', 'getSesion'].map((name) => ({ name, waits: [] }));
  const ask = async ({ name, waits }: Waits) => {
    const from = performance.now();
    const response = await fetch(`${base}/us-central1/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ data: name === 'listOfertas' ? {} : null }),
    });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${name}: ${response.status}`);
    waits.push(performance.now() - from);
  };
  const timer = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage.rss());
    longest = Math.max(longest, performance.now() - last);
    last = performance.now();
  }, 10);
  let asking = true;
  const asked = callers.map(async (caller) => {
    while (asking) {
      await ask(caller);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  });
  const result = await work();
  const seconds = (performance.now() - started) / 1000;
  asking = false;
  clearInterval(timer);
  await Promise.all(asked);
  return { result, seconds, peak, longest, waits: callers.map(figuresOf).join('; ') };
};

const ended = async ({ trabajos }: Services, id: string) => {
  for (;;) {
    const row = await trabajos.find(id);
    if (row?.terminado_en) return row;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};

const ask = async (services: Services, { exporta, tipo }: (typeof CASES)[number], uid: string) => {
  const { hojas } = services;
  if (exporta) {
    const filtros = personasHoja.filters!.parse({});
    return () => hojas.startExport(personasHoja, { filtros, tipo }, uid, async () => {});
  }
  const hoja = isCatalog(tipo) ? instituciones : personasHoja;
  const received = await hojas.receive(hoja, {
    request: createReadStream(file) as never,
    nombre: 'personas',
    propietario: uid,
  });
  const job = { archivo: received.file.id, correspondencia: received.correspondencia };
  // What it would change is shown first: the import compares itself with that.
  if (tipo === 'Cambiada') {
    const { archivo, correspondencia } = job;
    await hojas.preview(hoja, archivo, { correspondencia }, { actorUid: uid });
  }
  return () => hojas.startImport(hoja, job, uid, async () => {});
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
  await portal.begin();
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = portal.app.server.address() as { port: number };
  const base = `http://127.0.0.1:${port}`;
  const { token } = await makeCuenta({ services, url: base });
  // Whoever asks for a job must be there, and may, when it is done.
  const { uid } = await makeCuenta({ services, url: base }, { role: 'Admin' });
  const before = await watch(
    base,
    token,
    () => new Promise((resolve) => setTimeout(resolve, 3_000)),
  );
  const start = await ask(services, one, uid);
  const idle = process.memoryUsage.rss();
  const { result, seconds, peak, longest, waits } = await watch(base, token, async () =>
    ended(services, await start()),
  );
  const { rows } = await services.database.execute(
    "select (select count(*) from personas)::int as personas, (select count(*) from catalogo_items where catalogo = 'instituciones')::int as instituciones",
  );
  const { integro, anotaciones } = await verifyNow(services.db);
  await portal.stop();
  if (quiet && only !== '-8') return;
  process.stdout.write(
    `${one.name}${file && ` (${mb(statSync(file).size)})`}: ${seconds.toFixed(1)} s; RSS ${mb(idle)} antes, ${mb(peak)} de máximo; hilo detenido ${Math.round(longest)} ms; ${waits}; sin la importación: ${before.waits}; en la base ${JSON.stringify(rows[0])}; ${result.estado}: ${result.mensaje} Historial de ${anotaciones}: ${integro ? 'íntegro' : 'ROTO'}\n`,
  );
};

if (only !== undefined) {
  const at = Math.abs(Number(only));
  await measure(CASES[at]!, only.startsWith('-'));
  process.exit(0);
}

const wanted = process.env.CASES?.split(',').map(Number);
for (const [index, { exporta, tipo, spoiled }] of CASES.entries()) {
  if (wanted && !wanted.includes(index)) continue;
  const dir = mkdtempSync(join(tmpdir(), 'hojas-'));
  const path = join(dir, 'personas');
  const data = join(dir, 'datos');
  if (isCatalog(tipo)) writeItems(path, tipo);
  else if (tipo === 'Conocida' || tipo === 'Cambiada') writeConocidas(path, false);
  else {
    await writePersonas(path, tipo as 'csv', count, (row, n) => {
      if (spoiled && n === count - 1) row[0] = 'NO ES UNA CURP';
    });
  }
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
  if (tipo === 'Otra') {
    writeItems(path, 'Nueva');
    run('-6', path);
    writeItems(path, tipo);
  }
  if (tipo === 'Cambiada') {
    run('-8', path);
    writeConocidas(path, true);
  }
  run(String(index), exporta ? '' : path);
  await admin(`drop database ${name} with (force)`);
  rmSync(dir, { recursive: true, force: true });
}
