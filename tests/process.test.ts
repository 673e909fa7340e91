/** The server as a process: what it refuses at start, how it stops, what survives. */
import { mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeFolder } from './database.ts';
import { freePort, launch, ready } from './launch.ts';

const folders: string[] = [];
const folder = () => {
  const dir = mkdtempSync(join(tmpdir(), 'portal-'));
  folders.push(dir);
  return dir;
};
afterAll(() => {
  for (const dir of folders) rmSync(dir, { recursive: true, force: true });
});

/** Sends the text and goes away after so many milliseconds, or with the first byte of the answer. */
const leave = (port: number, text: string, ms: number) =>
  new Promise<void>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(text);
      setTimeout(() => socket.destroy(), ms);
    });
    socket.on('data', () => socket.destroy());
    socket.on('error', () => {});
    socket.on('close', () => resolve());
  });

// From an empty folder: the tables, the demonstration's data.
it('a client that leaves is no error in the log', { timeout: 240_000 }, async () => {
  const port = await freePort();
  const env = { DATA_DIR: folder(), PORT: String(port), LOG_LEVEL: 'warn' };
  const process = launch(env, 'scripts/start.ts');
  await ready(port);
  const signIn = await fetch(
    `http://127.0.0.1:${port}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'escolar@demo.example', password: 'Portal-Demo-2026' }),
    },
  );
  const { idToken } = (await signIn.json()) as { idToken: string };
  const head = (path: string, length: number) =>
    `POST ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${idToken}\r\ncontent-type: application/json\r\naccept-encoding: br\r\ncontent-length: ${length}\r\n\r\n`;
  const asked = JSON.stringify({ data: {} });
  for (let round = 0; round < 10; round++) {
    const calls = [1, 2, 4, 8, 16].map((ms) =>
      leave(port, head('/us-central1/listOfertas', asked.length) + asked, ms),
    );
    await Promise.all(calls);
  }
  // In the middle of sending.
  for (const path of [
    '/us-central1/signIn',
    '/api/importaciones?hoja=personas&nombre=a.csv',
    '/v0/b/_/o?name=a',
  ]) {
    await leave(port, `${head(path, 9_000)}{"data":`, 100);
  }
  process.child.kill('SIGTERM');
  expect(await process.exit).toBe(0);
  const lines = process
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{"level"'));
  expect(lines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
});

describe('at start', () => {
  it('refuses a wrong value and says how to mend it', async () => {
    const process = launch({ PORT: 'ocho', DATA_DIR: folder() });
    expect(await process.exit).toBe(1);
    expect(process.output()).toContain('PORT debe ser un número entero');
    expect(process.output()).not.toContain('    at ');
  });

  it('refuses an unreachable DATABASE_URL within 10 s', async () => {
    const started = Date.now();
    const process = launch({ DATABASE_URL: 'postgres://a:b@127.0.0.1:9/x', DATA_DIR: folder() });
    expect(await process.exit).toBe(1);
    expect(process.output()).toContain('No se pudo abrir la base de datos');
    expect(Date.now() - started).toBeLessThan(10_000);
  });

  it('refuses a data folder in use, frees it on kill -9, and keeps what was written', async () => {
    const DATA_DIR = folder();
    await makeFolder(DATA_DIR);
    const [one, two] = [await freePort(), await freePort()];
    const first = launch({ DATA_DIR, PORT: String(one) });
    await ready(one);
    const second = launch({ DATA_DIR, PORT: String(two) });
    expect(await second.exit).toBe(1);
    expect(second.output()).toContain('ya está en uso por otro proceso');

    const created = await fetch(
      `http://127.0.0.1:${one}/identitytoolkit.googleapis.com/v1/accounts:signUp`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email: 'antes@corte.example', password: 'Tren-Nube-Lago-2026' }),
      },
    );
    const { idToken } = (await created.json()) as { idToken: string };
    first.child.kill('SIGKILL');
    await first.exit;

    const third = launch({ DATA_DIR, PORT: String(two) });
    await ready(two);
    const lookup = await fetch(
      `http://127.0.0.1:${two}/identitytoolkit.googleapis.com/v1/accounts:lookup`,
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ idToken }),
      },
    );
    // The account, its session and the signing key all outlived the process.
    expect(lookup.status).toBe(200);
    third.child.kill('SIGTERM');
    expect(await third.exit).toBe(0);
  });
});
