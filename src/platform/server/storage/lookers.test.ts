import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { workersOf } from '../../../../tests/attack/probe.ts';
import { CallError } from '../../shared/errors.ts';
import { asUnavailable } from '../outage.ts';
import { createLookers } from './lookers.ts';

const dir = mkdtempSync(join(tmpdir(), 'miradores-'));
afterAll(() => rmSync(dir, { recursive: true }));

it('one that is killed from outside says nothing of the file: 503, and the next one is looked at', async () => {
  const worker = join(dir, 'lento.mjs');
  writeFileSync(
    worker,
    `process.on('message', ({ id, slow }) => slow || process.send({ id, answer: 'good' }));`,
  );
  const lookers = createLookers<{ slow: boolean }, string>({
    ...{ worker, memory: 300, heap: 64, lookMs: 60_000, broken: 'broken' },
    ...{ atOnce: 1, tooMany: 'Hay muchos.' },
  });
  try {
    const asked = lookers.ask('ana', { slow: true }).catch((error: unknown) => error);
    await expect.poll(() => workersOf(basename(worker))).toHaveLength(1);
    process.kill(workersOf(basename(worker))[0]!, 'SIGKILL');
    const told = asUnavailable(await asked) as CallError;
    expect(told).toBeInstanceOf(CallError);
    expect([told.status, told.message]).toEqual([
      'UNAVAILABLE',
      expect.stringContaining('inténtelo de nuevo'),
    ]);
    expect(await lookers.ask('ana', { slow: false })).toBe('good');
  } finally {
    lookers.close();
  }
});
