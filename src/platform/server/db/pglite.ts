import { Worker } from 'node:worker_threads';
import { createLane } from '../lane.ts';
import { databaseOutage, Outage } from '../outage.ts';
import { whoseTurn } from '../request-context.ts';
import type { WorkerAnswer, WorkerRequest, WorkerResult } from './pglite-worker.ts';
import type { Room } from './room.ts';

type Without<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** A lease waits at most this long (ms): longer means a transaction asked for a second connection. */
const LEASE_TIMEOUT = 30_000;
/** Milliseconds to open a folder, with whatever it has to repair of a crash. */
const OPEN_TIMEOUT = 120_000;
/** Milliseconds for one statement; one that takes longer will never answer. */
const STATEMENT_TIMEOUT = 120_000;
/** Milliseconds to close it in order. */
const CLOSE_TIMEOUT = 30_000;
/** Milliseconds for a thread that was given up to end: two engines on one folder would destroy it. */
const END_TIMEOUT = 10_000;
/** Milliseconds between tries to open the folder again, and how long a lease waits for that. */
const REOPEN_EVERY = 2_000;
const REOPEN_PATIENCE = 3_000;

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Starts the thread that runs the database and waits until it answers. */
const startWorker = async (workerData: { dir: string | null; load: Uint8Array | null }) => {
  const worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), { workerData });
  const opened = Promise.withResolvers<void>();
  const ended = (code: number) => opened.reject(new Error(`terminó al abrirse (código ${code})`));
  const timer = setTimeout(
    () => opened.reject(new Error(`no se abrió en ${OPEN_TIMEOUT / 1000} s`)),
    OPEN_TIMEOUT,
  );
  worker.once('message', opened.resolve).once('exit', ended);
  // Stays: what a thread says while it ends must be heard, though it interests nobody.
  worker.on('error', opened.reject);
  try {
    await opened.promise;
    return worker;
  } catch (error) {
    void worker.terminate();
    throw error;
  } finally {
    clearTimeout(timer);
    worker.off('exit', ended);
  }
};

type Call = {
  resolve: (v: never) => void;
  reject: (e: Error) => void;
  timer: NodeJS.Timeout | undefined;
};

type PoolOptions = {
  room?: Room | null;
  /** Tests: milliseconds for one statement. */
  statementTimeout?: number;
};

/** Ends a thread, also in the middle of a statement. A thread that does not end takes the process with it. */
const endThread = async (worker: Worker): Promise<void> => {
  const ended = await Promise.race([
    worker.terminate().then(() => true),
    pause(END_TIMEOUT).then(() => false),
  ]);
  if (ended) return;
  console.error(
    'Base de datos embebida: su hilo no termina; el portal termina para iniciar de nuevo.',
  );
  process.exit(1);
};

/**
 * The embedded database behind the shape of `pg.Pool` that kysely needs: connect → query, release.
 * There is one connection, so leases are handed out one at a time and BEGIN…COMMIT never mix. When
 * the database dies (no room for its log, an error of its own) it is opened again, which repairs it;
 * what was under way fails as an outage, and so does what is asked until it is back.
 */
