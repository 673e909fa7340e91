/**
 * What sending costs while 0, 10,000 and 100,000 are enrolled in the same edition, which has a quota and a line: CPU of the
 * server and of PostgreSQL for each sending, and the pages that each statement reads.
 *
 *   node bench/inscritas.ts --personas 400 --inscritas 0,10000,100000
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { sendTodos } from '../scripts/ensayo/envio.ts';
import { makeApertura } from '../scripts/ensayo/gente.ts';
import { startPostgres } from '../scripts/throwaway-postgres.ts';
import { readEnv } from '../src/platform/server/env.ts';
import { createPortal } from '../src/server.ts';
import { freePort, launch, ready } from '../tests/launch.ts';
import { cpuOf } from './cpu.ts';

const { values } = parseArgs({
  options: {
    personas: { type: 'string', default: '400' },
    inscritas: { type: 'string', default: '0,10000,100000' },
  },
});
const personas = Number(values.personas);
const EN_VUELO = 16;

const say = (line: string) => process.stdout.write(`${line}\n`);

/** As many people more, enrolled, without what triggers would do of each. */
const fill = async (client: pg.Client, edicionId: string, many: number) => {
  await client.query('set session_replication_role = replica');
  await client.query(
    `with gente as (
      insert into personas_todas (clave, nombre, apellido_paterno, apellido_materno, nombre_completo, fecha_nacimiento, sexo)
      select 'X' || md5(random()::text || n), 'Otra', 'Persona', '', 'OTRA PERSONA', '1990-01-01', 'M'
      from generate_series(1, $2::int) n returning id
    )
    insert into inscripciones (persona_id, edicion_id, plantilla_version_id, estado, respuestas, enviada_en)
    select gente.id, $1, (select id from plantilla_versiones limit 1), 'inscrita', '{}', now() - interval '1 hour' from gente`,
    [edicionId, many],
  );
  await client.query('set session_replication_role = origin');
  await client.query('update ediciones set ocupados = ocupados + $2 where id = $1', [
    edicionId,
    many,
  ]);
  await client.query('vacuum analyze');
};

const measure = async (enrolled: number) => {
  const postgres = await startPostgres({
    settings: { shared_preload_libraries: 'pg_stat_statements' },
  });
  if (!postgres) throw new Error('There is no PostgreSQL on this machine.');
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-'));
  const env = { DATABASE_URL: postgres.url, DATA_DIR: dataDir, SECRET_KEY: '5e'.repeat(32) };
  const portal = await createPortal(readEnv({ ...env, DEMO: '1', LOG_LEVEL: 'silent' }));
  const apertura = await makeApertura(portal.services, {
    personas: personas * 2,
    lugares: 300_000,
  });
  await portal.stop();
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  await client.query('create extension pg_stat_statements');
  if (enrolled > 0) await fill(client, apertura.edicionId, enrolled);
  const port = await freePort();
  const server = launch({ ...env, PORT: String(port) });
  await ready(port);
  const send = (from: number) =>
    sendTodos(
      [`http://127.0.0.1:${port}`],
      { aspirantes: apertura.aspirantes.slice(from, from + personas) },
      { enVuelo: EN_VUELO },
    );
  // Plans, caches and compiled code first.
  await send(0);
  await client.query('select pg_stat_statements_reset()');
  const before = [cpuOf(server.child.pid!), cpuOf(postgres.pid)] as const;
  const answers = await send(personas);
  const [node, base] = [cpuOf(server.child.pid!) - before[0], cpuOf(postgres.pid) - before[1]];
  const wrong = answers.filter(({ resultado }) => resultado?.estado !== 'inscrita').length;
  const each = (ms: number) => (ms / personas).toFixed(2);
  say(
    `${enrolled} inscritas: ${each(node + base)} ms de CPU por envío (base ${each(base)})${wrong > 0 ? `; ${wrong} no quedaron inscritas` : ''}`,
  );
  const { rows } = await client.query(
    `select calls, round((total_exec_time / calls)::numeric, 3) as ms, round((shared_blks_hit + shared_blks_read)::numeric / calls, 1) as paginas,
      left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as texto
    from pg_stat_statements where calls >= $1 order by shared_blks_hit desc limit 8`,
    [personas],
  );
  for (const { ms, paginas, texto } of rows) say(`    ${paginas} páginas, ${ms} ms: ${texto}`);
  await client.end();
  server.child.kill('SIGTERM');
  await server.exit;
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
};

for (const enrolled of values.inscritas.split(',')) await measure(Number(enrolled));
process.exit(0);
