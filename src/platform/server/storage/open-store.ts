import type { Env } from '../env.ts';
import { createFolderStore } from './folder-store.ts';
import { filesDir, type ObjectStore } from './store.ts';

/** S3 when it is configured, else the data folder. */
export const openObjectStore = async (env: Pick<Env, 's3' | 'dataDir'>): Promise<ObjectStore> => {
  if (!env.s3) return createFolderStore(filesDir(env.dataDir));
  // Only now: the S3 library costs 35 MB and 0.2 s that most installations need not pay.
  const { createS3Store } = await import('./s3-store.ts');
  return createS3Store(env.s3);
};
