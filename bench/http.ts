/**
 * CPU per request (server + PostgreSQL, fsync on) of what is done most, and how many times that is of a raw
 * figure of the same run: a bare fastify with the same database that answers one row by its key, or a page
 * of rows, or inserts a row with the constraints of an inscripción, or compares a password with its hash.
 *
 *   npm run bench                 PostgreSQL (a throwaway one) and the embedded database
 *   npm run bench -- --only pglite|postgres --people 2000 --case getPersona
 *
 * A case is measured after the raw figure it is compared with, in the same seconds. With `--rounds 7` what may be asked
 * again is measured in turns with its raw figure, and the median of each is told: on a machine that others use, too.
 *
 * What the server and the database do by themselves (12 ms a second) is in all figures, raw ones too.
 *
 * Requests are sent by this process, 16 at a time, over kept connections; the server is another
 * one. The embedded database's CPU is the server's own.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import fastify from 'fastify';
import pg from 'pg';
import { startPostgres } from '../scripts/throwaway-postgres.ts';
import { openSesion } from '../src/features/identidad/sesiones/server/service.ts';
import type { Db } from '../src/platform/server/db/index.ts';
import { readEnv } from '../src/platform/server/env.ts';
import { recordCambio } from '../src/platform/server/historial/index.ts';
import { hashPassword, verifyPassword } from '../src/platform/server/passwords.ts';
import { actAsSystem } from '../src/platform/server/request-context.ts';
import { createPortal } from '../src/server.ts';
import { insertCuentaVerificada } from '../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../tests/factories/cursos.ts';
import { makePersona } from '../tests/factories/personas.ts';
import { makePlantilla, RESPUESTAS } from '../tests/factories/plantillas.ts';
import { cpuOf } from './cpu.ts';

const { values } = parseArgs({
  options: {
    serve: { type: 'string' },
    only: { type: 'string' },
    case: { type: 'string' },
    people: { type: 'string', default: '2000' },
    rounds: { type: 'string', default: '1' },
  },
});

const AT_ONCE = 16;
const EDITIONS = 20;
/** Who ask for their verification mail; from one address 900 an hour may. */
const NEWCOMERS = 800;
/** Rows of the history. */
const HISTORY = 2000;
const PASSWORD = 'Tren-Nube-Lago-2026';

type Fixture = {
  port: number;
  raw: number;
  people: { id: string; clave: string; email: string; token: string }[];
  /** Of an account that keeps the portal. */
  admin: string;
  /** Tokens of accounts that have not verified their address. */
  newcomers: string[];
  editions: Record<'idCurso' | 'idPlantilla' | 'tipo' | 'edicionId', string>[];
};

/** The raw figures, as the portal's own tables allow them. */
const RAW = {
  fila: 'select clave, nombre_completo from personas where clave = $1',
  lista: `select uid, email, display_name, role, email_verified, disabled, creado_en, ultimo_ingreso_en
    from cuentas order by creado_en desc, uid limit 50`,
  inserta: `insert into vara_inscripciones
      (persona_id, edicion_id, plantilla_version_id, estado, respuestas, evaluacion, enviada_en)
    select $1, $2, v.id, 'inscrita', $3, $4, now() from plantilla_versiones v limit 1`,
} as const;

/** A table with all that an inscripción's has, but its triggers. */
const VARA = `
  create table vara_inscripciones (like inscripciones including all);
  alter table vara_inscripciones
    add foreign key (persona_id) references personas_todas, add foreign key (edicion_id) references ediciones,
    add foreign key (plantilla_version_id) references plantilla_versiones`;

/** What a school's history is like: entrances, changes of accounts, readings of files. */
const seedHistorial = async (db: Db, people: Fixture['people']): Promise<void> => {
  for (let n = 0; n < HISTORY; n++) {
    const { id } = people[n % people.length]!;
    const { uid } = await db
      .selectFrom('cuentas')
      .select('uid')
      .where('persona_id', '=', id)
      .executeTakeFirstOrThrow();
    await db.transaction().execute(async (trx) => {
      if (n % 3 === 0) await recordCambio(trx, 'sesion.abrir', { id: randomUUID(), actorUid: uid });
      else if (n % 3 === 1) await recordCambio(trx, 'persona.leer', { id, actorUid: uid });
      else {
        const despues = { campos: ['displayName'] };
        await recordCambio(trx, 'cuenta.editar', {
          id: uid,
          personaId: id,
          actorUid: uid,
          despues,
        });
      }
    });
  }
};

