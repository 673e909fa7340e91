/**
 * What sending an inscripción costs (CPU of the server and of PostgreSQL), alternating in one run with a raw insert that has the
 * constraints of an inscripción: medians of the rounds, and what each statement and function of one sending takes.
 *
 *   node bench/envio.ts --rondas 7 --cada 400 [--como ventana|reglas|cupos|espera|apunta] [--ediciones 1] [--detalle] [--entregado]
 *
 * `--como`: what it is sent under. `ventana`: the rule of the dates alone; `reglas`: also the age and, without
 * refusing anybody, that no other enrolment is at the same hours and that they are at most fifty at a time; `cupos`: also a quota of all and a line, with seats for all; `espera`: the same
 * with no seat at all, so that everybody comes to wait; `apunta`: `cupos`, with a form that also asks for an item of a catalog, a
 * document of the vault and a datum of the file.
 *
 * `--ediciones`: in how many they are; by default in so many that those who send at once are each in another one. Each sends once in each:
 * in a single one, `--personas` must be as many as are sent.
 *
 * `--misma-fila`: also against a raw insert of the very row that a sending writes, with its evaluation (3 KB under rules); otherwise
 * the raw insert has the answers in its place, as small as they are. `--suelo`: also a raw insert of all the rows that a sending writes, with their constraints and without a rule, a lock, a
 * trigger or anything read: what no sending that writes them can go below. `--entregado`: with its mail delivered, too. `--detalle`: every statement within the database, also those of functions and
 * triggers, by pg_stat_statements, which itself costs. `--perfil FILE`: a CPU profile of the server's process while it sends, and nothing else.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import fastify from 'fastify';
import { sql } from 'kysely';
import pg from 'pg';
import { startPostgres } from '../scripts/throwaway-postgres.ts';
import { openSesion } from '../src/features/identidad/sesiones/server/service.ts';
import type { Db } from '../src/platform/server/db/index.ts';
import { readEnv } from '../src/platform/server/env.ts';
import { createPortal } from '../src/server.ts';
import { insertCuentaVerificada } from '../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../tests/factories/cursos.ts';
import { makePersona } from '../tests/factories/personas.ts';
import { DEFINICION, makePlantilla, RESPUESTAS } from '../tests/factories/plantillas.ts';
import { cpuOf } from './cpu.ts';

const { values } = parseArgs({
  options: {
    serve: { type: 'boolean', default: false },
    rondas: { type: 'string', default: '7' },
    cada: { type: 'string', default: '400' },
    personas: { type: 'string', default: '500' },
    detalle: { type: 'boolean', default: false },
    entregado: { type: 'boolean', default: false },
    suelo: { type: 'boolean', default: false },
    'misma-fila': { type: 'boolean', default: false },
    como: { type: 'string', default: 'ventana' },
    ediciones: { type: 'string', default: '20' },
    perfil: { type: 'string' },
  },
});

const AT_ONCE = 16;

type Fixture = {
  port: number;
  raw: number;
  people: { id: string; email: string; token: string; respuestas: object }[];
  editions: Record<'idCurso' | 'idPlantilla' | 'tipo' | 'edicionId', string>[];
};

const todas = (...rules: { field: string; operator: string; value: unknown }[]) => ({
  combinator: 'and',
  rules,
});

const MAYOR = todas({ field: 'persona.edad', operator: '>=', value: 18 });
const POCAS = todas(
  { field: 'historia.traslape', operator: '=', value: false },
  { field: 'historia.simultaneas', operator: '<', value: 50 },
);

const reglaDe = (clave: string, efecto: string, condicion: unknown) => ({
  ...{ clave, condicion, efecto, mensaje: 'No puede.', descripcion: 'Puede.' },
});

/** What it is sent under (`--como`). */
const definicionDe = (como: string): typeof DEFINICION => {
  if (como === 'ventana') return DEFINICION;
  const reglas = [
    ...DEFINICION.reglas,
    reglaDe('edad', 'impide', MAYOR),
    // All editions are at the same hours.
    reglaDe('pocas', 'advierte', POCAS),
  ];
  const cupo = { clave: 'mayores', nombre: 'Mayores', condicion: MAYOR, liberaDias: 1 };
  const secciones = [...DEFINICION.secciones, ...(como === 'apunta' ? [QUE_APUNTAN] : [])];
  return {
    ...DEFINICION,
    reglas,
    secciones,
    ...(como !== 'reglas' && {
      reparto: {
        alLlenarse: 'esperaPorTurno',
        horasParaAceptar: 24,
        cupos: [{ ...cupo, lugares: como === 'espera' ? 0 : 500_000 }],
      },
    }),
  } as typeof DEFINICION;
};

