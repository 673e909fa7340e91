/** Set up before all suites: the embedded database is compiled once, by a process whose memory goes with it. */
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';

export default async (): Promise<void> => {
  await promisify(execFile)(process.execPath, [
    '--liftoff-only',
    join(import.meta.dirname, 'make.ts'),
  ]);
};
