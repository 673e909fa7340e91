/**
 * `npm run restore -- respaldos/2026-11-21T03-10-00.tar.gz`: starts the embedded database of a data
 * folder from a dump. Refuses to write over a database that is there.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockDataDir } from '../src/platform/server/db/lock.ts';
import { PglitePool } from '../src/platform/server/db/pglite.ts';
import { EnvError, readEnv } from '../src/platform/server/env.ts';
import { runOrExplain } from '../src/server.ts';

await runOrExplain(async () => {
  const [file] = process.argv.slice(2);
  const { dataDir } = readEnv({ DEMO: '1', ...process.env });
  if (!file || !existsSync(file)) throw new EnvError('Indique el archivo del respaldo (.tar.gz).');
  const folder = join(dataDir, 'base');
  const unlock = lockDataDir(dataDir);
  if (existsSync(folder)) {
    throw new EnvError(`${folder} ya existe. Muévala a otro lugar antes de restaurar.`);
  }
  const pool = await PglitePool.open(folder, new Uint8Array(readFileSync(file)));
  await pool.end();
  unlock();
  console.error(`Base restaurada en ${folder}.`);
});
