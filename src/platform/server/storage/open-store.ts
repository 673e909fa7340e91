import { sql } from 'kysely';
import type { Db } from '../db/index.ts';
import { type Env, EnvError } from '../env.ts';
import type { Log } from '../log.ts';
import { openFolderStore } from './folder-store.ts';
import { filesDir, type ObjectStore } from './store.ts';

/** Objects that rows refer to. */
const countObjects = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from archivos`.execute(db);
  return rows[0]!.n;
};

/**
 * S3 when it is configured, else the data folder. What is configured wrongly is refused; a store that
 * is only away is not, since the rest of the portal works without it.
 */
export const openObjectStore = async (
  env: Pick<Env, 's3' | 'dataDir'>,
  db: Db,
  log: Log,
): Promise<ObjectStore> => {
  if (!env.s3) {
    return openFolderStore(filesDir(env.dataDir), () => countObjects(db));
  }
  // Only now: the S3 library costs 35 MB and 0.2 s that most installations need not pay.
  const { createS3Store } = await import('./s3-store.ts');
  const store = createS3Store(env.s3);
  await store.check().catch((error: unknown) => {
    if (error instanceof EnvError) throw error;
    log.warn({ err: error }, 'el almacén de archivos no responde; se sigue sin él');
  });
  return store;
};
