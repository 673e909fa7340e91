import { isOffline, renewSession } from '../callables/client.ts';
import { createStorageClient, UPLOAD_RETRY_MS } from './client.ts';
import { browserClock, untilReached } from './retry.ts';

export { StorageError } from '../../shared/storage.ts';
export type { OperationOptions, Progress, UploadData, UploadOptions } from './client.ts';
export { sendFile } from './send-file.ts';
export type { FileMetadata, UploadMetadata } from './wire.ts';

/** What follows an upload, also when the network goes in between: for as long as an upload would go on trying. */
export const callOnceReached = <T>(
  act: () => Promise<T>,
  on: { signal: AbortSignal; onWait: (resume: () => void) => void },
): Promise<T> =>
  untilReached(act, { ...on, maxMs: UPLOAD_RETRY_MS, clock: browserClock, isOffline });

/** The client of this page's site, with its session. */
export const { uploadBytes, uploadString, uploadResumable, getMetadata, downloadUrl, deleteFile } =
  createStorageClient({
    fetch: (...request) => fetch(...request),
    clock: browserClock,
    renew: renewSession,
    origin: () => location.origin,
  });
