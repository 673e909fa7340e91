import type { Env } from '../env.ts';
import { createFolderStore } from './folder-store.ts';
import { createS3Store } from './s3-store.ts';
import { filesDir, type ObjectStore } from './store.ts';

/** S3 when it is configured, else the data folder. */
export const openObjectStore = (env: Pick<Env, 's3' | 'dataDir'>): ObjectStore =>
  env.s3 ? createS3Store(env.s3) : createFolderStore(filesDir(env.dataDir));
