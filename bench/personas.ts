/**
 * The list of people with many of them: how long each kind of search and filter takes over HTTP (session, policy,
 * history of the reading and all), beside what the database needs for fifty rows at least. The people are invented:
 * names drawn from lists with a long tail, employment over the órganos of the catalog, telephones, documents, accounts.
 *
 *   node bench/personas.ts                       1,000,000 people on a PostgreSQL of its own, which is thrown away
 *   node bench/personas.ts --people 100000 --embedded
 *   node bench/personas.ts --url postgres://…    an empty database of yours
 *   … --duplicates                               looks for files that look alike instead, and asks for the list meanwhile
 *   … --keep                                     leaves it running, to look at plans
 *
 * Times are of one client, one request after another: they say how long somebody waits on a quiet server.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startPostgres } from '../scripts/throwaway-postgres.ts';
import { readEnv } from '../src/platform/server/env.ts';
import { createPortal } from '../src/server.ts';
import { makeCuenta } from '../tests/factories/cuentas.ts';

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '1000000' },
    embedded: { type: 'boolean', default: false },
    url: { type: 'string' },
    times: { type: 'string', default: '30' },
    keep: { type: 'boolean', default: false },
    duplicates: { type: 'boolean', default: false },
  },
});
const people = Number(values.people);
const times = Number(values.times);
const print = (line: string) => process.stdout.write(`${line}\n`);

const NOMBRES =
  'MARÍA GUADALUPE,JOSÉ LUIS,JUAN CARLOS,MARÍA,JOSÉ,JUAN,GUADALUPE,MARGARITA,FRANCISCO,ALEJANDRA,VERÓNICA,MIGUEL ÁNGEL,LETICIA,ROSA MARÍA,JESÚS,ALEJANDRO,RICARDO,HÉCTOR,ÓSCAR,RAÚL,GABRIELA,CLAUDIA,XIMENA,REGINA,NORMA ANGÉLICA,ITZEL,CITLALI,YOLANDA,BEATRIZ,PAULINA,MÓNICA,ARACELI,TERESA,LUCÍA,DANIELA,RENATA,EMILIANO,SANTIAGO,MATEO,RODRIGO,GERARDO,ARTURO,ENRIQUE,SERGIO,CUAUHTÉMOC,EFRAÍN,RUBÉN,IGNACIO,SAÚL,ULISES,LEONARDO,OCTAVIO,NAYELI,XÓCHITL,WENDOLYNE,YARETZI,ZULEMA,ZENÓN,ADRIÁN,ABEL'.split(
    ',',
  );
const APELLIDOS =
  'HERNÁNDEZ,GARCÍA,MARTÍNEZ,LÓPEZ,GONZÁLEZ,PÉREZ,RODRÍGUEZ,SÁNCHEZ,RAMÍREZ,CRUZ,FLORES,GÓMEZ,MORALES,VÁZQUEZ,REYES,JIMÉNEZ,TORRES,DÍAZ,GUTIÉRREZ,RUIZ,MENDOZA,AGUILAR,ORTIZ,MORENO,CASTILLO,ROMERO,ÁLVAREZ,CHÁVEZ,RIVERA,JUÁREZ,DOMÍNGUEZ,RAMOS,HERRERA,MEDINA,CASTRO,VARGAS,GUZMÁN,VELÁZQUEZ,MUÑOZ,ROJAS,CONTRERAS,SALAZAR,LUNA,DE LA CRUZ,ORTEGA,GUERRERO,ESTRADA,BAUTISTA,CORTÉS,SOTO,ALVARADO,ESPINOSA,LARA,ÁVILA,RÍOS,CERVANTES,NÚÑEZ,PEÑA,ÍÑIGUEZ,OCHOA,ZÚÑIGA,XICOTÉNCATL,DEL ÁNGEL,MONTES DE OCA,BOLAÑOS,QUIÑONES,IBÁÑEZ'.split(
    ',',
  );
const SILABAS =
  'BAR,CAN,DEL,FUR,GAL,HUI,JAL,LEM,MOR,NIE,OLM,PAZ,QUE,ROS,SUA,TEZ,URB,VIL,YAÑ,ZAM'.split(',');

/** The data are thrown away: loading them need not wait for the disk. Nothing here makes a search quicker. */
const SETTINGS = {
  shared_buffers: '512MB',
  maintenance_work_mem: '512MB',
  max_wal_size: '8GB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
};

