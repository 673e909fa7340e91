/**
 * The figures of home over many enrolments: how long each question takes over HTTP, and what keeping them costs. The
 * enrolments are invented: five years, courses of which a few are taken by very many, circuits of unequal size, each
 * edition's sent within ten days, most of them at the beginning.
 *
 *   node bench/indicadores.ts                      1,000,000 enrolments on a PostgreSQL of its own, thrown away
 *   node bench/indicadores.ts --url postgres://…    an empty database of yours
 *   node bench/indicadores.ts --enrolments 100000 --embedded
 *
 * Times are of one client, one request after another; the load of the machine stands above them.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../scripts/throwaway-postgres.ts';
import {
  foldCambios,
  rebuildIndicadores,
  reviewIndicadores,
} from '../src/features/indicadores/server/service.ts';
import { readEnv } from '../src/platform/server/env.ts';
import { createPortal } from '../src/server.ts';
import { makeCuenta, signInByWire } from '../tests/factories/cuentas.ts';
import { makePlantilla } from '../tests/factories/plantillas.ts';

const { values } = parseArgs({
  options: {
    enrolments: { type: 'string', default: '1000000' },
    embedded: { type: 'boolean', default: false },
    times: { type: 'string', default: '20' },
    url: { type: 'string' },
  },
});
const enrolments = Number(values.enrolments);
const times = Number(values.times);
const print = (line: string) => process.stdout.write(`${line}\n`);

/** The data are thrown away: loading them need not wait for the disk. */
const SETTINGS = {
  shared_buffers: '512MB',
  maintenance_work_mem: '512MB',
  max_wal_size: '8GB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

const COURSES = 400;
/** Seats of an edition, more or less. */
const EACH = 120;

const DATA = (n: number, plantilla: string, version: string) => `
select setseed(0.42);
alter table inscripciones disable trigger user;
alter table inscripciones drop constraint inscripciones_persona_id_fkey;
insert into cursos (clave, nombre, tipo_id, modalidad_id, area_id, horas, objetivo)
select 'B-' || i, 'Curso ' || i,
  (array(select id from catalogo_items where catalogo = 'tipos-actividad' order by orden))[1 + floor(power(random(), 2) * 6)::int],
  (array(select id from catalogo_items where catalogo = 'modalidades' order by orden))[1 + i % 3],
  (array(select id from catalogo_items where catalogo = 'areas' order by orden))[1 + floor(power(random(), 1.5) * 10)::int], 40, 'x'
from generate_series(1, ${COURSES}) i;
create temporary table cs as select row_number() over (order by id) - 1 as n, id from cursos;
insert into ediciones (curso_id, plantilla_id, nombre, inicia, termina, inscripcion_abre, inscripcion_cierra, cupo, ocupados)
select c.id, '${plantilla}', 'E' || i, d, d + 30, d - 20, d - 10, cupo, floor(cupo * (0.3 + 0.7 * random()))::int
from (select i, floor(power(random(), 1.6) * ${COURSES})::int as curso, current_date - floor(random() * 1800)::int as d,
  (20 + power(random(), 3) * ${EACH * 4})::int as cupo from generate_series(1, ${Math.ceil(n / EACH)}) i) x
join cs c on c.n = x.curso;
create temporary table es as select row_number() over (order by id) - 1 as n, id, inicia, inscripcion_abre as abre from ediciones;
create temporary table circuitos as select row_number() over (order by orden) - 1 as n, id from catalogo_items where catalogo = 'circuitos';
insert into inscripciones (persona_id, edicion_id, plantilla_version_id, estado, respuestas, enviada_en, creado_en, circuito_id)
select gen_random_uuid(), e.id, '${version}',
  case when e.inicia + 30 < current_date
    then (array['acreditada','acreditada','acreditada','acreditada','acreditada','noAcreditada','baja','rechazada'])[1 + floor(r1 * 8)::int]
    else (array['inscrita','inscrita','inscrita','inscrita','enRevision','baja','enListaDeEspera'])[1 + floor(r1 * 7)::int] end,
  jsonb_build_object('motivos', repeat('x', 300)), e.abre + power(r2, 2) * interval '10 days', e.abre, k.id
from (select i, random() as r1, random() as r2, power(random(), 1.8) as r3, power(random(), 1.1) as r4 from generate_series(1, ${n}) i) x
join es e on e.n = floor(r4 * (select count(*) from es))::int
left join circuitos k on k.n = floor(r3 * 33)::int;
alter table inscripciones enable trigger user;
analyze;`;

const dir = mkdtempSync(join(tmpdir(), 'bench-indicadores-'));
const server = values.embedded || values.url ? null : await startPostgres({ settings: SETTINGS });
if (!values.embedded && !values.url && !server) throw new Error('This machine has no PostgreSQL.');
const portal = await createPortal(
  readEnv({
    DEMO: '1',
    LOG_LEVEL: 'silent',
    DATA_DIR: dir,
    ...(server || values.url ? { DATABASE_URL: server?.url ?? values.url } : {}),
  }),
  {},
);
const { services, app } = portal;
const { db, database } = services;
await app.ready();
const took = async (what: string, work: () => Promise<unknown>) => {
  const started = performance.now();
  const said = await work();
  print(
    `${what}: ${((performance.now() - started) / 1000).toFixed(1)} s ${JSON.stringify(said) ?? ''}`,
  );
};

const plantilla = await makePlantilla(db);
await took(`${enrolments} enrolments written`, async () => {
  await database.execute(DATA(enrolments, plantilla.id, plantilla.versionId));
});
await took('all figures made and compared', () => rebuildIndicadores(db, new Date()));
await database.execute('vacuum analyze');
await took('all figures compared', () => reviewIndicadores(db, new Date()));
const { rows: sizes } = await database.execute(
  `select relname, pg_size_pretty(pg_total_relation_size(oid)) as size, reltuples::int as filas from pg_class
   where relname in ('indicadores_dias', 'indicadores_meses', 'inscripciones')`,
);
print(JSON.stringify(sizes));

const url = await app.listen({ port: 0, host: '127.0.0.1' });
const cuenta = await makeCuenta({ ...portal, url } as never, { role: 'Admin' });
let { token } = cuenta;
/** Asks once, and how long that took (ms); with another token when this one's fifteen minutes are over. */
const call = async (data: object, again = true): Promise<[answer: string, ms: number]> => {
  const started = performance.now();
  const response = await fetch(`${url}/${services.env.region}/getIndicadores`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ data }),
  });
  const answer = await response.text();
  const ms = performance.now() - started;
  if (response.status === 401 && again) {
    token = await signInByWire({ url }, cuenta.email);
    return call(data, false);
  }
  if (!response.ok) throw new Error(`getIndicadores: ${response.status} ${answer}`);
  return [answer, ms];
};
const id = async (text: string) =>
  ((await database.execute(text)).rows[0] as { id: string } | undefined)?.id;