/** What a form also asks for that points to things: an item of a catalog, a document of the vault, a datum of the file. */
const QUE_APUNTAN = {
  clave: 'mas',
  titulo: 'Además',
  campos: [
    ['organo', 'Órgano', { tipo: 'catalogo', catalogo: 'organos' }],
    ['identidad', 'Identificación', { tipo: 'documento', documento: 'CURP' }],
    ['telefono', 'Teléfono', { tipo: 'datoPersona', dato: 'telefono', editable: true }],
  ].map(([clave, etiqueta, more]) => ({
    ...{ clave, etiqueta, obligatorio: true },
    ...(more as object),
  })),
};

/** Answers to them: a document of somebody's own. */
const insertApuntado = async (db: Db, personaId: string): Promise<object> => {
  const { rows } = await sql<{ organo: string; tipo: string }>`
    select (select id from catalogo_items where catalogo = 'organos' and activo order by id limit 1) as organo,
      (select id from catalogo_items where catalogo = 'tipos-documento' and clave = 'CURP') as tipo`.execute(
    db,
  );
  const { organo, tipo } = rows[0]!;
  const documento = await db
    .insertInto('documentos')
    .values({
      ...{ persona_id: personaId, tipo_id: tipo, version: 1, estado: 'validado' },
      ...{ nombre: 'curp.pdf', objeto: randomUUID(), sha256: 'x', bytes: 1 },
      ...{ content_type: 'application/pdf', creado_en: new Date(), vence_en: null },
    } as never)
    .returning('id')
    .executeTakeFirstOrThrow();
  const elegida = (id: string) => ({ id, clave: '', nombre: '' });
  return { organo: elegida(organo), identidad: elegida(documento.id), telefono: '5512345678' };
};

const VARA = `
  create table vara_inscripciones (like inscripciones including all);
  alter table vara_inscripciones
    add foreign key (persona_id) references personas_todas, add foreign key (edicion_id) references ediciones,
    add foreign key (plantilla_version_id) references plantilla_versiones`;

const INSERTA = `insert into vara_inscripciones
    (persona_id, edicion_id, plantilla_version_id, estado, respuestas, evaluacion, enviada_en)
  select $1, $2, v.id, 'inscrita', $3, $4, now() from plantilla_versiones v limit 1`;

/** The tables that a sending adds a row to, besides its own; and what of one row goes again into the next. */
const ESCRITAS = {
  acuses: 'folio, clave, inscripcion_id, datos, emitido_en',
  correos: 'id, medio, para, asunto, contenido, urgente, olvidar, estado, proximo',
  historial: `id, momento, actor_uid, accion, entidad, entidad_id, persona_id, antes, despues, motivo, peticion_id, origen, cadena,
    eslabon, hash, firma, emisor, numero, vista_cadena, vista_eslabon, vista_hash`,
};

/** Tables as those of a sending, with one row of each that was sent, for `SUELO` to copy. */
const VARAS = `
  create table vara_acuses (like acuses including all);
  alter table vara_acuses add foreign key (inscripcion_id) references vara_inscripciones;
  create table vara_correos (like correos including all);
  create table vara_historial (like historial including all);
  create sequence vara_numeros;
  create table vara_cabezas as select 1 as cadena, 0::bigint as eslabones;
  alter table vara_cabezas add primary key (cadena);
  create table vara_ediciones as select id, 0 as ocupados from ediciones;
  alter table vara_ediciones add primary key (id);
  create table muestra_acuses as select * from acuses limit 1;
  create table muestra_correos as select * from correos order by creado_en desc limit 1;
  create table muestra_historial as select * from historial where accion = 'inscripcion.inscribir' limit 1`;

