import { StorageError } from '../../shared/storage.ts';
import { type Clock, createBackoff, isRetryStatus, throwIfCanceled, withRetries } from './retry.ts';
import { errorOf, type FileMetadata, metadataOf, type Send } from './wire.ts';

/** The protocol's unit. A piece grows while all goes well, but stays one that a slow line can send. */
const UNIT = 262_144;
const MAX_PIECE = 4 * UNIT;

const slice = async (blob: Blob, start: number, end: number): Promise<ArrayBuffer> => {
  try {
    return await blob.slice(start, end).arrayBuffer();
  } catch {
    // The file on the person's disk changed or went away.
    throw new StorageError('cannot-slice-blob');
  }
};

type Sending = {
  url: string;
  blob: Blob;
  maxMs: number;
  signal: AbortSignal | undefined;
  clock: Clock;
  send: Send;
  sendLast: Send;
  /** `waiting`: the connection failed, and it goes on when it is back. */
  onProgress: (bytes: number, waiting: boolean) => void;
  /** The file's metadata, for when the answer with them was lost. */
  lookUp: () => Promise<FileMetadata>;
};

/** Sends a file to an upload that has begun; after a failure asks how far it got and goes on. */
export const sendInPieces = async (sending: Sending): Promise<FileMetadata> => {
  const { blob, maxMs, signal, clock, send, onProgress, lookUp } = sending;
  const total = blob.size;
  if (!URL.canParse(sending.url)) throw new StorageError('unknown');
  // Where the server thinks it is does not matter: the page asks the site that it came from.
  const { pathname, search } = new URL(sending.url);
  const path = pathname + search;
  const command = (name: string, headers: Record<string, string> = {}) => ({
    method: 'POST',
    headers: { 'x-goog-upload-command': name, ...headers },
  });

  /** How far it got; null when it is finished. */
  const query = async (left: number): Promise<number | null> => {
    const ask = () => send(path, command('query'));
    const answer = await withRetries(ask, { maxMs: left, signal, clock });
    if (!answer.ok) throw await errorOf(answer);
    if (answer.headers.get('x-goog-upload-status') === 'final') return null;
    const received = Number(answer.headers.get('x-goog-upload-size-received') ?? Number.NaN);
    if (!Number.isInteger(received)) throw new StorageError('unknown');
    if (received > total) throw new StorageError('server-file-wrong-size');
    return received;
  };

  let sent = 0;
  let piece = UNIT;
  let deadline = clock.now() + maxMs;
  const backoff = createBackoff(clock);
  const advanced = (to: number) => {
    if (to > sent) {
      deadline = clock.now() + maxMs;
      backoff.reset();
    }
    sent = to;
    onProgress(sent, false);
  };

  try {
    onProgress(0, false);
    for (;;) {
      throwIfCanceled(signal);
      const end = Math.min(sent + piece, total);
      const body = await slice(blob, sent, end);
      const name = end === total ? 'upload, finalize' : 'upload';
      const answer = await send(path, {
        ...command(name, { 'x-goog-upload-offset': String(sent) }),
        body,
      });
      if (answer?.ok) {
        const status = answer.headers.get('x-goog-upload-status');
        if (status === 'final') {
          advanced(total);
          return await metadataOf(answer);
        }
        if (status !== 'active' || end === total) throw new StorageError('unknown');
        advanced(end);
        piece = Math.min(piece * 2, MAX_PIECE);
        continue;
      }
      if (answer && !isRetryStatus(answer.status)) throw await errorOf(answer);
      throwIfCanceled(signal);
      const left = deadline - clock.now();
      if (left <= 0) throw new StorageError('retry-limit-exceeded');
      piece = UNIT;
      onProgress(sent, true);
      await clock.sleep(Math.min(backoff.next(), left), signal);
      const received = await query(Math.max(0, deadline - clock.now()));
      if (received === null) {
        advanced(total);
        return await lookUp();
      }
      advanced(received);
    }
  } catch (error) {
    if (error instanceof StorageError && error.code === 'storage/canceled') {
      // The server need not keep what arrived. If this is lost, its cleaning finds it.
      void sending.sendLast(path, command('cancel')).catch(() => {});
    }
    throw error;
  }
};
