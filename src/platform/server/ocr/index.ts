import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { endOf, forkChild } from '../child.ts';
import { OcrImageError, OcrUnavailableError } from './errors.ts';
import type { CodeReading } from './types.ts';
import type { WorkerAnswer, WorkerRequest } from './worker.ts';

export { OcrImageError, OcrUnavailableError } from './errors.ts';
export type { CodeReading } from './types.ts';

export type OcrRequest = { signal?: AbortSignal | undefined };

export type Ocr = {
  /**
   * Reads a picture, given as file contents or path, and the one code on it. What the code looks like
   * is said by the module at `grammar`, which exports a `CodeGrammar` of that name and is loaded by the
   * reader's own process: weighing the readings takes up to a second, which the server has not.
   * @throws {OcrImageError} broken image. @throws {OcrUnavailableError} the reader failed or was
   * closed. Rejects with the signal's reason when aborted.
   */
  readCode: (
    image: Uint8Array | string,
    grammar: URL,
    request?: OcrRequest,
  ) => Promise<CodeReading>;
  /** Ends the reader; what is waiting is rejected. */
  close: () => Promise<void>;
};

/** A picture takes seconds, on a machine with much else to do tens of them; this means that it hangs. */
const READ_TIMEOUT = 120_000;
/** Megabytes: twice what the largest photo needs. Whatever takes more is no photo, and the server needs its own. */
const MEMORY = 900;
const HEAP = 192;

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
    const fresh = forkChild(join(import.meta.dirname, 'worker.ts'), {
      memory: MEMORY,
      heap: HEAP,
      // Large buffers go back to the system as soon as they are freed: 439 MB at the peak instead of
      // 543, for a seventh more time (20 heavy cards and 10 without a CURP).
      env: { MALLOC_MMAP_THRESHOLD_: '2097152' },
      nodeArgs: ['--max-semi-space-size=4'],
      heard: true,
    });
    fresh.on('message', (answer: WorkerAnswer) => {
      if (pending?.id === answer.id) pending.settle(answer);
    });
    fresh.on('error', (cause) =>
      drop(fresh, new OcrUnavailableError('The reader failed', { cause })),
    );
    fresh.on('exit', (code, signal) =>
      drop(
        fresh,
        signal !== null && endOf(fresh, code, signal) === 'file'
          ? new OcrImageError('The image takes too much memory, or brings the decoder down')
          : new OcrUnavailableError(`The reader ended (${signal ?? code})`),
      ),
    );
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
  const call = (
    request: Omit<WorkerRequest & { op: 'read' }, 'id'>,
    signal: AbortSignal | undefined,
  ): Promise<CodeReading> => {
    if (closed) return Promise.reject(new OcrUnavailableError('The reader was closed'));
    if (signal?.aborted) return Promise.reject(signal.reason);
    worker ??= start();
    const to = worker;
    const id = nextId++;
    to.ref();
    to.channel?.ref();
    return new Promise<CodeReading>((resolve, reject) => {
      const timer = setTimeout(
        () => drop(to, new OcrUnavailableError('The reader hangs')),
        READ_TIMEOUT,
      );
      const cancel = () => void to.send({ op: 'cancel', id } satisfies WorkerRequest);
      signal?.addEventListener('abort', cancel);
      pending = {
        id,
        settle: (outcome) => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', cancel);
          pending = null;
          // An idle reader must not keep the server from ending.
          to.unref();
          to.channel?.unref();
          if (signal?.aborted) reject(signal.reason);
          else if (outcome instanceof Error) reject(outcome);
          else if (outcome.ok) resolve(outcome.value);
          else
            reject(
              outcome.image
                ? new OcrImageError(outcome.message)
                : new OcrUnavailableError(outcome.message),
            );
        },
      };
      to.send({ ...request, id } satisfies WorkerRequest);
    });
  };

  return {
    readCode: (image, grammar, { signal } = {}) => {
      waiting++;
      clearTimeout(idle);
      const turn = tail.then(() => call({ op: 'read', image, grammar: grammar.href }, signal));
      tail = turn
        .catch(() => undefined)
        .finally(() => {
          if (--waiting === 0 && worker) idle = setTimeout(() => void stop(), idleMs).unref();
        });
      return turn;
    },
    close: async () => {
      closed = true;
      clearTimeout(idle);
      await stop();
      await tail;
    },
  };
}