/** The server's process: people with a session each, editions with seats for all. */
const serve = async (count: number) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'));
  const env = readEnv({ ...process.env, DEMO: '1', LOG_LEVEL: 'warn', DATA_DIR: dataDir });
  const portal = await createPortal(env);
  const { services, app } = portal;
  await portal.begin();
  const { db } = services;
  const password_hash = await hashPassword(PASSWORD);
  const people: Fixture['people'] = [];
  const sessionOf = async (
    email: string,
    personaId: string | null,
    role: 'Admin' | null = null,
  ): Promise<string> => {
    const verified = personaId !== null || role !== null;
    const cuenta = await insertCuentaVerificada(
      db,
      { email, email_verified: verified, password_hash, persona_id: personaId, role },
      { acepta: verified },
    );
    const { accessToken } = await openSesion(
      services,
      db,
      { cuenta: cuenta as never, registro: false },
      { ip: '127.0.0.1', userAgent: 'bench', cookies: {} },
    );
    return accessToken;
  };
  for (let n = 0; n < count; n++) {
    const persona = await makePersona(db, {
      clave: `SC${String(n).padStart(9, '0')}`,
      nombreCompleto: `PERSONA ${n}`,
    });
    const email = `persona${n}@correo.example`;
    people.push({
      id: persona.id,
      clave: persona.clave,
      email,
      token: await sessionOf(email, persona.id),
    });
  }
  const newcomers: string[] = [];
  for (let n = 0; n < Math.min(count, NEWCOMERS); n++) {
    newcomers.push(await sessionOf(`nueva${n}@correo.example`, null));
  }
  const admin = await sessionOf('administra@correo.example', null, 'Admin');
  const plantilla = await makePlantilla(db);
  const editions: Fixture['editions'] = [];
  for (let n = 0; n < EDITIONS; n++) {
    const curso = await makeCurso(db);
    const edicion = await makeEdicion(
      db,
      { cursoId: curso.id, plantillaId: plantilla.id, ahora: new Date() },
      { cupo: 1_000_000 },
    );
    editions.push({
      idCurso: curso.id,
      idPlantilla: plantilla.id,
      tipo: curso.tipo,
      edicionId: edicion.id,
    });
  }
  await actAsSystem(() => seedHistorial(db, people));
  await services.database.execute('analyze');
  const portOf = (server: { address: () => unknown }) =>
    (server.address() as { port: number }).port;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const yardstick = fastify();
  const pool = env.databaseUrl ? new pg.Pool({ connectionString: env.databaseUrl, max: 10 }) : null;
  const ask = async (name: keyof typeof RAW, values: unknown[]) =>
    pool
      ? (await pool.query({ name, text: RAW[name], values })).rows
      : (await services.database.execute(RAW[name], values)).rows;
  for (const statement of VARA.split(';')) await services.database.execute(statement);
  yardstick.get<{ Params: { clave: string } }>('/fila/:clave', async ({ params }) => {
    const [row] = await ask('fila', [params.clave]);
    return row;
  });
  yardstick.get('/lista', () => ask('lista', []));
  yardstick.post('/inserta', async ({ body }) => {
    const { persona, edicion, respuestas } = body as Record<string, unknown>;
    const texto = JSON.stringify(respuestas);
    await ask('inserta', [persona, edicion, texto, texto]);
    return { ok: true };
  });
  yardstick.post('/compara', async ({ body }) => {
    const { password } = body as { password: string };
    return { ok: await verifyPassword(password_hash, password) };
  });
  await yardstick.listen({ port: 0, host: '127.0.0.1' });
  let delivers = true;
  process.on('message', async (message) => {
    // From here on mails are written and wait.
    if (message === 'sin entregar') {
      delivers = false;
      await services.mail.close();
    } else if (delivers) await settle();
    process.send?.('settled');
  });
  const settle = async () => {
    const waiting = () =>
      db.selectFrom('correos').select('id').where('estado', '=', 'pendiente').limit(1).execute();
    while ((await waiting()).length > 0) await new Promise((resolve) => setTimeout(resolve, 100));
  };
  process.on('SIGTERM', async () => {
    await yardstick.close();
    await pool?.end();
    await portal.stop();
    rmSync(dataDir, { recursive: true, force: true });
    process.exit(0);
  });
  process.send?.({
    port: portOf(app.server),
    raw: portOf(yardstick.server),
    people,
    admin,
    newcomers,
    editions,
  });
};

const say = (line: string) => process.stdout.write(`${line}\n`);

const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });

const send = (port: number, path: string, body?: { data: unknown; token?: string; bare?: true }) =>
  new Promise<{ status: number; text: string }>((resolve, reject) => {
    const sent = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        path,
        method: body ? 'POST' : 'GET',
        headers: body
          ? {
              'content-type': 'application/json',
              ...(body.token && { authorization: `Bearer ${body.token}` }),
            }
          : {},
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8');
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      },
    );
    sent.on('error', reject);
    sent.end(body && JSON.stringify(body.bare ? body.data : { data: body.data }));
  });