const SUELO = `with numero as materialized (select nextval('vara_numeros') as n),
  una as (${INSERTA} returning id),
  dos as (insert into vara_acuses (${ESCRITAS.acuses})
    select left(md5(una.id::text), 20), clave, una.id, datos, emitido_en from muestra_acuses, una),
  tres as (insert into vara_correos (${ESCRITAS.correos})
    select gen_random_uuid(), medio, para, asunto, contenido, urgente, olvidar, estado, proximo from muestra_correos),
  cuatro as (insert into vara_historial (${ESCRITAS.historial}) overriding system value
    select n, momento, actor_uid, accion, entidad, una.id::text, persona_id, antes, despues, motivo, peticion_id, origen, cadena,
      n, hash, firma, emisor, n, vista_cadena, vista_eslabon, vista_hash from muestra_historial, numero, una),
  cinco as (update vara_cabezas set eslabones = eslabones + 1 where cadena = 1)
  update vara_ediciones set ocupados = ocupados + 1 where id = $2`;

const serve = async (count: number) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'));
  const env = readEnv({ ...process.env, DEMO: '1', LOG_LEVEL: 'warn', DATA_DIR: dataDir });
  const portal = await createPortal(env);
  const { services, app } = portal;
  await portal.begin();
  const { db } = services;
  const people: Fixture['people'] = [];
  for (let n = 0; n < count; n++) {
    const clave = `SC${String(n).padStart(9, '0')}`;
    const { id } = await makePersona(db, { clave, nombreCompleto: `PERSONA ${n}` });
    const email = `persona${n}@correo.example`;
    const cuenta = await insertCuentaVerificada(
      db,
      { email, email_verified: true, password_hash: 'x', persona_id: id },
      { acepta: true },
    );
    const { accessToken } = await openSesion(
      services,
      db,
      { cuenta: cuenta as never, registro: false },
      { ip: '127.0.0.1', userAgent: 'bench', cookies: {} },
    );
    const respuestas = values.como === 'apunta' ? await insertApuntado(db, id) : {};
    people.push({ id, email, token: accessToken, respuestas });
  }
  const plantilla = await makePlantilla(db, { definicion: definicionDe(values.como) });
  const editions: Fixture['editions'] = [];
  for (let n = 0; n < Number(values.ediciones); n++) {
    const { id, tipo } = await makeCurso(db);
    const edicion = await makeEdicion(
      db,
      { cursoId: id, plantillaId: plantilla.id, ahora: new Date() },
      { cupo: values.como === 'espera' ? 1 : 1_000_000 },
    );
    editions.push({ idCurso: id, idPlantilla: plantilla.id, tipo, edicionId: edicion.id });
  }
  await app.listen({ port: 0, host: '127.0.0.1' });
  const yardstick = fastify();
  const pool = new pg.Pool({ connectionString: env.databaseUrl!, max: 10 });
  for (const statement of VARA.split(';')) await pool.query(statement);
  let evaluacion: string | null = null;
  for (const [name, text] of Object.entries({ inserta: INSERTA, suelo: SUELO })) {
    yardstick.post(`/${name}`, async ({ body }) => {
      const { persona, edicion, respuestas } = body as Record<string, unknown>;
      const texto = JSON.stringify(respuestas);
      await pool.query({ name, text, values: [persona, edicion, texto, evaluacion ?? texto] });
      return { ok: true };
    });
  }
  await yardstick.listen({ port: 0, host: '127.0.0.1' });
  const settle = async () => {
    const waiting = () =>
      db.selectFrom('correos').select('id').where('estado', '=', 'pendiente').limit(1).execute();
    while ((await waiting()).length > 0) await new Promise((resolve) => setTimeout(resolve, 100));
  };
  const inspector = new Session();
  process.on('message', async (message) => {
    if (message === 'perfil') {
      inspector.connect();
      await inspector.post('Profiler.enable');
      await inspector.post('Profiler.start');
    }
    if (message === 'fin del perfil') {
      const { profile } = await inspector.post('Profiler.stop');
      writeFileSync(values.perfil!, JSON.stringify(profile));
    }
    if (message === 'sin entregar') await services.mail.close();
    if (message === 'asentar') await settle();
    if (message === 'misma fila') {
      const { rows } = await pool.query(
        'select evaluacion::text as v from inscripciones order by creado_en desc limit 1',
      );
      evaluacion = rows[0].v;
    }
    if (message === 'suelo') evaluacion = null;
    if (message === 'suelo') for (const statement of VARAS.split(';')) await pool.query(statement);
    process.send?.('listo');
  });
  // Whoever measures failed.
  process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
  process.on('SIGTERM', async () => {
    await yardstick.close();
    await pool.end();
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
    process.exit(0);
  });
  const portOf = (server: { address: () => unknown }) =>
    (server.address() as { port: number }).port;
  const ports = { port: portOf(app.server), raw: portOf(yardstick.server) };
  process.send?.({ ...ports, people, editions } satisfies Fixture);
};

