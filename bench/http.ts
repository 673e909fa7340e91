/**
 * CPU per request (server + PostgreSQL, fsync on) of what is done most, beside a raw yardstick: a
 * bare fastify answering one row by its key, measured in the same run. Goals: performance.md.
 *
 *   npm run bench                 PostgreSQL (a throwaway one) and the embedded database
 *   npm run bench -- --only pglite|postgres --people 2000 --case getPersona
 *
 * Requests are sent by this process, 16 at a time, over kept connections; the server is another
 * one. The embedded database's CPU is the server's own.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import fastify from 'fastify';
import pg from 'pg';
import { startPostgres } from '../scripts/throwaway-postgres.ts';
import { openSesion } from '../src/features/identidad/sesiones/server/service.ts';
import { readEnv } from '../src/platform/server/env.ts';
import { hashPassword } from '../src/platform/server/passwords.ts';
import { createPortal } from '../src/server.ts';
import { insertCuentaVerificada } from '../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../tests/factories/cursos.ts';
import { makePersona } from '../tests/factories/personas.ts';
import { makePlantilla, RESPUESTAS } from '../tests/factories/plantillas.ts';

const { values } = parseArgs({
  options: {
    serve: { type: 'string' },
    only: { type: 'string' },
    case: { type: 'string' },
    people: { type: 'string', default: '2000' },
  },
});

const AT_ONCE = 16;
const EDITIONS = 20;
/** Who ask for their verification mail; from one address 900 an hour may. */
const NEWCOMERS = 800;
const PASSWORD = 'Tren-Nube-Lago-2026';

type Fixture = {
  port: number;
  raw: number;
  people: { clave: string; email: string; token: string }[];
  /** Tokens of accounts that have not verified their address. */
  newcomers: string[];
  editions: Record<'idCurso' | 'idPlantilla' | 'tipo' | 'edicionId', string>[];
};

/** The server's process: people with a session each, editions with seats for all. */
const serve = async (count: number) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-bench-'));
  const env = readEnv({ ...process.env, DEMO: '1', LOG_LEVEL: 'warn', DATA_DIR: dataDir });
  const portal = await createPortal(env, { siteDir: null });
  const { services, app } = portal;
  await portal.begin();
  const { db } = services;
  const password_hash = await hashPassword(PASSWORD);
  const people: Fixture['people'] = [];
  const sessionOf = async (email: string, personaId: string | null): Promise<string> => {
    const verified = personaId !== null;
    const cuenta = await insertCuentaVerificada(
      db,
      { email, email_verified: verified, password_hash, persona_id: personaId },
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
    people.push({ clave: persona.clave, email, token: await sessionOf(email, persona.id) });
  }
  const newcomers: string[] = [];
  for (let n = 0; n < Math.min(count, NEWCOMERS); n++) {
    newcomers.push(await sessionOf(`nueva${n}@correo.example`, null));
  }
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
  const portOf = (server: { address: () => unknown }) =>
    (server.address() as { port: number }).port;
  await app.listen({ port: 0, host: '127.0.0.1' });
  const yardstick = fastify();
  const pool = env.databaseUrl ? new pg.Pool({ connectionString: env.databaseUrl, max: 10 }) : null;
  const text = 'select clave, nombre_completo from personas where clave = $1';
  yardstick.get<{ Params: { clave: string } }>('/:clave', async ({ params }) => {
    const values = [params.clave];
    const { rows } = pool
      ? await pool.query({ name: 'raw', text, values })
      : await services.database.execute(text, values);
    return rows[0];
  });
  await yardstick.listen({ port: 0, host: '127.0.0.1' });
  process.on('message', async () => {
    const waiting = () =>
      db.selectFrom('correos').select('id').where('estado', '=', 'pendiente').limit(1).execute();
    while ((await waiting()).length > 0) await new Promise((resolve) => setTimeout(resolve, 100));
    process.send?.('settled');
  });
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
    newcomers,
    editions,
  });
};

