import { setTimeout as pause } from 'node:timers/promises';
import { PgBoss } from 'pg-boss';
import type { Database, Trx } from './db/index.ts';
import { executeOn } from './db/index.ts';
import type { Log } from './log.ts';
import { isOutage } from './outage.ts';
import { actAsSystem } from './request-context.ts';

export type JobOptions = {
  /** Times it is tried again after a failure (default 5). */
  retryLimit?: number;
  /** Seconds before the first retry; doubled each time (default 2). */
  retryDelay?: number;
  /** Seconds after which a run is taken for dead and tried again (default 300). */
  expireInSeconds?: number;
  /** How many run at once in this process (default 1). */
  concurrency?: number;
  /** Cron expression in Mexico City's time, for work that repeats. */
  cron?: string;
  /** Queue (defined before) that receives what will not be delivered again. */
  deadLetter?: string;
  /** False: jobs are kept but not run by this process (default true). */
  work?: boolean;
};

/** One delivery of a job to this process. */
export type JobRun = {
  /** The job's id, as `send` gave it. */
  id: string;
  /** True when the queue will not deliver it again if this run throws. */
  lastTry: boolean;
  /** Aborted when the run has expired or the process stops without having waited for it. */
  signal: AbortSignal;
};

/** Seconds until a job that met an outage is run again. */
const PUT_OFF = 15;
/** Milliseconds between tries to write that down, when it is the database that is away. */
const TRY_AGAIN = 1_000;

/** An id that no job has. */
const NO_JOB = '00000000-0000-0000-0000-000000000000';

type Fetched = {
  id: string;
  data: unknown;
  signal: AbortSignal;
  retryCount: number;
  retryLimit: number;
};

type Definition = {
  run: (job: Fetched) => Promise<void>;
  options: JobOptions;
};

const asError = (error: unknown) => (error instanceof Error ? error : new Error(String(error)));

export type JobsOptions = {
  /**
   * A running process shows every half of this that it is alive; a job whose process has not for
   * this long is given to another (at least 10, the library's minimum; default 20).
   */
  heartbeatSeconds?: number;
  /** How often dead runs are looked for (default 10). */
  superviseSeconds?: number;
};

/**
 * The job queue: pg-boss on the portal's own database. A job is written in the transaction that
 * asks for it and delivered at least once, so every handler must be idempotent. A job whose process
 * died is delivered again within half a minute (at once when the embedded database is opened).
 */
