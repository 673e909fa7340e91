import { renewSession } from '../callables/client.ts';
import { createStorageClient } from './client.ts';
import { browserClock } from './retry.ts';

export { StorageError } from '../../shared/storage.ts';
export type { OperationOptions, Progress, UploadData, UploadOptions } from './client.ts';
export { sendFile } from './send-file.ts';
export type { FileMetadata, UploadMetadata } from './wire.ts';

/** The client of this page's site, with its session. */
export const { uploadBytes, uploadString, uploadResumable, getMetadata, downloadUrl, deleteFile } =
  createStorageClient({
    fetch: (...request) => fetch(...request),
    clock: browserClock,
    renew: renewSession,
    origin: () => location.origin,
  });