/** CPU milliseconds that a process, and its children dead or alive, have used. */
const cpuOf = (pid: number): number => {
  const parts = (id: string) => {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  };
  let ticks = 0;
  for (const id of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = parts(id);
      if (Number(id) === pid) {
        ticks += Number(stat[11]) + Number(stat[12]) + Number(stat[13]) + Number(stat[14]);
      } else if (Number(stat[1]) === pid) {
        ticks += Number(stat[11]) + Number(stat[12]);
      }
    } catch {
      // It ended meanwhile.
    }
  }
  return ticks * 10;
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

type Case = {
  name: string;
  count: number;
  once: (fixture: Fixture, n: number) => ReturnType<typeof send>;
};

const cases = (people: number): Case[] => {
  const call =
    (name: string, data: (fixture: Fixture, n: number) => unknown): Case['once'] =>
    (fixture, n) => {
      const person = fixture.people[n % fixture.people.length]!;
      return send(fixture.port, `/us-central1/${name}`, {
        data: data(fixture, n),
        token: person.token,
      });
    };
  const many = Math.min(4 * people, 4000);
  return [
    {
      name: 'vara: una fila por su clave',
      count: many,
      once: ({ raw, people: all }, n) => send(raw, `/${all[n % all.length]!.clave}`),
    },
    {
      name: 'expediente propio (getPersona)',
      count: many,
      once: call('getPersona', ({ people: all }, n) => ({ curp: all[n % all.length]!.clave })),
    },
    { name: 'oferta (listOfertas)', count: many, once: call('listOfertas', () => ({})) },
    {
      name: 'formulario (getInscripcion)',
      count: many,
      once: call('getInscripcion', ({ editions }, n) => editions[n % EDITIONS]),
    },
    {
      name: 'registro: correo de verificación',
      count: Math.min(people, NEWCOMERS),
      once: ({ port, newcomers }, n) =>
        send(port, '/identitytoolkit.googleapis.com/v1/accounts:sendOobCode?key=k', {
          bare: true,
          data: { requestType: 'VERIFY_EMAIL', idToken: newcomers[n] },
        }),
    },
    {
      name: 'inscribirse (submitInscripcion)',
      count: people,
      once: call('submitInscripcion', ({ editions, people: who }, n) => ({
        ...editions[n % EDITIONS],
        version: 1,
        respuestas: { ...RESPUESTAS, correo: who[n % who.length]!.email },
      })),
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
  for (const { name, count, once } of cases(people)) {
    if (values.case && !name.includes(values.case)) continue;
    // What the first ones cost (plans, caches, compiled code) is not what the rest cost.
    const warm = /^(inscribirse|registro)/.test(name) ? 0 : 300;
    for (let n = 0; n < warm; n++) await once(fixture, n);
    const before = cpu();
    const started = performance.now();
    const times: number[] = [];
    const failed = new Map<string, number>();
    let next = 0;
    const worker = async () => {
      while (next < count) {
        const n = next++;
        const at = performance.now();
        const { status, text } = await once(fixture, n);
        times.push(performance.now() - at);
        if (status !== 200) failed.set(text, (failed.get(text) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    const seconds = (performance.now() - started) / 1000;
    // Work put off (the mails of enrolments) belongs to what was asked; the wait costs next to nothing.
    const settled = new Promise((resolve) => child.once('message', resolve));
    child.send('settle');
    await settled;
    const [node, base] = cpu().map((used, i) => (used - before[i]!) / count) as [number, number];
    times.sort((a, b) => a - b);
    const at = (share: number) => times[Math.floor(times.length * share)]!.toFixed(1);
    say(
      `  ${name.padEnd(34)} ${(node + base).toFixed(2)} ms de CPU (base ${base.toFixed(2)}) · ${Math.round(count / seconds)} por segundo · p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`,
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
