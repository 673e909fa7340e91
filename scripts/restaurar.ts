import { existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { saveRestauracion } from '../src/features/auditoria/server/service.ts';
import { type Database, openDatabase } from '../src/platform/server/db/index.ts';
import { lockDataDir } from '../src/platform/server/db/lock.ts';
import type { Manifest } from '../src/platform/server/db/manifest.ts';
import { migrate } from '../src/platform/server/db/migrate.ts';
import { restore } from '../src/platform/server/db/restore.ts';
import type { Env } from '../src/platform/server/env.ts';
import { openHistorial } from '../src/platform/server/historial/signing.ts';
import { openSecrets } from '../src/platform/server/secrets.ts';

/** The migrations of this program. */
export const MIGRATIONS = join(import.meta.dirname, '../migrations');

/**
 * Makes the embedded database of a data folder from a dump, as this version of the portal has it, and notes in the history
 * and in the anchors that it was restored. The database stays open for the caller.
 */
export const restaurar = async (
  file: string,
  env: Env,
): Promise<{ database: Database; manifest: Manifest | null }> => {
  const { dataDir } = env;
  // Opening the key where there is none would make a new one, with which nothing can be read.
  const hasKey = env.secretKey !== null || existsSync(join(dataDir, 'secreto.key'));
  const unlock = lockDataDir(dataDir);
  const manifest = await restore(file, { dataDir, secrets: hasKey ? openSecrets(env) : null });
  unlock();
  const database = await openDatabase({ databaseUrl: null, dataDir, poolSize: 1 });
  // A dump of an older version: its history goes on as this one writes it.
  await migrate(database, MIGRATIONS);
  const secrets = openSecrets(env);
  openHistorial(database.db, secrets);
  await saveRestauracion(
    { db: database.db, env, secrets, now: () => new Date() },
    basename(file),
    manifest?.empezado ?? null,
  );
  return { database, manifest };
};
