import { StorageError } from '../../shared/storage.ts';
import type { Progress } from './client.ts';

/**
 * Sends a file's bytes in one request, with its real progress: `fetch` does not tell of what it
 * sends. No time limit: on a slow phone it takes what it takes, and `signal` gives it up.
 */
export const sendFile = (
  url: string,
  file: Blob,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (progress: Progress) => void } = {},
): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const abort = () => request.abort();
    const done = () => signal?.removeEventListener('abort', abort);
    request.upload.onprogress = ({ loaded }) =>
      onProgress?.({ bytesTransferred: Math.min(loaded, file.size), totalBytes: file.size });
    request.onload = () => resolve({ status: request.status, text: request.responseText });
    request.onerror = () => reject(new StorageError('retry-limit-exceeded'));
    request.onabort = () => reject(new StorageError('canceled'));
    request.onloadend = done;
    if (signal?.aborted) {
      reject(new StorageError('canceled'));
      return;
    }
    signal?.addEventListener('abort', abort, { once: true });
    request.open('POST', url);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.send(file);
  });
