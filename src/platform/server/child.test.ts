import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { endOf, forkChild } from './child.ts';

const dir = mkdtempSync(join(tmpdir(), 'hijo-'));
afterAll(() => rmSync(dir, { recursive: true }));

const start = (code: string) => {
  const path = join(dir, `${Math.random()}.mjs`);
  writeFileSync(path, code);
  return forkChild(path, { memory: 300, heap: 64 });
};

it('has nothing of the server’s environment, and is told where compiled code is', async () => {
  const child = start("process.on('message', () => process.send(Object.keys(process.env)));");
  child.send('hola');
  const [names] = (await once(child, 'message')) as [string[]];
  expect(names.filter((name) => !['PWD', 'SHLVL', '_', 'OLDPWD'].includes(name))).toEqual([
    'NODE_COMPILE_CACHE',
  ]);
  child.kill();
});

const HOLD = `process.on('message', (mb) => {
  try { process.send(Buffer.alloc(mb * 2 ** 20, 1).length); }
  catch (error) { process.send(String(error)); }
});`;

/** What becomes of one that wants so much: what it holds, what it says, or that it ended. */
const wants = async (megabytes: number) => {
  const child = start(HOLD);
  child.send(megabytes);
  const answer = await Promise.race([
    once(child, 'message').then(([said]) => said as unknown),
    once(child, 'exit').then(() => 'ended'),
  ]);
  child.kill();
  return answer;
};

it('goes before the server, when the machine has no more', async () => {
  const child = start("process.on('message', () => {}); process.send('ready');");
  await once(child, 'message');
  expect(readFileSync(`/proc/${child.pid}/oom_score_adj`, 'latin1').trim()).toBe('1000');
  child.kill();
});

it('holds what it may', async () => {
  expect(await wants(100)).toBe(100 * 2 ** 20);
});

it('is ended when it holds more', async () => {
  const child = start(
    "process.on('message', () => { const all = []; setInterval(() => all.push(Buffer.alloc(2 ** 24, 1)), 20); });",
  );
  child.send('más');
  const [code, signal] = await once(child, 'exit');
  expect([code, signal]).toEqual([null, 'SIGKILL']);
  expect(endOf(child, code, signal)).toBe('file');
});

it('that somebody else ends says nothing of its file', async () => {
  const ends = async (code: string, signal?: NodeJS.Signals) => {
    const child = start(`process.on('message', () => {}); process.send('ready'); ${code}`);
    await once(child, 'message');
    if (signal) child.kill(signal);
    const [status, by] = await once(child, 'exit');
    return endOf(child, status, by);
  };
  expect(await ends('', 'SIGKILL')).toBe('lost');
  expect(await ends('', 'SIGTERM')).toBe('lost');
  expect(await ends('setTimeout(() => process.abort(), 20)')).toBe('file');
});

it('is not given what would take the machine’s at once', async () => {
  expect(await wants(3_000)).toMatch(/allocat|ended/);
});
