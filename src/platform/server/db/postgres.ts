import type { Socket } from 'node:net';
import pg from 'pg';
import { EnvError } from '../env.ts';
import { databaseOutage, Outage } from '../outage.ts';
import { createPeers } from './peers.ts';
import { createPulse } from './pulse.ts';
import type { Alone, Session } from './types.ts';

// The same JavaScript values as the embedded database gives: bigint as number, date as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

/** Milliseconds to wait for a connection, of the pool's or a new one. */
const WAIT = 8_000;

/** Any number, the same in every process: only one of them prepares a database at a time. */
const LOCK = 728_001;

/** Statements prepared under a name, per process; beyond it a statement is planned each time. */
const MAX_NAMED = 400;

/** What asks for rows: also without parameters it is planned once. Scripts and what begins or ends a transaction are not. */
const READS = /^\s*(?:select|with)\b/i;

/** Names are bounded: a list of variable length would make a new text each time. */
const createNames = () => {
  const names = new Map<string, string>();
  return (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_NAMED) return known;
    const name = `s${names.size + 1}`;
    names.set(text, name);
    return name;
  };
};

/**
 * What is sent in one turn of the event loop (a transaction's beginning and its first statement, what is sent
 * together) leaves in one system call: each costs as much as a short statement.
 */
const gatherWrites = (client: pg.PoolClient): (() => void) => {
  const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
  let gathering = false;
  return () => {
    if (gathering) return;
    gathering = true;
    stream.cork();
    process.nextTick(() => {
      gathering = false;
      stream.uncork();
    });
  };
};

/** Rethrows what the driver threw; an outage as such. */
const explain = (error: unknown): never => {
  throw databaseOutage(error) ?? error;
};

/** Connections for what reads by a key, besides those of the pool: they stay, with what is prepared on them. */
const READERS: PoolKind = {
  max: 2,
  idleTimeoutMillis: 0,
  // By a key there is one way, whatever the values: planned anew for each of them it would take longer than it does. And whatever
  // there is: one that was planned while a table was empty goes through all of it when thousands have come since.
  begins:
    'set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_hashjoin = off; set enable_mergejoin = off; set jit = off',
};

type PoolKind = { max: number; idleTimeoutMillis?: number; begins?: string };

/**
 * A pool whose failures say what they are, whose dead connections are not handed out again, and whose
 * statements are prepared once per connection (half the database's work for short ones).
 */
const createPool = (
  connectionString: string,
  { begins, ...kind }: PoolKind,
  pulse: ReturnType<typeof createPulse>,
) => {
  const pool = new pg.Pool({
    connectionString,
    ...kind,
    connectionTimeoutMillis: WAIT,
    keepAlive: true,
    // What is sent together (together.ts) is answered in one journey.
    pipeline: true,
    application_name: 'portal',
  });
  pool.on('error', ({ code }: Error & { code?: string }) => {
    // Of one that is being closed here nobody has to know.
    if (pool.ending) return;
    console.error(
      `Se perdió una conexión con PostgreSQL que nadie usaba${code ? ` (${code})` : ''}: se abre otra cuando haga falta.`,
    );
  });
  // The pool listens to idle connections only. One in use that breaks tells its statement too, but
  // an `error` event that nobody hears ends the process.
  pool.on('connect', (client) => {
    client.on('error', () => {});
    // Before whatever is asked on it; when it cannot be, neither can that.
    if (begins) client.query(begins).catch(() => {});
  });
  const nameOf = createNames();

  const connect = async () => {
    if (pulse.isAway()) throw new Outage('database');
    const client = await pool.connect().catch(explain);
    const gather = gatherWrites(client);
    let broken = false;
    const run = async (query: pg.QueryConfig) => {
      const heard = pulse.asked(client);
      gather();
      try {
        return await client.query(query);
      } catch (error) {
        const outage = databaseOutage(error);
        if (outage?.part === 'database') broken = true;
        throw outage ?? error;
      } finally {
        heard();
      }
    };
    return {
      query(text: string | pg.QueryConfig, values: unknown[] = []) {
        if (typeof text !== 'string') return run(text);
        const name = values.length > 0 || READS.test(text) ? nameOf(text) : undefined;
        return run({ text, values, ...(name === undefined ? {} : { name }) });
      },
      /** One statement or a script, planned each time. */
      execute: (text: string, values: unknown[]) => run({ text, values }),
      // One inside a transaction, in force or aborted, would give it to the next that takes it.
      release: (discard = false) =>
        client.release(discard || broken || /[TE]/.test(client.getTransactionStatus() ?? '')),
    };
  };
  return { connect, end: () => pool.end() };
};

/** Opens PostgreSQL; refuses at once, with an explanation, if it cannot. */
export const openPostgres = async (connectionString: string, max: number) => {
  const pulse = createPulse(connectionString);
  const pool = createPool(connectionString, { max }, pulse);
  const readers = createPool(connectionString, READERS, pulse);
  const peers = createPeers(connectionString);
  const end = async () => {
    pulse.stop();
    await Promise.all([pool.end(), readers.end(), peers.stop()]);
  };
  const session: Session = async (work) => {
    const lease = await pool.connect();
    let done = false;
    try {
      const result = await work(async (sql, params = []) => {
        const result = await lease.execute(sql, params as unknown[]);
        return Array.isArray(result) ? { rows: result.flatMap((r) => r.rows) } : result;
      });
      done = true;
      return result;
    } finally {
      // A script that failed after its own `begin` is heard of before the state of its connection is.
      lease.release(!done);
    }
  };
  try {
    const { rows } = await session((execute) => execute('show server_version_num'));
    if (Number(rows[0]!.server_version_num) < 130_000) {
      throw new EnvError('El servidor de DATABASE_URL es anterior a PostgreSQL 13; actualícelo.');
    }
  } catch (error) {
    await end();
    if (error instanceof EnvError) throw error;
    const reason = (error instanceof Outage ? error.cause : error) as NodeJS.ErrnoException;
    throw new EnvError(
      `No se pudo abrir la base de datos de DATABASE_URL (${reason.message || reason.code}). Compruebe que el servidor esté encendido, y el usuario, la clave y el nombre de la base.`,
    );
  }

  let preparing = false;
  const alone: Alone = async (work) => {
    if (preparing) return work();
    // A connection of its own: the work has all of the pool.
    const client = new pg.Client({ connectionString, keepAlive: true });
    client.on('error', () => {});
    try {
      await client.connect().catch(explain);
      await client.query('select pg_advisory_lock($1)', [LOCK]).catch(explain);
      preparing = true;
      return await work();
    } finally {
      preparing = false;
      // With the connection goes the lock.
      await client.end().catch(() => {});
    }
  };

  return { pool, readers, peers, session, alone, end };
};

export type Postgres = Awaited<ReturnType<typeof openPostgres>>;
