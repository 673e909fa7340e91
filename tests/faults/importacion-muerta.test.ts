/**
 * kill -9 of a server on the embedded database in every phase of an import that adds and changes: whoever
 * looks, before, between and after, sees none of it or all of it; in the end all, with its history, once.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import type { Trabajo } from '../../src/features/trabajos/contract.ts';
import { openDatabase } from '../../src/platform/server/db/index.ts';
import { openHistorial } from '../../src/platform/server/historial/signing.ts';
import { openSecrets } from '../../src/platform/server/secrets.ts';
import { verifyNow } from '../historial.ts';
import { freePort, launch, ready } from '../launch.ts';
import { demoClient } from './demo.ts';
import { LONG } from './long.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'portal-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const OLD = 300;
const ALL = 4_000;
const PHASES = [/^Revisando/, /^Preparando/, /^Anotando/] as const;

it.runIf(LONG)(
  'is all or nothing whenever its server is killed',
  { timeout: 400_000 },
  async () => {
    const port = await freePort();
    const serve = async () => {
      const server = launch({ DATA_DIR: dataDir, PORT: String(port) }, 'scripts/start.ts');
      await ready(port);
      return server;
    };
    let server = await serve();
    const { base, signInAs, resultOf } = demoClient(port);
    const token = await signInAs('admin@demo.example');
    const call = (name: string, data: unknown) => resultOf(name, data, token);
    const importItems = async (count: number, nombre: string): Promise<string> => {
      const rows = Array.from({ length: count }, (_, i) => `I${i},${nombre} ${i},Otras`);
      const hoja = 'catalogo-instituciones';
      const response = await fetch(`${base}/api/importaciones?hoja=${hoja}&nombre=lista.csv`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body: ['Clave,Nombre,Grupo', ...rows].join('\n'),
      });
      const { archivo, correspondencia } = (
        (await response.json()) as { result: { archivo: string; correspondencia: object } }
      ).result;
      return (await call('startImportacion', { hoja, archivo, correspondencia })).trabajo;
    };
    const trabajoOf = async (id: string): Promise<Trabajo> =>
      (await call('listTrabajos', {})).trabajos.find((one: Trabajo) => one.id === id);
    const ended = async (id: string) => {
      for (;;) {
        const trabajo = await trabajoOf(id);
        if (trabajo.terminadoEn) return trabajo;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    const total = async (busqueda: string): Promise<number> =>
      (
        await call('listItemsCatalogo', {
          catalogo: 'instituciones',
          estado: 'todos',
          busqueda,
          porPagina: 1,
        })
      ).total;

    await ended(await importItems(OLD, 'Vieja'));
    const others = (await total('')) - OLD;
    const id = await importItems(ALL, 'Nueva');

    const seen = new Set<string>();
    const look = async () => {
      // Old names, all, old names again: what changes in between shows.
      const [first, all, last] = [await total('vieja'), await total(''), await total('vieja')];
      if (first === last) seen.add(`${all - others} de las que ${first} son viejas`);
    };
    // One look at a time, beside the polls of the job: a phase may be shorter than a look. A look dies with its server.
    let isLooking = false;
    const lookBeside = async () => {
      if (isLooking) return;
      isLooking = true;
      await look().catch(() => {});
      isLooking = false;
    };
    const killed: RegExp[] = [];
    for (const phase of PHASES) {
      for (;;) {
        const { mensaje, terminadoEn } = await trabajoOf(id);
        if (terminadoEn) break;
        if (phase.test(mensaje ?? '')) {
          server.child.kill('SIGKILL');
          await server.exit;
          killed.push(phase);
          server = await serve();
          break;
        }
        void lookBeside();
      }
    }
    const trabajo = await ended(id);
    await look();
    expect(trabajo).toMatchObject({ estado: 'terminado', mensaje: 'Se importaron 4,000 filas.' });
    expect(killed).toEqual(PHASES);
    expect([...seen].sort()).toEqual([
      `${OLD} de las que ${OLD} son viejas`,
      `${ALL} de las que 0 son viejas`,
    ]);
    server.child.kill('SIGTERM');
    await server.exit;

    const database = await openDatabase({ databaseUrl: null, dataDir, poolSize: 1 });
    const { rows } = await database.execute(
      `select accion, count(*)::int as n, count(distinct entidad_id)::int as distintos from historial
     where motivo = 'Importación' and (despues->>'nombre') like 'Nueva%' group by 1 order by 1`,
    );
    expect(rows).toEqual([
      { accion: 'catalogo.agregar', n: ALL - OLD, distintos: ALL - OLD },
      { accion: 'catalogo.editar', n: OLD, distintos: OLD },
    ]);
    openHistorial(database.db, openSecrets({ dataDir, secretKey: null } as never));
    expect(await verifyNow(database.db)).toMatchObject({ integro: true });
    await database.close();
  },
);
