import { ANY_BUCKET, decodeString, StorageError, type StringFormat } from '../../shared/storage.ts';
import { sendInPieces } from './resumable.ts';
import {
  type Clock,
  checkRetryTime,
  createWakeable,
  throwIfCanceled,
  withRetries,
} from './retry.ts';
import {
  errorOf,
  type FileMetadata,
  metadataOf,
  type Send,
  toWire,
  type UploadMetadata,
} from './wire.ts';

/** The specification's times, in milliseconds. */
export const UPLOAD_RETRY_MS = 600_000;
const OPERATION_RETRY_MS = 120_000;
/** A request that takes longer than this is taken for lost. The server gives up before. */
const ATTEMPT_MS = 70_000;

const BASE = `/v0/b/${ANY_BUCKET}/o`;

export type Progress = {
  bytesTransferred: number;
  totalBytes: number;
  /** The connection failed and it is being tried again. */
  waiting?: boolean;
  /** While it waits: tries at once. */
  resume?: (() => void) | undefined;
};

export type OperationOptions = {
  signal?: AbortSignal | undefined;
  /** Milliseconds during which a failing operation is tried again (default two minutes). */
  maxOperationRetryTime?: number;
  /** A visitor's upload ticket, where its cookie does not travel. */
  ticket?: string | undefined;
};

export type UploadOptions = OperationOptions & {
  /** What a string is (default `raw`); of no use for bytes. */
  format?: StringFormat;
  metadata?: UploadMetadata;
  onProgress?: (progress: Progress) => void;
  /** Milliseconds without progress during which an upload goes on trying (default ten minutes). */
  maxUploadRetryTime?: number;
};

export type UploadData = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | string;

/** What the client needs of its surroundings. */
export type Surroundings = {
  fetch: typeof fetch;
  clock: Clock;
  /** Renews the session; true when a refused request is worth another try. */
  renew: () => Promise<boolean>;
  /** Where download URLs begin. */
  origin: () => string;
};

const readData = (data: UploadData, format: string) => {
  if (typeof data !== 'string') {
    const blob = data instanceof Blob ? data : new Blob([data]);
    return { blob, contentType: blob.type || null };
  }
  const { bytes, contentType } = decodeString(format, data);
  return { blob: new Blob([bytes]), contentType };
};

/** `users/…` as a path; the root is no file. */
const pathOf = (name: string): string => {
  if (name === '') throw new StorageError('invalid-root-operation');
  return `${BASE}/${encodeURIComponent(name)}`;
};

