/** A job of 1,000 items whose process is killed: each is done exactly once, as seen from outside. */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../src/platform/server/db/index.ts';
import { makeFolder } from './database.ts';
import { endOf } from './launch.ts';

const ROOT = join(import.meta.dirname, '..');
const ITEMS = 1_000;
const dataDir = mkdtempSync(join(tmpdir(), 'portal-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const SERVER = process.env.TEST_DATABASE_URL;
const own = async (): Promise<{ url: string; drop: () => Promise<void> } | null> => {
  if (!SERVER) return null;
  const name = `t_${randomUUID().replaceAll('-', '')}`;
  const admin = async (sql: string) => {
    const client = new pg.Client({ connectionString: SERVER });
    await client.connect();
    await client.query(sql);
    await client.end();
  };
  await admin(`create database ${name}`);
  const url = new URL(SERVER);
  url.pathname = `/${name}`;
  return { url: url.href, drop: () => admin(`drop database ${name} with (force)`) };
};

type State = { estado?: string; avance?: number; efectos: number };

const launch = (url: string | undefined, ...args: string[]) => {
  const child: ChildProcessWithoutNullStreams = spawn(
    process.execPath,
    ['tests/fixtures/thousand-items.ts', dataDir, ...args],
    { cwd: ROOT, env: { PATH: process.env.PATH, ...(url && { DATABASE_URL: url }) } },
  );
  let errors = '';
  child.stderr.on('data', (chunk) => (errors += chunk));
  let buffer = '';
  const waiting = new Set<(state: State) => void>();
  child.stdout.on('data', (chunk) => {
    buffer += chunk;
    const lines = buffer.split('\n');
    buffer = lines.pop() ?? '';
    for (const line of lines.filter((text) => text.startsWith('{'))) {
      for (const tell of waiting) tell(JSON.parse(line));
    }
  });
  const exit = endOf(child);
  const until = (test: (state: State) => boolean) =>
    new Promise<State>((resolve, reject) => {
      waiting.add((state) => test(state) && resolve(state));
      exit.then(() => reject(new Error(`the process ended: ${errors}`)));
    });
  return { child, exit, until };
};

it('does each of 1,000 items once although its process is killed midway', async () => {
  const database = await own();
  const url = database?.url;
  if (!url) await makeFolder(dataDir);
  const first = launch(url, String(ITEMS));
  const seen = await first.until((state) => state.efectos > 300);
  first.child.kill('SIGKILL');
  await first.exit;
  expect(seen.efectos).toBeLessThan(ITEMS);

  const second = launch(url);
  await second.until((state) => state.estado === 'terminado');
  expect(await second.exit).toBe(0);

  const opened = await openDatabase({ databaseUrl: url ?? null, dataDir, poolSize: 2 });
  const { rows } = await opened.execute(
    'select count(*)::int as todos, count(distinct clave)::int as distintos from efectos',
  );
  expect(rows).toEqual([{ todos: ITEMS, distintos: ITEMS }]);
  const [row] = (await opened.execute('select estado, avance, total from trabajos_visibles')).rows;
  expect(row).toEqual({ estado: 'terminado', avance: ITEMS, total: ITEMS });
  await opened.close();
  await database?.drop();
}, 180_000);