export const createJobs = (database: Database, log: Log, options: JobsOptions = {}) => {
  const definitions = new Map<string, Definition>();
  const superviseSeconds = options.superviseSeconds ?? 10;
  // One process has the embedded database: its dead are known at start, and a long transaction
  // holds up the signs of life too, so that a short patience would only take the living for dead.
  const heartbeatSeconds = options.heartbeatSeconds ?? (database.kind === 'pglite' ? 120 : 20);
  const boss = new PgBoss({
    // Multi-statement scripts come without parameters; Database.execute handles both.
    db: {
      executeSql: (text: string, values?: unknown[]) => database.execute(text, values) as never,
    },
    schema: 'trabajos',
    superviseIntervalSeconds: superviseSeconds,
    monitorIntervalSeconds: superviseSeconds,
  });
  let saidAt = 0;
  boss.on('error', (error) => {
    // Every queue asks every three seconds: one line a minute says it.
    if (!isOutage(error)) log.error({ err: error }, 'trabajos');
    else if (Date.now() - saidAt > 60_000) {
      saidAt = Date.now();
      log.warn({ motivo: error.message }, 'los trabajos esperan');
    }
  });
  /** Ids of this process's workers by queue, to wake them as soon as there is work. */
  const workers = new Map<string, string[]>();
  let running = false;

  const run = async (name: string, definition: Definition, job: Fetched) => {
    try {
      // What nobody is waiting for is the system's; a visible job goes on as its owner (trabajos.ts).
      await actAsSystem(() => definition.run(job));
    } catch (thrown) {
      const error = asError(thrown);
      // The job's id, never its data: data may name a person.
      log.warn({ err: error, job: job.id, queue: name }, 'trabajo fallido');
      if (isOutage(error)) await putOff(name, job);
      else await boss.fail(name, job.id, error);
    }
  };

  /** Nobody's failure: it is run again later, and none of its tries is spent. */
  const putOff = async (name: string, { id, signal }: Fetched) => {
    for (;;) {
      try {
        await database.execute(
          `update trabajos.job set state = 'retry', started_on = null,
             start_after = now() + make_interval(secs => $3)
           where name = $1 and id = $2 and state = 'active'`,
          [name, id, PUT_OFF],
        );
        return;
      } catch (error) {
        // Not written down, it would be missed after a while and that counted as a failure of its own.
        if (!isOutage(error) || signal.aborted) throw error;
        await pause(TRY_AGAIN);
      }
    }
  };

  /**
   * The process that had these is dead: the data folder's lock is ours, so they need not wait to be missed. A death spends a
   * try, as a failure does: a job that kills its process is given up at its limit.
   */
  const releaseDead = async (name: string): Promise<void> => {
    if (database.kind !== 'pglite') return;
    const { rows } = await database.execute(
      "select id from trabajos.job where name = $1 and state = 'active' and retry_count >= retry_limit",
      [name],
    );
    for (const { id } of rows) {
      log.error(
        { job: id, queue: name },
        'un trabajo terminó su proceso en cada intento: se abandona',
      );
      await boss.fail(name, String(id), new Error('the process died at each try'));
    }
    await database.execute(
      "update trabajos.job set state = 'retry', start_after = now() where name = $1 and state = 'active'",
      [name],
    );
  };

  return {
    /** Declares a kind of job. Before `start`. */
    define<T extends object>(
      name: string,
      handler: (data: T, run: JobRun) => Promise<void>,
      options: JobOptions = {},
    ): void {
      if (definitions.has(name)) throw new Error(`Two jobs are called ${name}.`);
      const run: Definition['run'] = (job) =>
        handler(job.data as T, {
          id: job.id,
          lastTry: job.retryCount >= job.retryLimit,
          signal: job.signal,
        });
      definitions.set(name, { run, options });
    },
    /**
     * Asks for a job inside `trx`: it exists if and only if the transaction commits. Of those that wait, the
     * one of the lowest `turno` is run first (default 0), then the oldest. Gives its id.
     */
    async send(
      trx: Trx,
      name: string,
      data: object,
      options: { startAfterSeconds?: number; turno?: number } = {},
    ): Promise<string> {
      if (!definitions.has(name)) throw new Error(`jobs.define('${name}', …) is missing`);
      const id = await boss.send(name, data, {
        db: { executeSql: executeOn(trx) as never },
        ...(options.startAfterSeconds ? { startAfter: options.startAfterSeconds } : {}),
        ...(options.turno ? { priority: -options.turno } : {}),
      });
      // By then the caller's transaction has usually committed; if not, the next poll finds it.
      setTimeout(() => {
        for (const worker of workers.get(name) ?? []) boss.notifyWorker(worker);
      }, 60).unref();
      if (id === null) throw new Error(`The queue did not take the job of '${name}'`);
      return id;
    },
    async start(): Promise<void> {
      // The first of several processes makes the queue's schema, the others wait.
      await database.alone(() => boss.start());
      for (const [name, definition] of definitions) {
        const { options } = definition;
        const queue = {
          retryLimit: options.retryLimit ?? 5,
          retryDelay: options.retryDelay ?? 2,
          retryBackoff: true,
          expireInSeconds: options.expireInSeconds ?? 300,
          heartbeatSeconds,
          ...(options.deadLetter ? { deadLetter: options.deadLetter } : {}),
        };
        await boss.createQueue(name, queue);
        await boss.updateQueue(name, queue);
        // Makes the queue known to this process now: `send` would look it up on a connection of
        // its own, and inside a transaction the embedded database has no second one to give.
        await boss.findJobs(name, { id: NO_JOB });
        await releaseDead(name);
        if (options.cron)
          await boss.schedule(name, options.cron, {}, { tz: 'America/Mexico_City' });
        if (options.work === false) continue;
        const ids: string[] = [];
        workers.set(name, ids);
        for (let i = 0; i < (options.concurrency ?? 1); i++) {
          const id: string = await boss.work(
            name,
            {
              pollingIntervalSeconds: 3,
              includeMetadata: true,
            },
            async ([job]) => {
              try {
                if (job) await run(name, definition, job);
              } finally {
                // There may be more: look again at once instead of at the next poll.
                boss.notifyWorker(id);
              }
            },
          );
          ids.push(id);
        }
      }
      running = true;
    },
    async stop(): Promise<void> {
      if (running) await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
};

export type Jobs = ReturnType<typeof createJobs>;