/** Milliseconds of CPU a request (of them the database's), how long all took, how long each, and what was refused. */
type Measure = {
  cost: number;
  base: number;
  seconds: number;
  times: number[];
  failed: Map<string, number>;
};

const median = (of: readonly number[]): number => of.toSorted((a, b) => a - b)[of.length >> 1]!;

type Case = {
  name: string;
  count: number;
  /** The raw figure it is compared with. None: it is one. */
  vara?: string;
  /** Nothing is warmed up. */
  once?: true;
  /** It cannot be done twice by the same. */
  unrepeatable?: true;
  /** Sent to the server's process before. */
  before?: 'sin entregar';
  send: (fixture: Fixture, n: number) => ReturnType<typeof send>;
};

const FILA = 'vara: una fila por su clave';
const LISTA = 'vara: cincuenta filas';
const INSERTA = 'vara: insertar con restricciones';
const COMPARA = 'vara: comparar una contraseña';

/** Attempts to enter from one address that are answered within its limit. */
const SIGN_INS = 300;

const cases = (people: number): Case[] => {
  const many = Math.min(4 * people, 4000);
  const half = Math.floor(people / 2);
  const bare = (data: unknown) => ({ data, bare: true as const });
  const calling =
    (tokenOf: (fixture: Fixture, n: number) => string) =>
    (name: string, data: (fixture: Fixture, n: number) => unknown): Case['send'] =>
    (fixture, n) =>
      send(fixture.port, `/us-central1/${name}`, {
        data: data(fixture, n),
        token: tokenOf(fixture, n),
      });
  const person = ({ people: all }: Fixture, n: number) => all[n % all.length]!;
  const call = calling((fixture, n) => person(fixture, n).token);
  const asAdmin = calling(({ admin }) => admin);
  const submit = call('submitInscripcion', (fixture, n) => ({
    ...fixture.editions[n % EDITIONS],
    version: 1,
    respuestas: { ...RESPUESTAS, correo: person(fixture, n).email },
  }));
  const acuses: { folio: string; clave: string }[] = [];
  const enroll: Case['send'] = async (fixture, n) => {
    const answer = await submit(fixture, n);
    if (answer.status === 200) acuses.push(JSON.parse(answer.text).result);
    return answer;
  };
  const acuseAt = (n: number) => acuses[n % acuses.length]!;
  return [
    {
      name: FILA,
      count: many,
      send: (fixture, n) => send(fixture.raw, `/fila/${person(fixture, n).clave}`),
    },
    {
      name: 'sesión propia (getSesion)',
      vara: FILA,
      count: many,
      send: call('getSesion', () => null),
    },
    {
      name: 'expediente propio (getPersona)',
      vara: FILA,
      count: many,
      send: call('getPersona', (fixture, n) => ({ clave: person(fixture, n).clave })),
    },
    {
      name: 'oferta (listOfertas)',
      vara: FILA,
      count: many,
      send: call('listOfertas', () => ({})),
    },
    {
      name: 'formulario (getInscripcion)',
      vara: FILA,
      count: many,
      send: call('getInscripcion', ({ editions }, n) => editions[n % EDITIONS]),
    },
    { name: LISTA, count: 2000, send: ({ raw }) => send(raw, '/lista') },
    {
      name: 'cuentas, 50 filas (listUsuarios)',
      vara: LISTA,
      count: 1000,
      send: asAdmin('listUsuarios', () => ({})),
    },
    {
      name: 'cuentas que se buscan (listUsuarios)',
      vara: LISTA,
      count: 1000,
      send: asAdmin('listUsuarios', (_, n) => ({ busqueda: `persona ${n % 10}` })),
    },
    {
      name: 'historial, 50 filas (listHistorial)',
      vara: LISTA,
      count: 1000,
      send: asAdmin('listHistorial', () => ({})),
    },
    {
      name: COMPARA,
      count: 2 * SIGN_INS,
      send: ({ raw }) => send(raw, '/compara', bare({ password: PASSWORD })),
    },
    {
      name: 'ingresar (signIn)',
      vara: COMPARA,
      once: true,
      count: Math.min(people, SIGN_INS),
      send: (fixture, n) =>
        send(fixture.port, '/us-central1/signIn', {
          data: { email: person(fixture, n).email, password: PASSWORD },
        }),
    },
    {
      name: INSERTA,
      once: true,
      count: people,
      send: (fixture, n) =>
        send(
          fixture.raw,
          '/inserta',
          bare({
            persona: person(fixture, n).id,
            edicion: fixture.editions[n % EDITIONS]!.edicionId,
            respuestas: RESPUESTAS,
          }),
        ),
    },
    {
      name: 'registro: correo de verificación',
      vara: INSERTA,
      once: true,
      unrepeatable: true,
      count: Math.min(people, NEWCOMERS),
      send: ({ port, newcomers }, n) =>
        send(
          port,
          '/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=k',
          bare({ requestType: 'VERIFY_EMAIL', idToken: newcomers[n] }),
        ),
    },
    {
      name: 'inscribirse, con su correo entregado',
      vara: INSERTA,
      once: true,
      unrepeatable: true,
      count: half,
      send: enroll,
    },
    {
      name: 'inscribirse, el correo en la cola',
      vara: INSERTA,
      once: true,
      unrepeatable: true,
      before: 'sin entregar',
      count: people - half,
      send: (fixture, n) => enroll(fixture, half + n),
    },
    {
      name: 'validar un folio (página de /acuse)',
      vara: FILA,
      count: 1000,
      send: ({ port }, n) =>
        send(port, `/acuse?folio=${acuseAt(n).folio}&clave=${acuseAt(n).clave}`),
    },
    {
      name: 'acuse en PDF, etiquetado',
      once: true,
      count: 60,
      send: ({ port }, n) => send(port, `/acuse/${acuseAt(n).folio}.pdf?clave=${acuseAt(n).clave}`),
    },
  ];
};

