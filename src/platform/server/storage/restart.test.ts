/** An upload outlives the process: killed in the middle, another one goes on with its data. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { picture } from '../../../../tests/almacen.ts';
import { makeFolder } from '../../../../tests/database.ts';
import { freePort, launch, ready } from '../../../../tests/launch.ts';

const DATA_DIR = mkdtempSync(join(tmpdir(), 'almacen-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

const start = async () => {
  const port = await freePort();
  const { child, exit } = launch({ DATA_DIR, PORT: String(port) });
  await ready(port);
  return { child, exit, url: `http://127.0.0.1:${port}` };
};

it('goes on after kill -9', { timeout: 120_000 }, async () => {
  const photo = await picture('png', 500);
  const half = 262_144;
  await makeFolder(DATA_DIR);
  const first = await start();
  const answer = await fetch(`${first.url}/us-central1/createBoletoIne`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"data":null}',
  });
  const { result } = (await answer.json()) as { result: { ticket: string; prefijo: string } };
  const name = encodeURIComponent(`${result.prefijo}foto.png`);
  const send = (url: string, headers: Record<string, string>, body?: Uint8Array) =>
    fetch(url, {
      method: 'POST',
      headers: { 'x-upload-ticket': result.ticket, ...headers },
      ...(body && { body: body as never }),
    });
  const started = await send(`${first.url}/v0/b/portal/o?name=${name}`, {
    'x-goog-upload-protocol': 'resumable',
    'x-goog-upload-command': 'start',
    'x-goog-upload-header-content-length': String(photo.length),
  });
  const url = started.headers.get('x-goog-upload-url')!;
  const path = url.slice(new URL(url).origin.length);
  const chunk = { 'x-goog-upload-command': 'upload', 'x-goog-upload-offset': '0' };
  expect((await send(first.url + path, chunk, photo.subarray(0, half))).status).toBe(200);
  first.child.kill('SIGKILL');
  await first.exit;

  const second = await start();
  const query = await send(second.url + path, { 'x-goog-upload-command': 'query' });
  expect(query.headers.get('x-goog-upload-size-received')).toBe(String(half));
  const last = await send(
    second.url + path,
    { 'x-goog-upload-command': 'upload, finalize', 'x-goog-upload-offset': String(half) },
    photo.subarray(half),
  );
  expect(last.status).toBe(200);
  const read = await fetch(`${second.url}/v0/b/portal/o/${name}?alt=media`, {
    headers: { 'x-upload-ticket': result.ticket },
  });
  expect(Buffer.from(await read.arrayBuffer()).equals(photo)).toBe(true);
  second.child.kill('SIGTERM');
  await second.exit;
});
