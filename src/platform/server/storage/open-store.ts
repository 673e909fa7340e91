import { type Db, executeOn } from '../db/index.ts';
import type { Env } from '../env.ts';
import type { Log } from '../log.ts';
import { bindStore } from './binding.ts';
import { openFolderStore } from './folder-store.ts';
import { filesDir, type ObjectStore } from './store.ts';

/** The store as it is configured, not yet compared with a database: S3, else the data folder. */
export const storeOf = async (env: Pick<Env, 's3' | 'dataDir'>): Promise<ObjectStore> => {
  if (!env.s3) return openFolderStore(filesDir(env.dataDir));
  // Only now: the S3 library costs 35 MB and 0.2 s that most installations need not pay.
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store(env.s3);
};

/**
 * The store of this database. What is configured wrongly, or belongs to another database, is refused; a store that is only away
 * is not, since the rest of the portal works without it.
 */
export const openObjectStore = async (
  env: Pick<Env, 's3' | 'dataDir'>,
  db: Db,
  log: Log,
): Promise<ObjectStore> => bindStore(executeOn(db), await storeOf(env), log);
