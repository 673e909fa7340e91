import { createHash, randomUUID } from 'node:crypto';
import { open, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { requireFolder } from '../data-dir.ts';
import { filesOutage, isOutage } from '../outage.ts';
import { askAgain, StorageRefusal, tooLarge } from './errors.ts';

/** Bytes that arrived, in a temporary file. */
export type Spooled = {
  path: string;
  size: number;
  /** Base64, as the wire gives it. */
  md5: string;
  /** Hexadecimal. */
  sha256: string;
  /** False: the connection was cut before the end (only with `keepPartial`). */
  complete: boolean;
  /** Removes the file, if the store did not take it. */
  discard: () => Promise<void>;
};

type Source = {
  chunks: AsyncIterable<Uint8Array>;
  /** Ends the connection that `chunks` comes from. */
  destroy: (reason: Error) => void;
};

type SpoolOptions = {
  maxBytes: number;
  /** Milliseconds without a single byte after which the sender is taken for gone. */
  idleMs: number;
  /** Leading bytes that are already known and are dropped. */
  skip?: number;
  /** Somebody else goes on with this upload. */
  signal?: AbortSignal;
  /** Keep what arrived before a cut, instead of throwing. */
  keepPartial?: boolean;
};

/** Nothing here is needed once its request has ended. */
const STALE_MS = 3_600_000;

/** The folder of what is arriving. On the same disk as the folder store, so that files can move. */
export const createSpool = (dir: string) => {
  requireFolder(dir);

  const newPath = () => join(dir, randomUUID());

  /** Writes to a new file while it arrives: an upload is never whole in memory. */
  const receive = async (source: Source, options: SpoolOptions): Promise<Spooled> => {
    const { maxBytes, idleMs, signal, keepPartial } = options;
    const path = newPath();
    const discard = () => rm(path, { force: true });
    const md5 = createHash('md5');
    const sha256 = createHash('sha256');
    let size = 0;
    let skip = options.skip ?? 0;
    let complete = false;

    const idle = () =>
      source.destroy(new StorageRefusal(408, 'subida-lenta', 'El envío se detuvo demasiado.'));
    let timer = setTimeout(idle, idleMs);
    const stop = () => source.destroy(askAgain());
    signal?.addEventListener('abort', stop, { once: true });
    const file = await open(path, 'wx', 0o600).catch((error) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      throw filesOutage(error);
    });
    try {
      if (signal?.aborted) throw askAgain();
      for await (const given of source.chunks) {
        clearTimeout(timer);
        timer = setTimeout(idle, idleMs);
        const chunk = skip > 0 ? given.subarray(skip) : given;
        skip = Math.max(0, skip - given.length);
        if (chunk.length === 0) continue;
        if (size + chunk.length > maxBytes) throw tooLarge(maxBytes);
        await file.writeFile(chunk).catch((error) => {
          throw filesOutage(error);
        });
        md5.update(chunk);
        sha256.update(chunk);
        size += chunk.length;
      }
      complete = true;
    } catch (error) {
      const fault = isOutage(error) || (error instanceof StorageRefusal && error.http === 413);
      if (!keepPartial || fault) {
        await file.close();
        await discard();
        throw error;
      }
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      await file.close().catch(() => {});
    }
    return {
      path,
      size,
      md5: md5.digest('base64'),
      sha256: sha256.digest('hex'),
      complete,
      discard,
    };
  };

  /** Removes what a crash left behind. */
  const clean = async (): Promise<void> => {
    for (const name of await readdir(dir)) {
      const path = join(dir, name);
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
      if (mtimeMs < Date.now() - STALE_MS) await rm(path, { force: true });
    }
  };

  return { receive, newPath, clean };
};

export type Spool = ReturnType<typeof createSpool>;