const big = await id(
  'select e.curso_id as id from inscripciones i join ediciones e on e.id = i.edicion_id group by 1 order by count(*) desc limit 1',
);
const hasta = new Date().toISOString().slice(0, 7);
const year = `${Number(hasta.slice(0, 4)) - 1}${hasta.slice(4)}`;
const areaId = await id(
  "select id from catalogo_items where catalogo = 'areas' order by orden limit 1",
);
const tipoId = await id(
  "select id from catalogo_items where catalogo = 'tipos-actividad' order by orden limit 1",
);
const QUESTIONS: readonly (readonly [string, object])[] = [
  ['the last year, all', { desde: year, hasta }],
  ['the last year by week', { desde: year, hasta, por: 'semana' }],
  ['all there is', { desde: '2000-01', hasta }],
  ['all of the greatest area', { desde: '2000-01', hasta, areaId }],
  ['all of the greatest kind', { desde: '2000-01', hasta, tipoId }],
  ['all of that kind and area', { desde: '2000-01', hasta, areaId, tipoId }],
  ['all of the course that most take', { desde: '2000-01', hasta, cursoId: big }],
];
const ask = async () => {
  print(`load ${loadavg()[0]!.toFixed(1)}`);
  for (const [name, data] of QUESTIONS) {
    const each: number[] = [];
    let sent = 0;
    for (let i = 0; i < times; i++) {
      const [answer, ms] = await call(data);
      const { result } = JSON.parse(answer) as { result: { tiempo: { enviadas: number }[] } };
      sent = result.tiempo.reduce((sum, { enviadas }) => sum + enviadas, 0);
      each.push(ms);
    }
    each.sort((a, b) => a - b);
    const at = (share: number) =>
      each[Math.min(each.length - 1, Math.floor(each.length * share))]!.toFixed(0);
    print(`${name}: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms (${sent})`);
  }
};
await ask();

const CHANGES = 5_000;
await took(`${CHANGES} enrolments change their state, one statement`, async () => {
  await database.execute(
    `update inscripciones set estado = 'baja' where id in (select id from inscripciones where estado = 'inscrita' limit ${CHANGES})`,
  );
});
print('with those not folded yet:');
await ask();
await took('folded', () => foldCambios(db));
await took('and compared', () => reviewIndicadores(db, new Date()));

await portal.stop();
await server?.stop();
rmSync(dir, { recursive: true, force: true });
