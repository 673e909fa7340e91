/**
 * kill -9 of a server on the embedded database while it makes the copy of somebody's data, and while it looks for files
 * that look alike: the one that starts after it takes the work up again, and it ends once, as if nothing had happened.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Trabajo } from '../../src/features/trabajos/contract.ts';
import { openDatabase } from '../../src/platform/server/db/index.ts';
import { freePort, launch, ready } from '../launch.ts';
import { readZip } from '../zip.ts';
import { demoClient } from './demo.ts';
import { LONG } from './long.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'portal-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const PASSWORD = 'Portal-Demo-2026';
/** Rows that make a copy, and people who make a search, long enough to be killed in it on any machine. */
const ROWS = 60_000;
const PEOPLE = 6_000;

it.runIf(LONG)('is taken up again and ends once', { timeout: 900_000 }, async () => {
  const port = await freePort();
  const { base, signInAs, resultOf } = demoClient(port);
  const serve = async () => {
    const server = launch({ DATA_DIR: dataDir, PORT: String(port) }, 'scripts/start.ts');
    await ready(port);
    return server;
  };
  const within = async <T>(
    work: (exec: (sql: string) => Promise<Record<string, any>[]>) => Promise<T>,
  ): Promise<T> => {
    const database = await openDatabase({ databaseUrl: null, dataDir, poolSize: 1 });
    try {
      return await work(async (sql) => (await database.execute(sql)).rows as never);
    } finally {
      await database.close();
    }
  };
  const stop = async (server: ReturnType<typeof launch>, signal: NodeJS.Signals) => {
    server.child.kill(signal);
    await server.exit;
  };
  await stop(await serve(), 'SIGTERM');
  await within(async (exec) => {
    await exec(`insert into intentos_fallidos (uid, dia, motivo, direccion, dispositivo, veces, primera, ultima)
      select uid, current_date, 'contrasena', '10.0.' || n / 250 || '.' || n % 250, 'Navegador ' || n, 1, now(), now()
      from cuentas, generate_series(1, ${ROWS}) n where email = 'persona@demo.example'`);
    await exec(`insert into personas_todas (clave, nombre, apellido_paterno, apellido_materno, nombre_completo,
        fecha_nacimiento, correo_conocido)
      select 'SC-K' || n, 'NOMBRE' || n % 3000, 'PATERNO' || n % 3000, 'MATERNO' || n % 3000,
        'NOMBRE' || n % 3000 || ' PATERNO' || n % 3000 || ' MATERNO' || n % 3000, date '1970-01-01' + (n % 3000),
        'k' || n % 3000 || '@correo.example'
      from generate_series(1, ${PEOPLE}) n`);
  });

  let server = await serve();
  const call = (token: string, name: string, data: unknown) => resultOf(name, data, token);
  const trabajoOf = async (token: string, id: string): Promise<Trabajo> =>
    (await call(token, 'listTrabajos', {})).trabajos.find((one: Trabajo) => one.id === id);
  /** Kills the server once the work has said that it has begun, and waits for what the next one makes of it. */
  const killIn = async (token: string, id: string): Promise<Trabajo> => {
    for (;;) {
      const { mensaje, estado, terminadoEn } = await trabajoOf(token, id);
      expect(terminadoEn, 'it ended before it could be killed').toBeNull();
      if (estado === 'enCurso' && mensaje) break;
    }
    await stop(server, 'SIGKILL');
    server = await serve();
    for (;;) {
      const trabajo = await trabajoOf(token, id);
      if (trabajo.terminadoEn) return trabajo;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };

  const persona = await signInAs('persona@demo.example');
  const before = (await call(persona, 'listCopiasDatos', {})).copias.length;
  const { trabajo: copia } = await call(persona, 'requestCopiaDatos', {});
  expect(await killIn(persona, copia)).toMatchObject({ estado: 'terminado' });
  const { copias } = await call(persona, 'listCopiasDatos', {});
  expect(copias).toHaveLength(before + 1);
  const { url } = await call(persona, 'createDescargaCopia', {
    id: copias[0].id,
    password: PASSWORD,
  });
  const answer = await fetch(`${base}${url}`, { headers: { authorization: `Bearer ${persona}` } });
  const path = join(dataDir, 'copia.zip');
  await writeFile(path, Buffer.from(await answer.arrayBuffer()));
  const tried = JSON.parse((await readZip(path)).get('datos/intentos-fallidos.json') ?? '[]');
  expect(tried).toHaveLength(ROWS);

  const admin = await signInAs('admin@demo.example');
  const { trabajo: busqueda } = await call(admin, 'startBusquedaDuplicados', null);
  const { cifras } = await killIn(admin, busqueda);
  // Nobody interrupts the second one: it finds the same.
  const { trabajo: again } = await call(admin, 'startBusquedaDuplicados', null);
  let ended = await trabajoOf(admin, again);
  while (!ended.terminadoEn) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    ended = await trabajoOf(admin, again);
  }
  expect(cifras).toEqual(ended.cifras);
  expect(cifras?.parejas).toBeGreaterThanOrEqual(PEOPLE / 2);
  await stop(server, 'SIGTERM');

  await within(async (exec) => {
    const [told] = await exec(
      "select count(*)::int as n from correos where asunto = 'La copia de sus datos está lista'",
    );
    expect(told!.n).toBe(1);
    const made = await exec(
      "select accion, count(*)::int as n from historial where accion in ('copia.pedir', 'duplicado.buscar') group by 1 order by 1",
    );
    expect(made).toEqual([
      { accion: 'copia.pedir', n: 1 },
      { accion: 'duplicado.buscar', n: 2 },
    ]);
    // No pair twice, whichever way round.
    const twice = await exec(`select 1 from duplicados group by least(persona_id, otra_persona_id),
      greatest(persona_id, otra_persona_id) having count(*) > 1`);
    expect(twice).toEqual([]);
  });
});
