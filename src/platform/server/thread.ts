import { Worker } from 'node:worker_threads';

/** Why a piece of work did not come back. */
export type ThreadFailure = 'TIMEOUT' | 'CRASHED' | 'CLOSED' | 'BUSY';

export type ThreadOptions = {
  /** Module of the worker. It posts `'ready'` once, then one reply per message, in order. */
  worker: URL;
  workerData?: unknown;
  /** Milliseconds that each message may take. Start-up has an allowance of its own. */
  timeoutMs: number;
  /** Messages after which a worker is replaced by a fresh one. */
  recycleAfter: number;
  /** Messages that may wait; beyond, new ones are refused at once. */
  maxWaiting: number;
  /** Milliseconds without work after which the thread ends and gives its memory back (default: never). */
  idleMs?: number;
  fail(reason: ThreadFailure, detail: string): Error;
};

/** Loading what it works with takes up to a second; on a crowded machine, several. */
const START_MS = 20_000;

type Job = { message: unknown; resolve(reply: unknown): void; reject(error: Error): void };

/**
 * One worker thread that takes one message at a time. It is started with the first message and
 * replaced when it dies, hangs or has served its share; a message whose worker is lost fails and
 * is not tried again, since it may be what killed it. While nothing is under way it does not
 * keep the process alive.
 */
export const createThread = (options: ThreadOptions) => {
  const waiting: Job[] = [];
  let current: Job | null = null;
  let worker: Worker | null = null;
  let ready = false;
  let served = 0;
  let closed = false;
  let timer: NodeJS.Timeout | undefined;
  let rest: NodeJS.Timeout | undefined;
  let idle: (() => void) | undefined;

  const drop = (): void => {
    const old = worker;
    worker = null;
    ready = false;
    served = 0;
    clearTimeout(timer);
    // Native code cannot be interrupted: the thread ends when its call returns, alone.
    old?.removeAllListeners();
    old?.on('error', () => {});
    old?.unref();
    void old?.terminate();
  };

  const settle = (finish: (job: Job) => void): void => {
    const job = current;
    current = null;
    clearTimeout(timer);
    worker?.unref();
    if (job) finish(job);
    if (served >= options.recycleAfter) drop();
    next();
  };

  const lose = (reason: ThreadFailure, detail: string): void => {
    drop();
    settle((job) => job.reject(options.fail(reason, detail)));
  };

  const arm = (doing: string, ms: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => lose('TIMEOUT', `${doing} took more than ${ms} ms`), ms);
  };

  const post = (): void => {
    arm('the work', options.timeoutMs);
    worker?.postMessage(current?.message);
  };

  const start = (): void => {
    const thread = new Worker(options.worker, { workerData: options.workerData });
    worker = thread;
    thread.on('message', (reply: unknown) => {
      if (!ready) {
        ready = true;
        post();
      } else {
        served++;
        settle((job) => job.resolve(reply));
      }
    });
    thread.on('error', (error) => lose('CRASHED', String(error)));
    thread.on('exit', (code) => lose('CRASHED', `the worker ended with code ${code}`));
    arm('starting', START_MS);
  };

  const next = (): void => {
    if (current) return;
    current = waiting.shift() ?? null;
    clearTimeout(rest);
    if (!current) {
      idle?.();
      if (options.idleMs !== undefined) rest = setTimeout(drop, options.idleMs).unref();
      return;
    }
    if (!worker) start();
    worker?.ref();
    if (ready) post();
  };

  return {
    /** Sends a message and waits for its reply; in order of arrival. */
    run(message: unknown): Promise<unknown> {
      return new Promise((resolve, reject) => {
        if (closed) reject(options.fail('CLOSED', 'the thread is closed'));
        else if (waiting.length >= options.maxWaiting) {
          reject(options.fail('BUSY', `${waiting.length} are waiting`));
        } else {
          waiting.push({ message, resolve, reject });
          next();
        }
      });
    },
    /** Refuses what waits, lets the one under way finish, and ends the worker. */
    async close(): Promise<void> {
      closed = true;
      for (const job of waiting.splice(0)) {
        job.reject(options.fail('CLOSED', 'the thread is closed'));
      }
      if (current) {
        await new Promise<void>((resolve) => {
          idle = resolve;
        });
      }
      clearTimeout(rest);
      const old = worker;
      drop();
      await old?.terminate();
    },
  };
};
