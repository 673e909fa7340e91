import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { OcrImageError, OcrUnavailableError } from './errors.ts';
import type { Box, CropVariant, Line, Reading, ScanMode } from './types.ts';
import type { WorkerAnswer, WorkerRequest } from './worker.ts';

export { OcrImageError, OcrUnavailableError } from './errors.ts';
export type { Box, CropVariant, Glyph, Line, Reading, ScanMode } from './types.ts';

/** One opened picture; usable only inside the `withPage` that gave it. */
export type OcrPage = {
  /** All lines in reading order (upright, whatever way the picture lies). */
  scan: (mode?: ScanMode) => Promise<Line[]>;
  /** Cuts one line out again, in several ways, from the original pixels. */
  reread: (box: Box, variants: readonly CropVariant[]) => Promise<Reading[]>;
};

export type OcrRequest = { signal?: AbortSignal | undefined };
export type OcrText = { text: string; lines: Line[]; durationMs: number };

export type Ocr = {
  /**
   * Reads all text of a picture, given as file contents or path; `text` is its lines joined by
   * newlines, `durationMs` includes the wait in the queue.
   * @throws {OcrImageError} broken image. @throws {OcrUnavailableError} the reader failed or was
   * closed. Rejects with the signal's reason when aborted.
   */
  read: (image: Uint8Array | string, request?: OcrRequest) => Promise<OcrText>;
  /** Several looks at one picture; others wait until `work` has settled. Throws as `read`. */
  withPage: <T>(
    image: Uint8Array | string,
    work: (page: OcrPage) => Promise<T>,
    request?: OcrRequest,
  ) => Promise<T>;
  /** Ends the reader; what is waiting is rejected. */
  close: () => Promise<void>;
};

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;
type Request = Without<WorkerRequest, 'id'>;
type Result = (WorkerAnswer & { ok: true })['value'];

/** A step (one scan) takes a second or two; a minute means that the reader hangs. */
const STEP_TIMEOUT = 60_000;
/** Twice what the largest photo needs: whatever takes more is no photo, and the server needs its own. */
const MEMORY_LIMIT = 900 * 2 ** 20;
const MEMORY_LOOK_MS = 200;

/** Bytes that a process holds in memory, 0 where the system does not tell. */
function residentBytes(pid: number | undefined): number {
  try {
    const pages = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')[1];
    return Number(pages) * 4096;
  } catch {
    return 0;
  }
}

/**
 * The reader of pictures. It works in a process of its own: the server's memory does not grow with
 * pictures, and a picture that brings a native library down does not take the server and the embedded
 * database with it. The process and its networks (up to some 600 MB) exist only while they are used:
 * the first request starts them, `idleMs` without requests ends them (default one minute).
 */
export function createOcr(options: { idleMs?: number } = {}): Ocr {
  const idleMs = options.idleMs ?? 60_000;
  let worker: ChildProcess | null = null;
  let closed = false;
  let nextId = 1;
  let waiting = 0;
  let tail: Promise<unknown> = Promise.resolve();
  let idle: NodeJS.Timeout | undefined;
  let pending: { id: number; settle: (outcome: WorkerAnswer | Error) => void } | null = null;

  const drop = (dead: ChildProcess, error: Error) => {
    dead.kill('SIGKILL');
    if (worker !== dead) return;
    worker = null;
    pending?.settle(error);
  };

  const start = (): ChildProcess => {
    const fresh = fork(join(import.meta.dirname, 'worker.ts'), {
      serialization: 'advanced',
      // Decoders of strangers' pictures have no business with the server's secrets. Large buffers go
      // back to the system as soon as they are freed: 439 MB at the peak instead of 543, for a
      // seventh more time (20 heavy cards and 10 without a CURP).
      env: { MALLOC_MMAP_THRESHOLD_: '2097152' },
      execArgv: ['--max-semi-space-size=4', '--max-old-space-size=192'],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    fresh.on('message', (answer: WorkerAnswer) => {
      if (pending?.id === answer.id) pending.settle(answer);
    });
    fresh.on('error', (cause) =>
      drop(fresh, new OcrUnavailableError('The reader failed', { cause })),
    );
    fresh.on('exit', () => drop(fresh, new OcrUnavailableError('The reader ended')));
    return fresh;
  };

  const stop = async () => {
    const ending = worker;
    if (!ending) return;
    const ended = once(ending, 'exit');
    drop(ending, new OcrUnavailableError('The reader was closed'));
    ending.ref();
    await ended;
  };

  /** One request, one answer; the queue below guarantees that there is only one at a time. */
  const call = (request: Request): Promise<Result> => {
    if (closed) return Promise.reject(new OcrUnavailableError('The reader was closed'));
    worker ??= start();
    const to = worker;
    const id = nextId++;
    to.ref();
    to.channel?.ref();
    return new Promise<Result>((resolve, reject) => {
      const timer = setTimeout(
        () => drop(to, new OcrUnavailableError('The reader hangs')),
        STEP_TIMEOUT,
      );
      const watch = setInterval(() => {
        if (residentBytes(to.pid) > MEMORY_LIMIT) {
          drop(to, new OcrImageError('The image takes too much memory'));
        }
      }, MEMORY_LOOK_MS);
      pending = {
        id,
        settle: (outcome) => {
          clearTimeout(timer);
          clearInterval(watch);
          pending = null;
          // An idle reader must not keep the server from ending.
          to.unref();
          to.channel?.unref();
          if (outcome instanceof Error) reject(outcome);
          else if (outcome.ok) resolve(outcome.value);
          else
            reject(
              outcome.image
                ? new OcrImageError(outcome.message)
                : new OcrUnavailableError(outcome.message),
            );
        },
      };
      to.send({ ...request, id });
    });
  };

  const look = async <T>(
    image: Uint8Array | string,
    work: (page: OcrPage) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> => {
    const step = (request: Request) => {
      signal?.throwIfAborted();
      return call(request);
    };
    await step({ op: 'open', image });
    try {
      return await work({
        scan: async (mode = 'auto') => (await step({ op: 'scan', mode })) as Line[],
        reread: async (box, variants) => (await step({ op: 'reread', box, variants })) as Reading[],
      });
    } finally {
      if (worker) await call({ op: 'release' }).catch(() => undefined);
    }
  };

  const withPage: Ocr['withPage'] = (image, work, { signal } = {}) => {
    waiting++;
    clearTimeout(idle);
    const turn = tail.then(() => look(image, work, signal));
    tail = turn
      .catch(() => undefined)
      .finally(() => {
        if (--waiting === 0 && worker) idle = setTimeout(() => void stop(), idleMs).unref();
      });
    return turn;
  };

  return {
    withPage,
    read: async (image, request) => {
      const started = performance.now();
      const lines = await withPage(image, (page) => page.scan(), request);
      const text = lines.map((line) => line.text).join('\n');
      return { text, lines, durationMs: Math.round(performance.now() - started) };
    },
    close: async () => {
      closed = true;
      clearTimeout(idle);
      await stop();
      await tail;
    },
  };
}
