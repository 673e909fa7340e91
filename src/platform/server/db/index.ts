import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { CompiledQuery, Kysely, type Transaction } from 'kysely';
import pg from 'pg';
import { EnvError } from '../env.ts';
import { createCommits, TellingDialect } from './commits.ts';
import { lockDataDir } from './lock.ts';
import { PglitePool } from './pglite.ts';

/**
 * Every table of the portal. Each feature's `server/data.ts` adds its own by declaration merging:
 * `declare module '…/platform/server/db/index.ts' { interface Tables { cuentas: … } }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it by declaration merging
export interface Tables {}

export type Db = Kysely<Tables>;
/** A transaction. A function that takes `Trx` can only be called inside one. */
export type Trx = Transaction<Tables>;

export type Database = {
  kind: 'pglite' | 'postgres';
  db: Db;
  /** Raw SQL: several statements without parameters, or one with. */
  execute: (
    sql: string,
    params?: readonly unknown[],
  ) => Promise<{ rows: Record<string, unknown>[] }>;
  /** Runs `work` on one connection, for what needs a session (advisory locks, migrations). */
  session: <T>(work: (execute: Database['execute']) => Promise<T>) => Promise<T>;
  /** Calls back after each transaction that this process commits; gives how to stop it. */
  onCommit: (listener: () => void) => () => void;
  /** A dump of the embedded database (gzipped tar); null on PostgreSQL, which has its own tools. */
  dump: (() => Promise<Uint8Array>) | null;
  close: () => Promise<void>;
};

// The same JavaScript values as the embedded database gives: bigint as number, date as text.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);

type Options = {
  databaseUrl: string | null;
  dataDir: string;
  poolSize: number;
  /** Tests: an in-memory database that starts from this dump. */
  memory?: { load: Uint8Array | null };
};

/** Opens the embedded database, or PostgreSQL when `databaseUrl` is given; refuses at once if it cannot. */
export const openDatabase = async (options: Options): Promise<Database> =>
  options.databaseUrl === null
    ? openPglite(options)
    : openPostgres(options.databaseUrl, options.poolSize);

const openPglite = async ({ dataDir, memory }: Options): Promise<Database> => {
  const unlock = memory ? () => {} : lockDataDir(dataDir);
  let pool: PglitePool;
  try {
    const folder = join(dataDir, 'base');
    if (!memory) mkdirSync(folder, { recursive: true, mode: 0o700 });
    pool = await PglitePool.open(memory ? null : folder, memory?.load ?? null);
  } catch (error) {
    unlock();
    throw error;
  }
  const session: Database['session'] = async (work) => {
    const lease = await pool.connect();
    try {
      return await work(async (sql, params = []) => {
        if (params.length > 0) return lease.query(sql, params);
        const results = await lease.exec(sql);
        return { rows: results.flatMap((r) => r.rows) };
      });
    } finally {
      lease.release();
    }
  };
  const { onCommit, committed } = createCommits();
  return {
    kind: 'pglite',
    // kysely's driver only calls connect() → query(), release(); PglitePool has exactly that.
    db: new Kysely<Tables>({ dialect: new TellingDialect({ pool: pool as never }, committed) }),
    execute: (sql, params) => session((execute) => execute(sql, params)),
    session,
    onCommit,
    dump: () => pool.dump(),
    close: async () => {
      await pool.end();
      unlock();
    },
  };
};

/** Statements prepared under a name, per process; beyond it a statement is planned each time. */
const MAX_NAMED = 400;

/**
 * A pool whose parametrised statements are prepared once per connection (half the database's work
 * for short ones). Names are bounded: a list of variable length would make a new text each time.
 */
const withNamedStatements = (pool: pg.Pool) => {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    const known = names.get(text);
    if (known !== undefined || names.size >= MAX_NAMED) return known;
    const name = `s${names.size + 1}`;
    names.set(text, name);
    return name;
  };
  return {
    async connect() {
      const client = await pool.connect();
      return {
        query(text: string | pg.QueryConfig, values: unknown[] = []) {
          if (typeof text !== 'string') return client.query(text);
          const name = values.length > 0 ? nameOf(text) : undefined;
          return client.query({ text, values, ...(name === undefined ? {} : { name }) });
        },
        release: () => client.release(),
      };
    },
    end: () => pool.end(),
  };
};

const openPostgres = async (connectionString: string, max: number): Promise<Database> => {
  const pool = new pg.Pool({ connectionString, max, connectionTimeoutMillis: 8_000 });
  pool.on('error', (error) => console.error('PostgreSQL:', error.message));
  try {
    const { rows } = await pool.query<{ v: string }>('show server_version_num');
    if (Number(rows[0]!.v) < 130_000) {
      throw new EnvError('El servidor de DATABASE_URL es anterior a PostgreSQL 13; actualícelo.');
    }
  } catch (error) {
    await pool.end();
    if (error instanceof EnvError) throw error;
    throw new EnvError(
      `No se pudo abrir la base de datos de DATABASE_URL (${(error as Error).message || (error as NodeJS.ErrnoException).code}). Compruebe que el servidor esté encendido, y el usuario, la clave y el nombre de la base.`,
    );
  }
  const session: Database['session'] = async (work) => {
    const client = await pool.connect();
    try {
      return await work(async (sql, params = []) => {
        const result = await client.query(sql, params as unknown[]);
        return Array.isArray(result) ? { rows: result.flatMap((r) => r.rows) } : result;
      });
    } finally {
      client.release();
    }
  };
  const { onCommit, committed } = createCommits();
  return {
    kind: 'postgres',
    db: new Kysely<Tables>({
      dialect: new TellingDialect({ pool: withNamedStatements(pool) as never }, committed),
    }),
    execute: (sql, params) => session((execute) => execute(sql, params)),
    session,
    onCommit,
    dump: null,
    close: () => pool.end(),
  };
};

/** Raw SQL inside a transaction or on the pool, for libraries that bring their own statements. */
export const executeOn =
  (db: Db | Trx) =>
  async (sql: string, params: readonly unknown[] = []): Promise<{ rows: never[] }> => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(sql, [...params]));
    return { rows: rows as never[] };
  };

/** True when something else refers to what was to be deleted, or what is referred to is not there. */
export const isForeignKeyViolation = (error: unknown): boolean =>
  (error as { code?: string })?.code === '23503';

/** True when the error is a violated unique constraint (of that name, when given). */
export const isUniqueViolation = (error: unknown, constraint?: string): boolean => {
  const e = error as { code?: string; constraint?: string };
  return e?.code === '23505' && (constraint === undefined || e.constraint === constraint);
};

const CONFLICTS = new Set(['23505', '23503', '40001', '40P01']);

/**
 * True when somebody else wrote at the same moment what this transaction was writing: a violated
 * unique or foreign key, a deadlock. Nothing of the transaction is left.
 */
export const isConflict = (error: unknown): boolean =>
  CONFLICTS.has((error as { code?: string })?.code ?? '');
