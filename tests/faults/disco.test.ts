/** A disk that fills up, can only be read, or was full before: on a real small file system. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { makeDemoFolder } from '../demonstration.ts';
import { freePort, ready } from '../launch.ts';
import { demoClient } from './demo.ts';
import { LONG } from './long.ts';
import { canMount, launchOnSmallDisk, onSmallDisk } from './small-disk.ts';

const ROOT = join(import.meta.dirname, '../..');
const able = canMount();
if (!able) {
  console.warn(
    'This machine gives no small file system (mount in a namespace): disks do not fill.',
  );
}

const running: { end: () => Promise<void> }[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.end();
});
const start = async (...args: Parameters<typeof launchOnSmallDisk>) => {
  const server = launchOnSmallDisk(...args);
  running.push(server);
  return server;
};

describe.skipIf(!able)('the disk of the embedded database', () => {
  it('is full: writes are refused with a sentence, reads go on, and room is enough to go on', {
    timeout: 240_000,
  }, async () => {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), 'portal-'));
    await makeDemoFolder(folder);
    const before = `cp -r "${folder}" "$DISK/datos"`;
    const server = await start(220, { PORT: String(port) }, { before });
    await ready(port);
    rmSync(folder, { recursive: true, force: true });
    const { enrolling, call, readyz } = demoClient(port);
    const ana = await enrolling(2);
    expect((await ana.save()).http).toBe(200);

    for (const leave of [20_000_000, 0]) {
      server.fill(leave);
      await expect.poll(async () => (await ana.save()).http, { timeout: 30_000 }).toBe(503);
      const refused = await ana.save();
      expect(refused.error).toMatchObject({
        status: 'UNAVAILABLE',
        message: expect.stringContaining('se le terminó el espacio'),
        details: { code: 'sin-espacio' },
      });
      expect(Number(refused.retryAfter)).toBeGreaterThan(0);
      expect((await call('listOfertas', {}, ana.token)).http).toBe(200);
      expect((await ana.read()).http).toBe(200);
      expect(await readyz()).toMatchObject({ http: 200, parts: { database: 'ready' } });
    }
    if (LONG) {
      // As long as the queue takes to run its own scripts, which begin and commit by themselves: what fails of one in the
      // middle must leave the one connection to everybody.
      for (const began = Date.now(); Date.now() - began < 25_000; ) {
        expect((await ana.read()).http).toBe(200);
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }

    server.makeRoom();
    await expect.poll(async () => (await ana.save()).http, { timeout: 30_000 }).toBe(200);
    expect((await ana.submit()).http).toBe(200);
    server.child.kill('SIGTERM');
    expect(await server.exit).toBe(0);
  });

  it.runIf(LONG)(
    'was full before the start, or can only be read: refused with what to do',
    {
      timeout: 120_000,
    },
    async () => {
      const full = await start(300, {}, { before: 'head -c 290M /dev/zero > "$DISK/otro"' });
      expect(await full.exit).toBe(1);
      expect(full.output()).toMatch(/quedan \d+ MB libres.*Libere espacio/);
      const empty = await start(30, {}, { before: 'cat /dev/zero > "$DISK/otro" || true' });
      expect(await empty.exit).toBe(1);
      expect(empty.output()).toMatch(/quedan 0 MB libres/);
      const readOnly = await start(
        100,
        {},
        { before: 'mkdir "$DISK/datos"; mount -o remount,ro "$DISK"' },
      );
      expect(await readOnly.exit).toBe(1);
      expect(readOnly.output()).toMatch(/montado solo para leer/);
      for (const server of [full, empty, readOnly]) {
        expect(server.output()).not.toMatch(/\n\s+at /);
      }
    },
  );

  it.runIf(LONG)(
    'has no room for the log: whoever waits is told, and it goes on by itself when there is',
    {
      timeout: 120_000,
    },
    async () => {
      const child = spawn(
        'unshare',
        onSmallDisk(120, [process.execPath, '--liftoff-only', 'tests/fixtures/wal-full.ts']),
        { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'] },
      );
      let said = '';
      child.stdout.on('data', (chunk) => {
        said += chunk;
      });
      await once(child, 'close');
      const { failed, slowest, while: during, after, kept } = JSON.parse(said);
      // The write that found no room, and what was asked while it was opened again.
      expect(failed).toBe('disk');
      expect(['disk', 'database']).toContain(during);
      expect(slowest).toBeLessThan(10_000);
      expect(after).toBe('ok');
      // What was acknowledged before is there, what was not is not.
      expect(kept).toEqual({ antes: 1, despues: 1, enCurso: 0 });
    },
  );
});

it('a log that cannot be written ends nothing', { timeout: 60_000 }, async () => {
  const port = await freePort();
  const child = spawn(
    'sh',
    [
      '-c',
      `exec "${process.execPath}" --liftoff-only tests/fixtures/talkative.ts > /dev/full 2>&1`,
    ],
    { cwd: ROOT, env: { ...process.env, PORT: String(port) }, stdio: 'ignore' },
  );
  expect((await once(child, 'exit'))[0]).toBe(7);
});