const say = (line: string) => process.stdout.write(`${line}\n`);
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

const post = (port: number, path: string, body: unknown, token?: string) =>
  new Promise<void>((resolve, reject) => {
    const headers = {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
    };
    const sent = request(
      { agent, host: '127.0.0.1', port, path, method: 'POST', headers },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(text)),
        );
      },
    );
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });

const median = (numbers: number[]) =>
  numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

/** Every pair of person and edition once. */
const pairs = ({ people, editions }: Fixture) => {
  let next = 0;
  return () => {
    const n = next++;
    const round = Math.floor(n / people.length);
    if (round >= editions.length) throw new Error('Nobody is left: more --personas.');
    return {
      person: people[n % people.length]!,
      edition: editions[(n + round) % editions.length]!,
    };
  };
};

const DETALLE = `select calls, round((total_exec_time + total_plan_time)::numeric, 1) as ms, toplevel,
    round((shared_blks_hit + shared_blks_read + shared_blks_dirtied)::numeric / greatest(calls, 1), 1) as paginas,
    left(regexp_replace(query, '\\s+', ' ', 'g'), 150) as texto
  from pg_stat_statements where calls > 10 order by total_exec_time desc limit 60`;

const detail = async (client: pg.Client, count: number) => {
  for (const { calls, ms, toplevel, paginas, texto } of (await client.query(DETALLE)).rows) {
    const each = ((1000 * ms) / count).toFixed(0).padStart(6);
    const times = (Number(calls) / count).toFixed(2);
    say(`  ${each} µs, ${times} ×, ${paginas} páginas ${toplevel ? '' : '(dentro) '}${texto}`);
  }
  const { rows } = await client.query(
    'select funcname, calls, self_time, total_time from pg_stat_user_functions order by total_time desc limit 30',
  );
  for (const { funcname, calls, self_time, total_time } of rows) {
    const [total, self] = [total_time, self_time].map((ms) => ((1000 * ms) / count).toFixed(0));
    say(`  ${funcname}: ${total} µs (${self} suyos), ${(calls / count).toFixed(2)} ×`);
  }
};

