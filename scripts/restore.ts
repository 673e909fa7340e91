/**
 * `npm run restore -- respaldos/2026-11-21T03-10-00.tar.gz`: makes the embedded database of a data
 * folder from a dump. Refuses to write over a database that is there, and to go on without the dump's key.
 */
import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { saveRestauracion } from '../src/features/auditoria/server/service.ts';
import { openDatabase } from '../src/platform/server/db/index.ts';
import { lockDataDir } from '../src/platform/server/db/lock.ts';
import { migrate } from '../src/platform/server/db/migrate.ts';
import { restore } from '../src/platform/server/db/restore.ts';
import { EnvError, readEnv } from '../src/platform/server/env.ts';
import { openHistorial } from '../src/platform/server/historial/signing.ts';
import { openSecrets } from '../src/platform/server/secrets.ts';
import { runOrExplain } from '../src/server.ts';

await runOrExplain(async () => {
  const [file] = process.argv.slice(2);
  const env = readEnv({ DEMO: '1', ...process.env });
  const { dataDir } = env;
  if (!file || !existsSync(file)) throw new EnvError('Indique el archivo del respaldo (.tar.gz).');
  // Opening it where there is none would make a new one, with which nothing can be read.
  const hasKey = env.secretKey !== null || existsSync(join(dataDir, 'secreto.key'));
  const unlock = lockDataDir(dataDir);
  const manifest = await restore(file, { dataDir, secrets: hasKey ? openSecrets(env) : null });
  unlock();
  const database = await openDatabase({ databaseUrl: null, dataDir, poolSize: 1 });
  // A dump of an older version: its history goes on as this one writes it.
  await migrate(database, join(import.meta.dirname, '../migrations'));
  const secrets = openSecrets(env);
  openHistorial(database.db, secrets);
  await saveRestauracion(
    { db: database.db, env, secrets, now: () => new Date() },
    basename(file),
    manifest?.empezado ?? null,
  );
  await database.close();
  console.error(`Base restaurada en ${join(dataDir, 'base')}.`);
  if (manifest && manifest.archivos.cuantos > 0) {
    const { cuantos, donde } = manifest.archivos;
    console.error(
      `Los archivos no están en el respaldo: entonces eran ${cuantos.toLocaleString('es-MX')}, en ${donde}. Compruebe que estén ahí antes de iniciar.`,
    );
  }
});
