/**
 * What sending costs while 0, 10,000 and 100,000 are enrolled in the same edition, which has a quota and a line: CPU of the
 * server and of PostgreSQL for each sending, and the pages that each statement reads.
 *
 *   node bench/inscritas.ts --personas 400 --inscritas 0,10000,100000 [--esperando [--puntos] [--cupo]]
 *
 * `--esperando`: they are not enrolled but wait in line, sent in the last hour, and so does whoever sends; and then what it costs
 * to offer 50 seats to the next of them. `--puntos`: the line goes by points. `--cupo`: they are all of a quota that is full, and
 * the seats of another are free: one in four is of that one, and enrolled; measured last is looking for the next.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { sendTodos } from '../scripts/ensayo/envio.ts';
import { type Apertura, makeApertura } from '../scripts/ensayo/gente.ts';
import { startPostgres } from '../scripts/throwaway-postgres.ts';
import { hasHueco, promote } from '../src/features/inscripciones/espera/server/service.ts';
import { readEnv } from '../src/platform/server/env.ts';
import { actAsSystem } from '../src/platform/server/request-context.ts';
import { createPortal } from '../src/server.ts';
import { CONVOCATORIAS } from '../tests/factories/app.ts';
import { freePort, launch, ready } from '../tests/launch.ts';
import { cpuOf } from './cpu.ts';

const { values } = parseArgs({
  options: {
    personas: { type: 'string', default: '400' },
    inscritas: { type: 'string', default: '0,10000,100000' },
    esperando: { type: 'boolean', default: false },
    puntos: { type: 'boolean', default: false },
    cupo: { type: 'boolean', default: false },
  },
});
const personas = Number(values.personas);
const EN_VUELO = 16;
const ESTADO = values.esperando ? 'enListaDeEspera' : 'inscrita';
const OFERTAS = 50;

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
    insert into inscripciones (persona_id, edicion_id, plantilla_version_id, estado, respuestas, enviada_en, puntos, cupos)
    select gente.id, $1, (select id from plantilla_versiones limit 1), $3, '{}',
      now() - interval '1 hour' * random() - interval '1 minute', (random() * 20)::int, $4 from gente`,
    [edicionId, many, ESTADO, values.cupo ? ['otro'] : []],
  );
  if (values.esperando) {
    await client.query(
      `insert into edicion_filas_cambios select edicion_id, '00000000-0000-0000-0000-000000000000',
        floor(extract(epoch from enviada_en)), puntos, 1 from inscripciones where estado = $1`,
      [ESTADO],
    );
    await client.query('select fila_plegar($1)', [edicionId]);
    await client.query(
      `insert into edicion_filas_cupos select edicion_id, '00000000-0000-0000-0000-000000000000', unnest(cupos), puntos,
        enviada_en, id from inscripciones where estado = $1`,
      [ESTADO],
    );
  } else {
    await client.query('update ediciones set ocupados = ocupados + $2 where id = $1', [
      edicionId,
      many,
    ]);
  }
  await client.query('set session_replication_role = origin');
};

/** No seat is left, or none but those `deCupo`; and the line goes by turn or by points. */
const close = async (client: pg.Client, { edicionId, deCupo }: Apertura) => {
  await client.query('update ediciones set cupo = 1 + $2, ocupados = 1 where id = $1', [
    edicionId,
    values.cupo ? deCupo : 0,
  ]);
  if (!values.puntos) return;
  await client.query('set session_replication_role = replica');
  await client.query(`update plantilla_versiones
    set definicion = jsonb_set(definicion, '{reparto,alLlenarse}', '"esperaPorPuntos"')`);
  await client.query('set session_replication_role = origin');
};

/** The statements that read most pages, of those that were performed that often. */
const tellStatements = async (client: pg.Client, calls: number) => {
  const { rows } = await client.query(
    `select calls, round((total_exec_time / calls)::numeric, 3) as ms, round((shared_blks_hit + shared_blks_read)::numeric / calls, 1) as paginas,
      left(regexp_replace(query, '\\s+', ' ', 'g'), 90) as texto
    from pg_stat_statements where calls >= $1 order by shared_blks_hit desc limit 8`,
    [calls],
  );
  for (const { ms, paginas, texto } of rows) say(`    ${paginas} páginas, ${ms} ms: ${texto}`);
};

/** What it costs the database to look for who is next for a seat that nobody who waits may have. */
const look = async (
  client: pg.Client,
  env: NodeJS.ProcessEnv,
  edicionId: string,
  pid: number,
): Promise<void> => {
  const portal = await createPortal(readEnv(env));
  const seek = async () => {
    for (let n = 0; n < OFERTAS; n++) {
      if (await hasHueco(portal.services.db, CONVOCATORIAS, edicionId, new Date()))
        throw new Error('One waits.');
    }
  };
  await seek();
  await client.query('select pg_stat_statements_reset()');
  const before = cpuOf(pid);
  await seek();
  say(`    buscar: ${((cpuOf(pid) - before) / OFERTAS).toFixed(2)} ms de base por vez`);
  await tellStatements(client, OFERTAS);
  await portal.stop();
};

/** What it costs the database to offer seats to the next ones in line. */
const offer = async (
  client: pg.Client,
  env: NodeJS.ProcessEnv,
  edicionId: string,
  pid: number,
): Promise<void> => {
  const portal = await createPortal(readEnv(env));
  const give = async () => {
    await client.query('update ediciones set cupo = cupo + $2 where id = $1', [edicionId, OFERTAS]);
    return actAsSystem(() => promote({ ...portal.services, ...CONVOCATORIAS }, edicionId));
  };
  await give();
  await client.query('select pg_stat_statements_reset()');
  const before = cpuOf(pid);
  const offered = await give();
  say(
    `    ofrecer: ${((cpuOf(pid) - before) / offered).toFixed(2)} ms de base por oferta, ${offered}`,
  );
  await tellStatements(client, OFERTAS);
  await portal.stop();
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
  if (values.esperando) await close(client, apertura);
  await client.query('vacuum analyze');
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
  const wrong = answers.filter(({ resultado }) => resultado?.estado !== ESTADO).length;
  const each = (ms: number) => (ms / personas).toFixed(2);
  say(
    `${enrolled} ${values.esperando ? 'esperando' : 'inscritas'}: ${each(node + base)} ms de CPU por envío (base ${each(base)})${wrong > 0 ? `; ${wrong} no quedaron así` : ''}`,
  );
  await tellStatements(client, personas);
  server.child.kill('SIGTERM');
  await server.exit;
  if (values.esperando) {
    const silent = { ...env, DEMO: '1', LOG_LEVEL: 'silent' };
    await (values.cupo ? look : offer)(client, silent, apertura.edicionId, postgres.pid);
  }
  await client.end();
  await postgres.stop();
  rmSync(dataDir, { recursive: true, force: true });
};

for (const enrolled of values.inscritas.split(',')) await measure(Number(enrolled));
process.exit(0);