const run = async () => {
  const [rounds, each] = [Number(values.rondas), Number(values.cada)];
  const settings: Record<string, string> = values.detalle
    ? {
        shared_preload_libraries: 'pg_stat_statements',
        'pg_stat_statements.track': 'all',
        'pg_stat_statements.track_planning': 'on',
        track_functions: 'all',
      }
    : {};
  const postgres = await startPostgres({ settings });
  if (!postgres) throw new Error('There is no PostgreSQL on this machine.');
  const child: ChildProcess = fork(
    import.meta.filename,
    [
      ...[
        '--serve',
        '--personas',
        values.personas,
        '--como',
        values.como,
        '--ediciones',
        values.ediciones,
      ],
      ...(values.perfil ? ['--perfil', values.perfil] : []),
    ],
    { env: { ...process.env, DATABASE_URL: postgres.url }, execArgv: [] },
  );
  const fixture = await new Promise<Fixture>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Fixture));
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
  });
  type Message = 'sin entregar' | 'asentar' | 'misma fila' | 'suelo' | 'perfil' | 'fin del perfil';
  const tell = async (message: Message) => {
    const done = new Promise((resolve) => child.once('message', resolve));
    child.send(message);
    await done;
  };
  const nextSent = pairs(fixture);
  const rawly = (path: string) => {
    const next = pairs(fixture);
    return () => {
      const { person, edition } = next();
      const body = { persona: person.id, edicion: edition.edicionId, respuestas: RESPUESTAS };
      return post(fixture.raw, path, body);
    };
  };
  const raw = rawly('/inserta');
  const sending = () => {
    const { person, edition } = nextSent();
    const respuestas = { ...RESPUESTAS, correo: person.email, ...person.respuestas };
    const data = { ...edition, version: 1, respuestas };
    return post(fixture.port, '/us-central1/submitInscripcion', { data }, person.token);
  };
  const measure = async (work: () => Promise<void>, count: number, after = async () => {}) => {
    const cpu = () => [cpuOf(child.pid!), cpuOf(postgres.pid)] as const;
    const before = cpu();
    let done = 0;
    const worker = async () => {
      while (done < count) {
        done += 1;
        await work();
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    await after();
    const [node, base] = cpu().map((now, i) => (now - before[i]!) / count) as [number, number];
    return { node, base, all: node + base };
  };
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const compare = async (
    name: string,
    sending: () => Promise<void>,
    after?: () => Promise<void>,
  ) => {
    // Plans, caches and compiled code first: after some thousands V8 compiles hardly any more.
    await measure(raw, 3 * each);
    await measure(sending, 3 * each, after);
    const found: Record<'raw' | 'sent', { node: number; base: number; all: number }>[] = [];
    for (let round = 0; round < rounds; round++) {
      found.push({ raw: await measure(raw, each), sent: await measure(sending, each, after) });
    }
    const of = (which: 'raw' | 'sent', part: 'node' | 'base' | 'all') =>
      median(found.map((one) => one[which][part]));
    const times = found.map((one) => one.sent.all / one.raw.all);
    say(
      `${name}: ${of('sent', 'all').toFixed(2)} ms (servidor ${of('sent', 'node').toFixed(2)}, base ${of('sent', 'base').toFixed(2)}); ` +
        `vara ${of('raw', 'all').toFixed(2)} (${of('raw', 'node').toFixed(2)}, ${of('raw', 'base').toFixed(2)}); ` +
        `${median(times).toFixed(1)} × (de ${Math.min(...times).toFixed(1)} a ${Math.max(...times).toFixed(1)})`,
    );
  };
  if (values.entregado) {
    await compare('con su correo entregado', sending, () => tell('asentar'));
  }
  await tell('sin entregar');
  await compare('el correo en la cola', sending);
  if (values['misma-fila']) {
    await tell('misma fila');
    await compare('contra la misma fila', sending);
  }
  if (values.perfil) {
    await tell('perfil');
    await measure(sending, 4 * each);
    await tell('fin del perfil');
  }
  if (values.suelo) {
    await tell('suelo');
    await client.query('truncate vara_inscripciones cascade');
    await compare('sólo sus filas', rawly('/suelo'));
  }
  if (values.detalle) {
    await client.query('create extension pg_stat_statements');
    await client.query('select pg_stat_statements_reset(), pg_stat_reset()');
    await measure(sending, each);
    await detail(client, each);
  }
  await client.end();
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  await postgres.stop();
};

if (values.serve) {
  await serve(Number(values.personas));
} else {
  await run();
  process.exit(0);
}