const run = async (kind: 'postgres' | 'pglite', people: number) => {
  const server = kind === 'postgres' ? await startPostgres() : null;
  if (kind === 'postgres' && !server) throw new Error('There is no PostgreSQL on this machine.');
  const child: ChildProcess = fork(import.meta.filename, ['--serve', String(people)], {
    env: { ...process.env, ...(server && { DATABASE_URL: server.url }) },
  });
  const fixture = await new Promise<Fixture>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Fixture));
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}`)));
  });
  const cpu = () => [cpuOf(child.pid!), server ? cpuOf(server.pid) : 0] as const;
  say(`\n${kind === 'postgres' ? 'PostgreSQL' : 'Base embebida'}, ${people} personas`);
  const tell = async (message: 'asentar' | 'sin entregar') => {
    const done = new Promise((resolve) => child.once('message', resolve));
    child.send(message);
    await done;
  };
  const costs = new Map<string, number>();
  const all = cases(people);
  const wanted = all.filter(({ name }) => !values.case || name.includes(values.case));
  const varas = new Set(wanted.map(({ vara }) => vara));
  const measure = async ({ count, send: ask }: Case): Promise<Measure> => {
    const used = cpu();
    const started = performance.now();
    const times: number[] = [];
    const failed = new Map<string, number>();
    let next = 0;
    const worker = async () => {
      while (next < count) {
        const n = next++;
        const at = performance.now();
        const { status, text } = await ask(fixture, n);
        times.push(performance.now() - at);
        if (status !== 200) failed.set(text, (failed.get(text) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const seconds = (performance.now() - started) / 1000;
    // Work put off (the mails of enrolments) belongs to what was asked; the wait costs next to nothing.
    await tell('asentar');
    const [node, base] = cpu().map((now, i) => (now - used[i]!) / count) as [number, number];
    times.sort((a, b) => a - b);
    return { cost: node + base, base, seconds, times, failed };
  };
  const rounds = Number(values.rounds);
  for (const one of all) {
    const { name, vara, count, once, before } = one;
    if (!varas.has(name) && !wanted.some((other) => other.name === name)) continue;
    if (before) await tell(before);
    // What the first ones cost (plans, caches, compiled code) is not what the rest cost.
    if (!once) for (let n = 0; n < 300; n++) await one.send(fixture, n);
    const measures = [await measure(one)];
    const yardstick = all.find((other) => other.name === vara);
    const raws = [costs.get(vara ?? '') ?? 0];
    for (let round = 1; yardstick && !one.unrepeatable && round < rounds; round++) {
      raws.push((await measure(yardstick)).cost);
      measures.push(await measure(one));
    }
    const { base, seconds, times, failed } = measures.at(-1)!;
    const cost = median(measures.map((measured) => measured.cost));
    const raw = median(raws);
    costs.set(name, cost);
    const ratio = raw
      ? ` = ${(cost / raw).toFixed(1)} × (${raw.toFixed(2)} y ${(cost - raw).toFixed(2)} más)`
      : '';
    const at = (share: number) => times[Math.floor(times.length * share)]!.toFixed(1);
    say(
      `  ${name.padEnd(37)} ${cost.toFixed(2)} ms de CPU (base ${base.toFixed(2)})${ratio} · ${Math.round(count / seconds)} por segundo · p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
    );
    for (const [text, times] of failed) say(`    ${times} × ${text.slice(0, 200)}`);
  }
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  await server?.stop();
};

if (values.serve) {
  await serve(Number(values.serve));
} else {
  for (const kind of ['postgres', 'pglite'] as const) {
    if (!values.only || values.only === kind) await run(kind, Number(values.people));
  }
  process.exit(0);
}