/** Rare ones are many, as they are: of five, one is made of three syllables; of the others the first are the commonest. */
const DATA = (n: number) => `
select setseed(0.42);
alter table personas_todas disable trigger user; alter table personas_entradas disable trigger user;
alter table documentos disable trigger user; alter table cuentas disable trigger user;
create temporary table hechas as
with listas as (select $$${NOMBRES.join()}$$::text as n, $$${APELLIDOS.join()}$$::text as a, $$${SILABAS.join()}$$::text as s),
l as (select string_to_array(n, ',') as n, string_to_array(a, ',') as a, string_to_array(s, ',') as s from listas),
dados as materialized (select i, random() as r1, random() as r2, random() as r3, random() as r4, random() as r5,
  random() as r6, random() as r7, random() as r8, random() as r9 from generate_series(1, ${n}) i)
select i, gen_random_uuid() as id, l.n[1 + floor(power(r1, 1.7) * cardinality(l.n))::int] as nombre,
  case when r2 < 0.2 then l.s[1 + floor(r3 * 20)::int] || l.s[1 + floor(r4 * 20)::int] || l.s[1 + floor(r5 * 20)::int]
    else l.a[1 + floor(power(r3, 1.7) * cardinality(l.a))::int] end as paterno,
  l.a[1 + floor(power(r6, 1.7) * cardinality(l.a))::int] as materno, r7, r8, r9
from dados cross join l;
insert into personas_todas (id, clave, curp, nombre, apellido_paterno, apellido_materno, nombre_completo, discrepancias)
select id, k, case when r7 > 0.01 then k end, nombre, paterno, materno, concat_ws(' ', nombre, paterno, materno),
  case when r8 < 0.005 then '{nombre}'::text[] else '{}' end
from (select *, 'HEGA' || lpad((i % 900000)::text, 6, '0') || case when i % 2 = 0 then 'M' else 'H' end || 'DFRRN'
  || chr(65 + (i / 900000)::int) || (i % 10) as k from hechas) x;
create temporary table organos as select row_number() over (order by id) - 1 as n, id from catalogo_items where catalogo = 'organos' and activo;
create temporary table categorias as select row_number() over (order by id) - 1 as n, id from catalogo_items where catalogo = 'categorias' and activo;
create temporary table tipos as select row_number() over (order by id) - 1 as n, id from catalogo_items where catalogo = 'tipos-documento' and activo;
insert into personas_entradas (id, persona_id, apartado, datos)
select gen_random_uuid(), h.id, 'empleo', jsonb_build_object('organo', o.id, 'categoria', c.id, 'desde', '2020-01-15', 'hasta', null)
from hechas h join organos o on o.n = floor(power(h.r9, 1.3) * (select count(*) from organos))::int
join categorias c on c.n = floor(power(h.r8, 1.5) * (select count(*) from categorias))::int where h.r7 > 0.2;
insert into personas_entradas (id, persona_id, apartado, datos)
select gen_random_uuid(), id, 'servicio', jsonb_build_object('expediente', (100000 + i)::text, 'ingreso', '2018-03-01') from hechas where r8 > 0.3;
insert into personas_entradas (id, persona_id, apartado, datos)
select gen_random_uuid(), id, 'telefono', jsonb_build_object('clase', 'celular', 'numero', '+52' || (5500000000 + i * 37)::text) from hechas where r9 > 0.2;
insert into personas_entradas (id, persona_id, apartado, datos)
select gen_random_uuid(), id, a, '{"estado": "titulado", "cedula": "1234567"}' from hechas,
  unnest(array['nacionalidad', 'domicilio', 'emergencia', 'estudio']) a where r7 > 0.5;
insert into documentos (persona_id, tipo_id, version, estado, nombre, objeto, sha256, bytes, content_type, creado_en)
select h.id, t.id, 1, (array['validado', 'validado', 'validado', 'pendiente', 'rechazado', 'vencido'])[1 + ((h.i + t.n) % 6)::int],
  'a.pdf', h.i || '-' || t.n, '', 1000, 'application/pdf', now() from hechas h join tipos t on t.n = h.i % 7 or t.n = (h.i / 7) % 7 where h.r9 > 0.6;
insert into cuentas (uid, email, email_verified, password_hash, persona_id)
select 'bench' || i, 'p' || i || '.' || lower(translate(paterno, ' ÁÉÍÓÚÜÑ', '-aeiouun')) || '@correo.example', true, '-', id
from hechas where r8 > 0.5;
alter table personas_todas enable trigger user; alter table personas_entradas enable trigger user;
alter table documentos enable trigger user; alter table cuentas enable trigger user;`;

