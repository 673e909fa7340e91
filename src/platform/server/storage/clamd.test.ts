import { Readable } from 'node:stream';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ClamdServer, EICAR, startClamd } from '../../../../tests/clamd.ts';
import { openClamd, readClamdAddress, readVerdict } from './clamd.ts';

let server: ClamdServer;
beforeAll(async () => {
  server = await startClamd();
});
afterAll(() => server.stop());
beforeEach(() =>
  Object.assign(server.manners, {
    away: false,
    dies: false,
    mute: false,
    splits: false,
    limit: Number.POSITIVE_INFINITY,
  }),
);

const clamd = () => openClamd({ host: '127.0.0.1', port: server.port });
const MB = 1_048_576;
const bytes = (...parts: (string | number)[]) =>
  Readable.from(
    parts.map((part) => (typeof part === 'number' ? Buffer.alloc(part, 'a') : Buffer.from(part))),
  );

it('reads where it listens', () => {
  expect(readClamdAddress('tcp://antivirus.example:3311')).toEqual({
    host: 'antivirus.example',
    port: 3311,
  });
  expect(readClamdAddress('tcp://[::1]')).toEqual({ host: '::1', port: 3310 });
  for (const text of ['unix:/run/clamd.ctl', 'unix:///run/clamd.ctl'])
    expect(readClamdAddress(text)).toEqual({ path: '/run/clamd.ctl' });
  for (const text of ['', 'clamd', 'http://a', 'tcp://a/b', 'unix:run', 'tcp://u@a', 'unix:'])
    expect(readClamdAddress(text)).toBeNull();
});

it('believes nothing but what the protocol says', () => {
  expect(readVerdict('stream: OK')).toEqual({ result: 'clean' });
  for (const text of [null, '', 'OK', 'stream: OK FOUNDLING', 'stream: x ERROR', 'PONG'])
    expect(readVerdict(text).result).toBe('unknown');
});

describe('a stream', () => {
  it.each([
    [false, 'whole answers'],
    [true, 'letter by letter'],
  ])('is clean or not (%s: %s)', async (splits) => {
    server.manners.splits = splits;
    await clamd().check();
    expect(await clamd().scan(bytes(0))).toEqual({ result: 'clean' });
    expect(await clamd().scan(bytes(12 * MB))).toEqual({ result: 'clean' });
    expect(server.scanned.at(-1)).toBe(12 * MB);
    // Cut wherever the pieces happen to end.
    const infected = bytes(65_530, EICAR.slice(0, 20), EICAR.slice(20), 3 * MB);
    expect(await clamd().scan(infected)).toEqual({
      result: 'infected',
      signature: 'Eicar-Test-Signature',
    });
  });

  it('is not known when the daemon is away, dies, or has a smaller limit', async () => {
    server.manners.away = true;
    await expect(clamd().check()).rejects.toThrow('away');
    expect(await clamd().scan(bytes(5 * MB))).toMatchObject({ result: 'unknown' });
    Object.assign(server.manners, { away: false, dies: true });
    expect(await clamd().scan(bytes(5 * MB))).toMatchObject({
      result: 'unknown',
      reason: 'sin-respuesta',
    });
    Object.assign(server.manners, { dies: false, limit: MB });
    expect(await clamd().scan(bytes(30 * MB))).toEqual({
      result: 'unknown',
      reason: 'StreamMaxLength',
    });
    const nobody = openClamd({ path: '/nowhere/clamd.ctl' });
    expect(await nobody.scan(bytes(1))).toMatchObject({ result: 'unknown' });
    const broken = new Readable({
      read() {
        this.destroy(new Error('the disk is gone'));
      },
    });
    expect(await clamd().scan(broken)).toEqual({ result: 'unknown', reason: 'sin-bytes' });
  });
});
