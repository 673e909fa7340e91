import { expect, it } from 'vitest';
import { watchDisk } from './disk.ts';
import type { Log } from './log.ts';

const MB = 1_048_576;

it('warns once at a tenth, says when it is over, and is not ready without room to start', async () => {
  let free = 500 * MB;
  const said: string[] = [];
  const log = {
    warn: ({ porciento }: { porciento: number }) => said.push(`warn ${porciento}`),
    info: ({ porciento }: { porciento: number }) => said.push(`info ${porciento}`),
  } as unknown as Log;
  const disk = watchDisk('/', log, () => ({ free, size: 1_000 * MB }));
  try {
    for (const next of [110, 100, 90, 110, 100, 500, 80]) {
      free = next * MB;
      disk.check();
    }
    expect(said).toEqual(['warn 10', 'info 50', 'warn 8']);
    await disk.ready();
    free = 63 * MB;
    await expect(disk.ready()).rejects.toThrow(/full/);
    expect(disk.measure()).toEqual({ free, size: 1_000 * MB });
  } finally {
    disk.close();
  }
});
