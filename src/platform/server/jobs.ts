import { PgBoss } from 'pg-boss';
import type { Database, Trx } from './db/index.ts';
import { executeOn } from './db/index.ts';
import type { Log } from './log.ts';

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
  /** False: jobs are kept but not run by this process (default true). */
  work?: boolean;
};

type Definition = { handler: (data: never) => Promise<void>; options: JobOptions };

/**
 * The job queue: pg-boss on the portal's own database. A job is written in the transaction that
 * asks for it and delivered at least once, so every handler must be idempotent.
 */
export const createJobs = (database: Database, log: Log) => {
  const definitions = new Map<string, Definition>();
  const boss = new PgBoss({
    // Multi-statement scripts come without parameters; Database.execute handles both.
    db: {
      executeSql: (text: string, values?: unknown[]) => database.execute(text, values) as never,
    },
    schema: 'trabajos',
  });
  boss.on('error', (error) => log.error({ err: error }, 'trabajos'));
  /** Ids of this process's workers by queue, to wake them as soon as there is work. */
  const workers = new Map<string, string[]>();
  let running = false;

  return {
    /** Declares a kind of job. Before `start`. */
    define<T extends object>(
      name: string,
      handler: (data: T) => Promise<void>,
      options: JobOptions = {},
    ): void {
      definitions.set(name, { handler: handler as (data: never) => Promise<void>, options });
    },
    /** Asks for a job inside `trx`: it exists if and only if the transaction commits. */
    async send(trx: Trx, name: string, data: object, options: { startAfterSeconds?: number } = {}) {
      if (!definitions.has(name)) throw new Error(`jobs.define('${name}', …) is missing`);
      await boss.send(name, data, {
        db: { executeSql: executeOn(trx) as never },
        ...(options.startAfterSeconds ? { startAfter: options.startAfterSeconds } : {}),
      });
      // By then the caller's transaction has usually committed; if not, the next poll finds it.
      setTimeout(() => {
        for (const id of workers.get(name) ?? []) boss.notifyWorker(id);
      }, 60).unref();
    },
    async start(): Promise<void> {
      await boss.start();
      for (const [name, { handler, options }] of definitions) {
        const queue = {
          retryLimit: options.retryLimit ?? 5,
          retryDelay: options.retryDelay ?? 2,
          retryBackoff: true,
          expireInSeconds: options.expireInSeconds ?? 300,
        };
        await boss.createQueue(name, queue);
        await boss.updateQueue(name, queue);
        if (options.cron)
          await boss.schedule(name, options.cron, {}, { tz: 'America/Mexico_City' });
        if (options.work === false) continue;
        const ids: string[] = [];
        workers.set(name, ids);
        for (let i = 0; i < (options.concurrency ?? 1); i++) {
          const id: string = await boss.work(name, { pollingIntervalSeconds: 3 }, async (jobs) => {
            for (const job of jobs) {
              try {
                await handler(job.data as never);
              } catch (error) {
                // The job's id, never its data: data may name a person.
                log.warn({ err: error, job: job.id, queue: name }, 'trabajo fallido');
                throw error;
              } finally {
                // There may be more: look again at once instead of at the next poll.
                boss.notifyWorker(id);
              }
            }
          });
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
