import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import type { Jobs } from '../jobs.ts';
import type { Log } from '../log.ts';
import type { Database } from './index.ts';

/** How many dumps are kept; the oldest goes first. */
const KEPT = 7;

/**
 * Writes a dump of the embedded database to `respaldos/` and makes sure that it is on the disk:
 * the embedded database itself does not fsync. Gives the file's path.
 */
export const backup = async (database: Database, dataDir: string, now: Date): Promise<string> => {
  if (!database.dump) throw new Error('PostgreSQL is backed up with its own tools (pg_dump).');
  const dir = join(dataDir, 'respaldos');
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const path = join(dir, `${now.toISOString().slice(0, 19).replaceAll(':', '-')}.tar.gz`);
  const temporary = `${path}.parcial`;
  writeFileSync(temporary, await database.dump(), { mode: 0o600 });
  const file = openSync(temporary, 'r+');
  fsyncSync(file);
  closeSync(file);
  renameSync(temporary, path);
  const old = readdirSync(dir)
    .filter((name) => name.endsWith('.tar.gz'))
    .sort()
    .slice(0, -KEPT);
  for (const name of old) rmSync(join(dir, name));
  return path;
};

/** A dump every night at 03:10, in Mexico City's time. */
export const scheduleBackups = (
  database: Database,
  jobs: Jobs,
  log: Log,
  dataDir: string,
): void => {
  if (!database.dump) return;
  jobs.define(
    'base-respaldar',
    async () => {
      await backup(database, dataDir, new Date());
      log.info('respaldo de la base hecho');
    },
    { cron: '10 3 * * *', retryLimit: 2 },
  );
};