/** The directory, its indexes made after its rows, as they are defined. */
const DIRECTORY = `
do $$ declare indices text[] := array(select pg_get_indexdef(indexrelid) from pg_index
  where indrelid = 'personas_directorio'::regclass and not indisprimary); indice text;
begin
  drop index personas_directorio_busca; drop index personas_directorio_orden;
  insert into personas_directorio select * from directorio_de(array(select id from personas_todas));
  perform directorio_palabras(array(select id from personas_todas));
  foreach indice in array indices loop execute indice; end loop;
end $$`;

type Case = { name: string; inputs: object[] };

const median = (sorted: number[], share: number) =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;

const server = values.embedded || values.url ? null : await startPostgres({ settings: SETTINGS });
const url = values.url ?? server?.url;
const dataDir = mkdtempSync(join(tmpdir(), 'bench-personas-'));
const portal = await createPortal(
  readEnv({
    DEMO: '1',
    LOG_LEVEL: 'warn',
    DATA_DIR: dataDir,
    ...(url && !values.embedded && { DATABASE_URL: url }),
  }),
  { siteDir: null },
);
const { database } = portal.services;
const rowsOf = async <T>(sql: string, params: unknown[] = []) =>
  (await database.execute(sql, params)).rows as T[];
try {
  await portal.begin();
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = portal.app.server.address() as { port: number };
  const base = `http://127.0.0.1:${port}`;

  let at = performance.now();
  const lap = (what: string) => {
    print(`${what}: ${((performance.now() - at) / 1000).toFixed(1)} s`);
    at = performance.now();
  };
  await database.session(async (execute) => {
    await execute(DATA(people));
    lap(`${people} people made`);
    await execute(DIRECTORY);
    lap('directory and its indexes');
    // What autovacuum does on a server, by itself, some minutes later.
    await execute('vacuum analyze');
    lap('vacuum analyze');
  });
  const [sizes] =
    await rowsOf<object>(`select pg_size_pretty(pg_total_relation_size('personas_todas')) as personas,
    pg_size_pretty(pg_relation_size('personas_directorio')) as directorio,
    pg_size_pretty(pg_relation_size('personas_directorio_busca')) as busca,
    pg_size_pretty(pg_relation_size('personas_directorio_orden')) as orden,
    (select count(*) from personas_palabras)::int as palabras`);
  print(JSON.stringify(sizes));

  const ids = async (catalogo: string) =>
    (
      await rowsOf<{ id: string }>(
        `select id from catalogo_items where catalogo = '${catalogo}' and activo order by md5(id::text) limit 40`,
      )
    ).map(({ id }) => id);
  const [circuitos, organos, categorias] = [
    await ids('circuitos'),
    await ids('organos'),
    await ids('categorias'),
  ];
  const sample = await rowsOf<{
    id: string;
    nombre: string;
    paterno: string;
    materno: string;
    clave: string;
    email: string | null;
    expediente: string;
    telefono: string;
  }>(
    `select p.id, p.nombre, p.apellido_paterno as paterno, p.apellido_materno as materno, p.clave, c.email,
      (select datos->>'expediente' from personas_entradas e where e.persona_id = p.id and apartado = 'servicio') as expediente,
      (select datos->>'numero' from personas_entradas e where e.persona_id = p.id and apartado = 'telefono') as telefono
    from personas p join cuentas c on c.persona_id = p.id order by md5(p.clave) limit 2000`,
  );
  const some = <T>(make: (p: (typeof sample)[number], i: number) => T | null) =>
    sample
      .map(make)
      .filter((one) => one !== null)
      .slice(0, times) as (T & object)[];
  const spoil = (word: string) => `${word.slice(0, 3)}${word.slice(4)}`;
  const pick = <T>(of: readonly T[], i: number) => of[i % of.length]!;
  const CASES: Case[] = [
    { name: 'nothing asked, first page', inputs: some(() => ({})) },
    { name: 'nothing asked, after somebody', inputs: some(({ id }) => ({ tras: id })) },
    { name: 'nothing asked, before somebody', inputs: some(({ id }) => ({ antes: id })) },
    { name: 'one surname', inputs: some(({ paterno }) => ({ busqueda: paterno })) },
    { name: 'one given name', inputs: some(({ nombre }) => ({ busqueda: nombre })) },
    {
      name: 'a given name of the end of the alphabet',
      inputs: some((_, i) => ({ busqueda: pick(['zenon', 'zulema', 'yaretzi', 'xochitl'], i) })),
    },
    {
      name: 'two surnames, turned round, without accents',
      inputs: some(({ paterno, materno }) => ({
        busqueda: `${materno} ${paterno}`.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase(),
      })),
    },
    {
      name: 'given name and two surnames',
      inputs: some((p) => ({ busqueda: `${p.nombre} ${p.paterno} ${p.materno}` })),
    },
    {
      name: 'a part of a name',
      inputs: some(({ paterno }) => ({ busqueda: paterno.slice(0, 4) })),
    },
    { name: 'two letters', inputs: some(({ nombre }) => ({ busqueda: nombre.slice(0, 2) })) },
    {
      name: 'a surname mistyped',
      inputs: some(({ paterno }) => (paterno.length > 5 ? { busqueda: spoil(paterno) } : null)),
    },
    {
      name: 'two words mistyped',
      inputs: some((p) =>
        p.paterno.length > 5 && p.nombre.length > 5
          ? { busqueda: `${spoil(p.nombre.split(' ')[0]!)} ${spoil(p.paterno)}` }
          : null,
      ),
    },
    {
      name: 'nothing has it, nor looks like it',
      inputs: some((_, i) => ({ busqueda: `wkqx${pick(['jj', 'vv', 'kk'], i)}zz` })),
    },
    { name: 'CURP', inputs: some(({ clave }) => ({ busqueda: clave })) },
    {
      name: 'the beginning of a CURP',
      inputs: some(({ clave }) => ({ busqueda: clave.slice(0, 10).toLowerCase() })),
    },
    { name: 'email', inputs: some(({ email }) => ({ busqueda: email })) },
    {
      name: 'número de expediente',
      inputs: some(({ expediente }) => (expediente ? { busqueda: expediente } : null)),
    },
    {
      name: 'telephone as it is written',
      inputs: some(({ telefono }) =>
        telefono
          ? { busqueda: `${telefono.slice(3, 5)} ${telefono.slice(5, 9)} ${telefono.slice(9)}` }
          : null,
      ),
    },
    { name: 'circuit', inputs: some((_, i) => ({ circuito: pick(circuitos, i) })) },
    { name: 'órgano', inputs: some((_, i) => ({ organo: pick(organos, i) })) },
    { name: 'category', inputs: some((_, i) => ({ categoria: pick(categorias, i) })) },
    {
      name: 'órgano and category',
      inputs: some((_, i) => ({ organo: pick(organos, i), categoria: pick(categorias, i) })),
    },
    {
      name: 'circuit, category, without account',
      inputs: some((_, i) => ({
        circuito: pick(circuitos, i),
        categoria: pick(categorias, i + 1),
        cuenta: 'sin',
      })),
    },
    { name: 'to review', inputs: some(() => ({ pendiente: 'discrepancias' })) },
    {
      name: 'without CURP, complete otherwise',
      inputs: some(() => ({ pendiente: 'sinCurp', documentos: 'validado' })),
    },
    { name: 'lacks a telephone', inputs: some(() => ({ completitud: 'falta-telefono' })) },
    {
      name: 'complete (nobody, while many lack one thing)',
      inputs: some((_, i) => ({
        completitud: 'completo',
        organo: pick(organos, i),
        documentos: 'vencido',
      })),
    },
    { name: 'documents rejected', inputs: some(() => ({ documentos: 'rechazado' })) },
    {
      name: 'surname, circuit',
      inputs: some(({ paterno }, i) => ({ busqueda: paterno, circuito: pick(circuitos, i) })),
    },
    {
      name: 'surname, to review',
      inputs: some(({ paterno }) => ({ busqueda: paterno, pendiente: 'discrepancias' })),
    },
    {
      name: 'given name, circuit, category, documents, account',
      inputs: some(({ nombre }, i) => ({
        busqueda: nombre,
        circuito: pick(circuitos, i),
        categoria: pick(categorias, i),
        documentos: 'pendiente',
        cuenta: 'con',
      })),
    },
    {
      name: 'all of them, in the middle of the list',
      inputs: some(({ id, paterno }, i) => ({
        tras: id,
        busqueda: paterno,
        categoria: pick(categorias, i),
      })),
    },
  ];
  // After the loading, which may outlast a session.
  const { token } = await makeCuenta({ services: portal.services, url: base }, { role: 'Escolar' });
  const ask = async (input: object) => {
    const from = performance.now();
    const response = await fetch(`${base}/us-central1/listPersonas`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ data: input }),
    });
    const { result, error } = (await response.json()) as {
      result: { filas: object[] };
      error?: object;
    };
    if (error) throw new Error(JSON.stringify(error));
    return { ms: performance.now() - from, rows: result.filas.length };
  };
  const raw = [];
  for (let i = 0; i < times; i++) {
    const from = performance.now();
    await rowsOf(
      `select p.id, p.clave, p.nombre_completo from personas_directorio d join personas_todas p on p.id = d.persona_id
      where d.busqueda > (select busqueda from personas_directorio where persona_id = $1) order by d.busqueda limit 51`,
      [pick(sample, i).id],
    );
    raw.push(performance.now() - from);
  }
  raw.sort((a, b) => a - b);
  print(
    `raw SQL, 51 rows in order by the index: p50 ${median(raw, 0.5).toFixed(1)}, p95 ${median(raw, 0.95).toFixed(1)} ms`,
  );
  /** The search for files that look alike, from the tray; the first two kinds of the list, one after another, meanwhile. */
  const searchDuplicates = async () => {
    const inputs = CASES.slice(0, 4).flatMap((one) => one.inputs);
    const p95 = (taken: number[]) =>
      Math.round(
        median(
          taken.toSorted((a, b) => a - b),
          0.95,
        ),
      );
    const before = [];
    for (const input of inputs) before.push((await ask(input)).ms);
    const call = async (name: string, data: unknown) => {
      const response = await fetch(`${base}/us-central1/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ data }),
      });
      return ((await response.json()) as { result: { trabajos: { terminadoEn: string | null }[] } })
        .result;
    };
    const idle = process.memoryUsage().rss;
    let most = idle;
    const look = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 100);
    const from = performance.now();
    await call('startBusquedaDuplicados', null);
    const during = [];
    for (let i = 0; ; i++) {
      during.push((await ask(pick(inputs, i))).ms);
      const [trabajo] = (await call('listTrabajos', {})).trabajos;
      if (trabajo?.terminadoEn) {
        clearInterval(look);
        print(JSON.stringify(trabajo));
        break;
      }
    }
    const mb = (bytes: number) => Math.round(bytes / 1_048_576);
    print(
      `duplicates: ${Math.round((performance.now() - from) / 1000)} s; memory ${mb(idle)} MB before, ${mb(most)} MB at most; p95 of ${before.length} lists ${p95(before)} ms before, of ${during.length} meanwhile ${p95(during)} ms (most ${Math.round(Math.max(...during))})`,
    );
  };
  if (values.duplicates) await searchDuplicates();
  const all: number[] = [];
  for (const { name, inputs } of values.duplicates ? [] : CASES) {
    const taken = [];
    let rows = 0;
    let worst = { ms: 0, input: {} };
    for (const input of inputs) {
      const one = await ask(input);
      taken.push(one.ms);
      rows += one.rows;
      if (one.ms > worst.ms) worst = { ms: one.ms, input };
    }
    all.push(...taken);
    taken.sort((a, b) => a - b);
    print(
      `${name}: p50 ${Math.round(median(taken, 0.5))}, p95 ${Math.round(median(taken, 0.95))}, most ${Math.round(worst.ms)} ms (${JSON.stringify(worst.input)}); ${(rows / taken.length).toFixed(1)} rows`,
    );
  }
  all.sort((a, b) => a - b);
  if (all.length > 0)
    print(
      `all ${all.length}: p50 ${Math.round(median(all, 0.5))}, p95 ${Math.round(median(all, 0.95))}, most ${Math.round(all.at(-1) ?? 0)} ms`,
    );
  if (values.keep) {
    print(`Kept at ${url ?? dataDir}; end it with Ctrl-C.`);
    await new Promise((resolve) => process.once('SIGINT', resolve));
  }
} finally {
  await portal.stop();
  await server?.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
