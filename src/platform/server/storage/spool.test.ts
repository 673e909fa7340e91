import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, expect, it } from 'vitest';
import { createSpool } from './spool.ts';

const dir = mkdtempSync(join(tmpdir(), 'spool-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const spool = createSpool(dir);

const slow = (first: string) => {
  const stream = new PassThrough();
  stream.write(first);
  return { chunks: stream, destroy: (reason: Error) => stream.destroy(reason) };
};

it('gives up on a sender that stops, and keeps nothing', async () => {
  await expect(spool.receive(slow('hola'), { maxBytes: 100, idleMs: 80 })).rejects.toMatchObject({
    http: 408,
  });
  expect(readdirSync(dir)).toEqual([]);
});

it('or keeps what came before, when that is wanted', async () => {
  const options = { maxBytes: 100, idleMs: 80, keepPartial: true, skip: 2 };
  const file = await spool.receive(slow('hola'), options);
  expect(file).toMatchObject({ complete: false, size: 2 });
  expect(readFileSync(file.path, 'utf8')).toBe('la');
  await file.discard();
});

it('stops at the limit whatever is to be kept', async () => {
  const options = { maxBytes: 3, idleMs: 1_000, keepPartial: true };
  await expect(spool.receive(slow('hola'), options)).rejects.toMatchObject({ http: 413 });
  expect(readdirSync(dir)).toEqual([]);
});

it('removes what a crash left, not what is arriving', async () => {
  for (const name of ['vieja', 'nueva']) writeFileSync(join(dir, name), 'x');
  const old = new Date(Date.now() - 7_200_000);
  utimesSync(join(dir, 'vieja'), old, old);
  await spool.clean();
  expect(readdirSync(dir)).toEqual(['nueva']);
});
