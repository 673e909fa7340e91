/**
 * What validating costs: CPU of the server's process and of PostgreSQL for each answer, of a folio that is there and of what finds
 * nothing (unknown, malformed, of another kind), whose times are compared; and a burst of guesses, from one address and from
 * many, with what the throttle keeps of it.
 *
 *   node --expose-gc bench/validacion.ts --veces 20000 --intentos 1000000
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { seedDemo } from '../scripts/demo-data.ts';
import { startPostgres } from '../scripts/throwaway-postgres.ts';
import { makeFolioEmitido } from '../src/features/credenciales/rules.ts';
import {
  lookUpEmitido,
  readResultado,
} from '../src/features/credenciales/validacion/server/service.ts';
import { readEnv } from '../src/platform/server/env.ts';
import { randomCrockford } from '../src/platform/shared/ids.ts';
import { createPortal } from '../src/server.ts';
import { cpuOf } from './cpu.ts';

const { values } = parseArgs({
  options: {
    veces: { type: 'string', default: '20000' },
    intentos: { type: 'string', default: '1000000' },
  },
});
const VECES = Number(values.veces);
const INTENTOS = Number(values.intentos);
const EN_VUELO = 16;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** Does it so many times, so many at once. */
const repeat = async (times: number, run: (i: number) => Promise<unknown>) => {
  let next = 0;
  const lane = async () => {
    while (next < times) await run(next++);
  };
  await Promise.all(Array.from({ length: EN_VUELO }, lane));
};

const postgres = await startPostgres();
if (!postgres) throw new Error('There is no PostgreSQL on this machine.');
const dataDir = mkdtempSync(join(tmpdir(), 'portal-'));
const env = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, SECRET_KEY: '5e'.repeat(32) };
const portal = await createPortal(readEnv({ ...env, DEMO: '1', LOG_LEVEL: 'silent' }));
const { services } = portal;
await seedDemo(services);
const { rows } = await sql<{ folio: string; tipo: 'certificado' }>`select folio, tipo
  from documentos_emitidos where folio is not null and tipo = 'certificado'`.execute(services.db);
const folios = rows.map(({ folio }) => folio);
say(
  `${folios.length} certificados de la demostración; ${VECES} veces cada cosa, ${EN_VUELO} a la vez.`,
);

/** Another address each few times: what is measured is the answer and not the refusal. */
const ipOf = (i: number) => `10.${(i >> 16) & 255}.${(i >> 8) & 255}.${i & 255}`;
const validate = async (folio: string, tipo: 'certificado' | 'grado', ip: string) => {
  const row = await lookUpEmitido(services, { tipo, folio, ip }).catch(() => null);
  return row && readResultado(services, row);
};
const unknown = () => makeFolioEmitido('certificado', 2026, randomCrockford(16));
const KINDS: Record<string, (i: number) => Promise<unknown>> = {
  'que existe': (i) => validate(folios[i % folios.length]!, 'certificado', ipOf(i)),
  desconocido: (i) => validate(unknown(), 'certificado', ipOf(i)),
  'mal escrito': (i) => validate(unknown().replace(/.$/, '*'), 'certificado', ipOf(i)),
  'de otra clase': (i) => validate(folios[i % folios.length]!, 'grado', ipOf(i)),
};
for (const run of Object.values(KINDS)) await repeat(500, run);
for (const [name, run] of Object.entries(KINDS)) {
  const [node, base] = [process.cpuUsage(), cpuOf(postgres.pid)];
  const times: number[] = [];
  await repeat(VECES, async (i) => {
    const at = performance.now();
    await run(i);
    times.push(performance.now() - at);
  });
  const { user, system } = process.cpuUsage(node);
  const own = (user + system) / 1000 / VECES;
  const theirs = (cpuOf(postgres.pid) - base) / VECES;
  times.sort((a, b) => a - b);
  const at = (p: number) => times[Math.floor(times.length * p)]!.toFixed(2);
  say(
    `${name}: ${(own + theirs).toFixed(3)} ms de CPU (portal ${own.toFixed(3)}, base ${theirs.toFixed(3)}); p50 ${at(0.5)}, p95 ${at(0.95)} ms`,
  );
}

say(`${INTENTOS} intentos, la mitad desde una dirección y la mitad desde 100,000.`);
let [refused, answered] = [0, 0];
const began = performance.now();
globalThis.gc?.();
const heap = process.memoryUsage().heapUsed;
await repeat(INTENTOS, async (i) => {
  const ip = i % 2 === 0 ? '192.0.2.7' : ipOf(i % 200_000);
  await lookUpEmitido(services, { tipo: 'certificado', folio: unknown(), ip }).catch((error) => {
    if (error.status === 'RESOURCE_EXHAUSTED') refused += 1;
    else answered += 1;
  });
});
const seconds = (performance.now() - began) / 1000;
globalThis.gc?.();
const grown = (process.memoryUsage().heapUsed - heap) / 1024 ** 2;
say(
  `${seconds.toFixed(0)} s; ${refused} rechazados, ${answered} sin hallar nada; montón ${grown.toFixed(0)} MB más.`,
);
const right = await validate(folios[0]!, 'certificado', '192.0.2.7');
say(`Desde esa dirección, un folio correcto: ${right ? 'se contesta' : 'NO SE CONTESTA'}.`);
await portal.stop();
await postgres.stop();
rmSync(dataDir, { recursive: true, force: true });
process.exit(0);