/** The storage client of the portal's own pages: the session's cookie says who asks. */
export const createStorageClient = ({ fetch, clock, renew, origin }: Surroundings) => {
  const sender = ({ signal, ticket }: OperationOptions): Send => {
    const once: Send = async (path, { method, headers, body }) => {
      const timeOut = AbortSignal.timeout(ATTEMPT_MS);
      try {
        return await fetch(path, {
          method,
          credentials: 'same-origin',
          headers: { ...headers, ...(ticket && { 'x-upload-ticket': ticket }) },
          ...(body !== undefined && { body }),
          signal: signal ? AbortSignal.any([signal, timeOut]) : timeOut,
        });
      } catch {
        throwIfCanceled(signal);
        return null;
      }
    };
    return async (path, request) => {
      throwIfCanceled(signal);
      const answer = await once(path, request);
      if (answer?.status !== 401 || ticket || !(await renew())) return answer;
      return once(path, request);
    };
  };

  /** Sends until it is answered; refusals are thrown. */
  const operate = async (
    options: OperationOptions & { clock?: Clock; onWait?: () => void },
    maxMs: number,
    ...request: Parameters<Send>
  ): Promise<Response> => {
    const send = sender(options);
    const { signal } = options;
    const { onWait } = options;
    const answer = await withRetries(() => send(...request), {
      maxMs,
      signal,
      clock: options.clock ?? clock,
      onWait,
    });
    if (!answer.ok) throw await errorOf(answer);
    return answer;
  };

  const operationTime = ({ maxOperationRetryTime = OPERATION_RETRY_MS }: OperationOptions) =>
    checkRetryTime(maxOperationRetryTime);

  /** The bytes, and everything else that an upload begins with. */
  const prepare = (name: string, data: UploadData, options: UploadOptions) => {
    const maxMs = checkRetryTime(options.maxUploadRetryTime ?? UPLOAD_RETRY_MS);
    operationTime(options);
    pathOf(name);
    const { blob, contentType } = readData(data, options.format ?? 'raw');
    const metadata: UploadMetadata = {
      ...options.metadata,
      contentType: options.metadata?.contentType ?? contentType ?? 'application/octet-stream',
    };
    throwIfCanceled(options.signal);
    return { blob, metadata, maxMs, target: `${BASE}?name=${encodeURIComponent(name)}` };
  };

  /** Uploads in one request. For what is small: a cut starts all over. */
  const uploadBytes = async (
    name: string,
    data: UploadData,
    options: UploadOptions = {},
  ): Promise<FileMetadata> => {
    const { blob, metadata, maxMs, target } = prepare(name, data, options);
    const totalBytes = blob.size;
    options.onProgress?.({ bytesTransferred: 0, totalBytes });
    const boundary = crypto.randomUUID();
    const body = new Blob([
      `--${boundary}\r\nContent-Type: application/json; charset=utf-8\r\n\r\n`,
      `${toWire(name, metadata)}\r\n--${boundary}\r\nContent-Type: ${metadata.contentType}\r\n\r\n`,
      blob,
      `\r\n--${boundary}--`,
    ]);
    const answer = await operate(options, maxMs, target, {
      method: 'POST',
      headers: {
        'x-goog-upload-protocol': 'multipart',
        'content-type': `multipart/related; boundary=${boundary}`,
      },
      body,
    });
    options.onProgress?.({ bytesTransferred: totalBytes, totalBytes });
    return metadataOf(answer);
  };

  /** Uploads a text in one of the specification's formats. */
  const uploadString = (name: string, data: string, options: UploadOptions = {}) =>
    uploadBytes(name, data, options);

  /** Uploads in pieces, with progress; a cut goes on where it happened. */
  const uploadResumable = async (
    name: string,
    data: UploadData,
    options: UploadOptions = {},
  ): Promise<FileMetadata> => {
    const { blob, metadata, maxMs, target } = prepare(name, data, options);
    const totalBytes = blob.size;
    const naps = createWakeable(clock);
    const tell = (bytesTransferred: number, waiting: boolean) =>
      options.onProgress?.({
        bytesTransferred,
        totalBytes,
        waiting,
        resume: waiting ? naps.wake : undefined,
      });
    const beginning = { ...options, clock: naps, onWait: () => tell(0, true) };
    const started = await operate(beginning, maxMs, target, {
      method: 'POST',
      headers: {
        'x-goog-upload-protocol': 'resumable',
        'x-goog-upload-command': 'start',
        'x-goog-upload-header-content-length': String(blob.size),
        'x-goog-upload-header-content-type': metadata.contentType ?? '',
        'content-type': 'application/json; charset=utf-8',
      },
      body: toWire(name, metadata),
    });
    const { signal } = options;
    return sendInPieces({
      url: started.headers.get('x-goog-upload-url') ?? '',
      blob,
      maxMs,
      signal,
      clock: naps,
      send: sender(options),
      // Without the signal: it is sent because that one was aborted.
      sendLast: sender({ ticket: options.ticket }),
      onProgress: tell,
      lookUp: () => getMetadata(name, options),
    });
  };

  const getMetadata = async (name: string, options: OperationOptions = {}): Promise<FileMetadata> =>
    metadataOf(await operate(options, operationTime(options), pathOf(name), { method: 'GET' }));

  /** An address that opens the file for whoever has it; those of `ines/` only for minutes. */
  const downloadUrl = async (name: string, options: OperationOptions = {}): Promise<string> => {
    const { bucket, downloadToken } = await getMetadata(name, options);
    if (downloadToken === null) throw new StorageError('no-download-url');
    const query = new URLSearchParams({ alt: 'media', token: downloadToken });
    return `${origin()}/v0/b/${bucket}/o/${encodeURIComponent(name)}?${query}`;
  };

  const deleteFile = async (name: string, options: OperationOptions = {}): Promise<void> => {
    await operate(options, operationTime(options), pathOf(name), { method: 'DELETE' });
  };

  return { uploadBytes, uploadString, uploadResumable, getMetadata, downloadUrl, deleteFile };
};