export class PglitePool {
  readonly #dir: string | null;
  readonly #room: Room | null;
  readonly #statementTimeout: number;
  #worker!: Worker;
  readonly #waiting = new Map<number, Call>();
  #nextId = 1;
  /**
   * Turns go round those who ask (an account, a visitor's address): two hundred registrations from one are no more in
   * another's way than one is. The portal's own work is one of them.
   */
  readonly #turns = createLane({
    atOnce: 1,
    waiting: Number.POSITIVE_INFINITY,
    waitingEach: Number.POSITIVE_INFINITY,
    waitsForNext: true,
  });
  /** Settles when all that was asked for so far is done. */
  #all: Promise<unknown> = Promise.resolve();
  /** Counts the times it was opened: a lease of a time before is worth nothing. */
  #life = 0;
  #reopening: { since: number; done: Promise<void> } | null = null;
  #dead: Error | null = null;
  #readOnly = false;
  /** The last answer left the connection inside a transaction. */
  #inTransaction = false;

  private constructor(dir: string | null, worker: Worker, options: PoolOptions) {
    this.#dir = dir;
    this.#room = options.room ?? null;
    this.#statementTimeout = options.statementTimeout ?? STATEMENT_TIMEOUT;
    this.#attach(worker);
  }

  /**
   * Opens a folder (`null`: in memory), optionally from a dump made by `dump()`. While there is no
   * `room` on its disk the database only reads: without room for its log it would not survive.
   */
  static async open(
    dir: string | null,
    load: Uint8Array | null = null,
    options: PoolOptions = {},
  ): Promise<PglitePool> {
    return new PglitePool(dir, await startWorker({ dir, load }), options);
  }

  #attach(worker: Worker): void {
    this.#worker = worker;
    this.#life += 1;
    this.#readOnly = false;
    this.#inTransaction = false;
    // A thread that was given up may still say something: it is no longer ours.
    const isOurs = () => this.#worker === worker && !this.#reopening;
    worker.on('message', (answer: WorkerAnswer) => {
      const call = this.#waiting.get(answer.id);
      if (!call) return;
      this.#waiting.delete(answer.id);
      clearTimeout(call.timer);
      if (isOurs()) this.#inTransaction = answer.inTransaction;
      if (answer.ok) call.resolve(answer.value as never);
      else {
        const error = Object.assign(new Error(answer.error.message), answer.error);
        const full = answer.error.code === '25006' && this.#readOnly;
        const fatal = answer.fatal ? new Outage('database', error) : error;
        call.reject(full ? new Outage('disk', error) : (databaseOutage(error) ?? fatal));
        if (answer.fatal) this.#lose(error);
      }
    });
    worker.on('error', (error) => isOurs() && this.#lose(error));
    worker.on('exit', (code) => isOurs() && this.#lose(new Error(`terminó (código ${code})`)));
  }

  /** The database is gone: whoever waits is told, and it is opened again. */
  #lose(cause: Error): void {
    const ended = endThread(this.#worker);
    for (const call of this.#waiting.values()) {
      clearTimeout(call.timer);
      call.reject(new Outage('database', cause));
    }
    this.#waiting.clear();
    this.#life += 1;
    const dir = this.#dir;
    if (dir === null || this.#dead) {
      this.#dead ??= cause;
      return;
    }
    if (this.#reopening) return;
    console.error('Base de datos embebida: se abre de nuevo:', cause.message);
    this.#reopening = { since: Date.now(), done: ended.then(() => this.#reopen(dir)) };
  }

  async #reopen(dir: string): Promise<void> {
    for (;;) {
      // Without room for its log the engine may neither open nor fail.
      const opened =
        this.#room?.mayOpen() === false
          ? null
          : await startWorker({ dir, load: null }).catch(() => null);
      if (this.#dead) {
        await opened?.terminate();
        return;
      }
      if (opened) {
        this.#reopening = null;
        this.#attach(opened);
        console.error('Base de datos embebida: abierta.');
        return;
      }
      await pause(REOPEN_EVERY);
    }
  }

  #call<T>(request: Without<WorkerRequest, 'id'>, limit: number | null): Promise<T> {
    if (this.#dead) return Promise.reject(this.#dead);
    if (this.#reopening) return Promise.reject(new Outage('database'));
    const id = this.#nextId++;
    return new Promise<T>((resolve, reject) => {
      const timer =
        limit === null
          ? undefined
          : setTimeout(() => this.#lose(new Error(`no contestó en ${limit / 1000} s`)), limit);
      this.#waiting.set(id, { resolve: resolve as (v: never) => void, reject, timer });
      this.#worker.postMessage({ ...request, id });
    });
  }

  /** The one turn at the connection, when it comes; the result ends it. */
  #turn(): Promise<() => void> {
    const given = Promise.withResolvers<() => void>();
    const patience = new AbortController();
    const timer = setTimeout(
      () =>
        patience.abort(
          new Outage(
            'busy',
            new Error(
              'The embedded database was busy for 30 s: is a transaction using db instead of trx?',
            ),
          ),
        ),
      LEASE_TIMEOUT,
    );
    const used = this.#turns.run(
      whoseTurn(),
      () => {
        clearTimeout(timer);
        return new Promise<void>((release) => given.resolve(release));
      },
      patience.signal,
    );
    used.catch(given.reject);
    this.#all = Promise.allSettled([this.#all, used]);
    return given.promise;
  }

  /** Ready to be used: open, and in the state that the disk allows. */
  async #prepare(): Promise<void> {
    if (this.#reopening) {
      const { since, done } = this.#reopening;
      await Promise.race([done, pause(Math.max(0, since + REOPEN_PATIENCE - Date.now()))]);
      if (this.#reopening) throw new Outage('database');
    }
    const full = this.#room?.isFull() ?? false;
    if (full === this.#readOnly) return;
    const sql = `set default_transaction_read_only = ${full ? 'on' : 'off'}`;
    await this.#call({ op: 'exec', sql }, this.#statementTimeout);
    this.#readOnly = full;
  }

  /**
   * Ends what a lease leaves behind: a script that failed after its own `begin`, or a rollback that could not be sent, would
   * make every statement of everybody else fail (25P02). What cannot be ended is opened again.
   */
  async #restore(life: number): Promise<void> {
    if (life !== this.#life || this.#dead || this.#reopening) return;
    if (!this.#inTransaction && this.#waiting.size === 0) return;
    const wasLeft = this.#inTransaction;
    try {
      await this.#call({ op: 'exec', sql: 'rollback' }, this.#statementTimeout);
      if (this.#inTransaction) throw new Error('a transaction stayed open after a rollback');
      if (wasLeft)
        console.error('Base de datos embebida: se deshizo una transacción que quedó abierta.');
    } catch (error) {
      if (life === this.#life) this.#lose(error as Error);
    }
  }

  /** `unlimited`: scripts may take as long as they need (migrations). */
  async connect({ unlimited = false } = {}): Promise<{
    query: (sql: string, params?: readonly unknown[]) => Promise<WorkerResult>;
    exec: (sql: string) => Promise<WorkerResult[]>;
    release: () => void;
  }> {
    const release = await this.#turn();
    try {
      await this.#prepare();
    } catch (error) {
      release();
      throw error;
    }
    const life = this.#life;
    const call = <T>(request: Without<WorkerRequest, 'id'>, limit: number | null): Promise<T> =>
      life === this.#life || this.#dead
        ? this.#call<T>(request, limit)
        : Promise.reject(new Outage('database'));
    return {
      query: (sql, params = []) =>
        call({ op: 'query', sql, params: [...params] }, this.#statementTimeout),
      exec: (sql) => call({ op: 'exec', sql }, unlimited ? null : this.#statementTimeout),
      release: () => void this.#restore(life).then(release),
    };
  }

  /** A gzipped tar of the whole data folder, consistent at this moment. */
  async dump(): Promise<Uint8Array> {
    const lease = await this.connect();
    try {
      return await this.#call<Uint8Array>({ op: 'dump' }, null);
    } finally {
      lease.release();
    }
  }

  /** Closes it in order; false when it was not there to be closed. */
  async end(): Promise<boolean> {
    if (this.#dead) return false;
    if (this.#reopening) {
      this.#dead = new Error('closed');
      return false;
    }
    await this.#all;
    const release = await this.#turn();
    try {
      await this.#call({ op: 'close' }, CLOSE_TIMEOUT);
      return true;
    } catch {
      // It died of it: opened next time, it repairs itself.
      return false;
    } finally {
      this.#dead ??= new Error('closed');
      release();
    }
  }
}
