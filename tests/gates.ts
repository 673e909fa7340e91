import type { Database } from '../src/platform/server/db/index.ts';

/** Milliseconds that anything is waited for: less than a test has, so that it ends with what there was and not with its time. */
const PATIENCE = 45_000;

/**
 * Moments of a transaction at which it may be held on a real PostgreSQL: each gate is a lock that a trigger asks for, by its
 * key. None depends on how fast the machine is.
 */
export const createGates = async <G extends string>(
  { db, execute }: Pick<Database, 'db' | 'execute'>,
  keys: Readonly<Record<G, number>>,
) => {
  const exec = async (text: string, values: unknown[] = []) =>
    (await execute(text, values)).rows as Record<string, number>[];
  await exec(`create or replace function puerta() returns trigger language plpgsql as $$
    begin perform pg_advisory_xact_lock_shared(tg_argv[0]::int); return null; end $$`);
  /** What is being done in the database, and which jobs are there: what a wait that was in vain says. */
  const seen = async (): Promise<string> => {
    const answers = await Promise.all(
      [
        `select pid, state, wait_event_type, wait_event, pg_blocking_pids(pid) as blocked_by,
           (clock_timestamp() - query_start)::text as since, left(query, 200) as query
         from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
           and state <> 'idle'`,
        'select tipo, estado, intento, mensaje from trabajos_visibles order by creado_en desc limit 3',
        `select name, state, retry_count, start_after, output from trabajos.job
         where state in ('created', 'retry', 'active') and name not like '\\_\\_%' limit 10`,
      ].map((text) => exec(text).catch((error: Error) => [{ error: error.message }])),
    );
    return answers
      .flat()
      .map((row) => JSON.stringify(row))
      .join('\n');
  };
  const until = async (isSo: () => Promise<boolean>) => {
    const end = Date.now() + PATIENCE;
    while (!(await isSo())) {
      if (Date.now() > end) throw new Error(`Waited in vain. There is:\n${await seen()}`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  /** How many wait: at a gate, or anywhere. */
  const waiting = async (gate?: G): Promise<number> => {
    const [row] = await exec(
      `select count(distinct l.pid)::int as n from pg_locks l join pg_stat_activity a using (pid)
       where a.datname = current_database() and not l.granted
         and ($1::int is null or (l.locktype = 'advisory' and l.classid = 0 and l.objid = $1))`,
      [gate ? keys[gate] : null],
    );
    return row!.n!;
  };
  return {
    /** Puts a gate: `on` says after what, `after update on importaciones for each row when (…)`. */
    put: (gate: G, on: string) =>
      exec(`create trigger puerta_${gate} ${on} execute function puerta(${keys[gate]})`),
    until,
    waiting,
    /** Until somebody waits there; `goes` is what should get there, and is not over before. */
    atGate: async (gate: G, goes?: Promise<unknown>) => {
      let over: { answer: unknown } | undefined;
      goes?.then((answer) => {
        over = { answer };
      });
      await until(async () => {
        if ((await waiting(gate)) > 0) return true;
        if (over) throw new Error(`Never came to «${gate}»: ${JSON.stringify(over.answer)}`);
        return false;
      });
    },
    blocked: (n: number) => until(async () => (await waiting()) >= n),
    /** Closes gates while `work` is done, which may open each before its end. */
    holding: async (
      gates: readonly G[],
      work: (open: (gate: G) => Promise<void>) => Promise<void>,
    ): Promise<void> =>
      db.connection().execute(async (one) => {
        const run = (text: string) => one.executeQuery({ sql: text, parameters: [] } as never);
        for (const gate of gates) await run(`select pg_advisory_lock(${keys[gate]})`);
        try {
          await work(async (gate) => {
            await run(`select pg_advisory_unlock(${keys[gate]})`);
          });
        } finally {
          await run('select pg_advisory_unlock_all()');
        }
      }),
  };
};
