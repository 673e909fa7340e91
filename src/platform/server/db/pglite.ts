import { Worker } from 'node:worker_threads';
import type { WorkerAnswer, WorkerRequest, WorkerResult } from './pglite-worker.ts';

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A lease waits at most this long (ms): longer means a transaction asked for a second connection. */
const LEASE_TIMEOUT = 30_000;

/**
 * The embedded database behind the shape of `pg.Pool` that kysely needs: connect → query, release.
 * There is one connection, so leases are handed out one at a time and BEGIN…COMMIT never mix.
 */
export class PglitePool {
  readonly #worker: Worker;
  readonly #waiting = new Map<
    number,
    { resolve: (v: never) => void; reject: (e: Error) => void }
  >();
  #nextId = 1;
  #tail: Promise<void> = Promise.resolve();
  #dead: Error | null = null;

  private constructor(worker: Worker) {
    this.#worker = worker;
    worker.on('message', (answer: WorkerAnswer) => {
      const call = this.#waiting.get(answer.id);
      if (!call) return;
      this.#waiting.delete(answer.id);
      if (answer.ok) call.resolve(answer.value as never);
      else call.reject(Object.assign(new Error(answer.error.message), answer.error));
    });
    const die = (error: Error) => {
      this.#dead = error;
      for (const call of this.#waiting.values()) call.reject(error);
      this.#waiting.clear();
    };
    worker.on('error', die);
    worker.on('exit', (code) =>
      die(new Error(`La base de datos embebida terminó (código ${code}).`)),
    );
  }

  /** Opens a folder (`null`: in memory), optionally from a dump made by `dump()`. */
  static async open(dir: string | null, load: Uint8Array | null = null): Promise<PglitePool> {
    const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
      workerData: { dir, load },
    });
    await new Promise<void>((resolve, reject) => {
      worker.once('message', () => resolve());
      worker.once('error', reject);
    });
    return new PglitePool(worker);
  }

  #call<T>(request: Without<WorkerRequest, 'id'>): Promise<T> {
    if (this.#dead) return Promise.reject(this.#dead);
    const id = this.#nextId++;
    return new Promise<T>((resolve, reject) => {
      this.#waiting.set(id, { resolve: resolve as (v: never) => void, reject });
      this.#worker.postMessage({ ...request, id });
    });
  }

  async connect(): Promise<{
    query: (sql: string, params?: readonly unknown[]) => Promise<WorkerResult>;
    exec: (sql: string) => Promise<WorkerResult[]>;
    release: () => void;
  }> {
    let free!: () => void;
    const mine = new Promise<void>((resolve) => {
      free = resolve;
    });
    const previous = this.#tail;
    this.#tail = previous.then(() => mine);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(
        () =>
          reject(
            new Error(
              'The embedded database was busy for 30 s: is a transaction using db instead of trx?',
            ),
          ),
        LEASE_TIMEOUT,
      );
    });
    try {
      await Promise.race([previous, late]);
    } catch (error) {
      free();
      throw error;
    } finally {
      clearTimeout(timer);
    }
    return {
      query: (sql, params = []) => this.#call({ op: 'query', sql, params: [...params] }),
      exec: (sql) => this.#call({ op: 'exec', sql }),
      release: free,
    };
  }

  /** A gzipped tar of the whole data folder, consistent at this moment. */
  async dump(): Promise<Uint8Array> {
    const lease = await this.connect();
    try {
      return await this.#call<Uint8Array>({ op: 'dump' });
    } finally {
      lease.release();
    }
  }

  async end(): Promise<void> {
    if (this.#dead) return;
    const lease = await this.connect();
    try {
      await this.#call({ op: 'close' });
    } finally {
      lease.release();
    }
  }
}
