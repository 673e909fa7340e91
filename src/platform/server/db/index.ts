import { CompiledQuery, Kysely, type Transaction } from 'kysely';
import { EnvError } from '../env.ts';
import { createCommits, TellingDialect } from './commits.ts';
import {
  baseDir,
  folderClosed,
  folderError,
  folderOpened,
  inspectFolder,
  requireFiles,
} from './folder.ts';
import { shareConnections } from './lanes.ts';
import { lockDataDir } from './lock.ts';
import type { Peers } from './peers.ts';
import { PglitePool } from './pglite.ts';
import { openPostgres, type Postgres } from './postgres.ts';
import { watchRoom } from './room.ts';
import type { Alone, Execute, Session } from './types.ts';

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
  execute: Execute;
  session: Session;
  alone: Alone;
  /** The other processes on the same database; null: it is this one's alone. */
  peers: Peers | null;
  /** Calls back after each transaction that this process commits; gives how to stop it. */
  onCommit: (listener: () => void) => () => void;
  /** The embedded database's own folder; null in memory and on PostgreSQL. */
  folder: string | null;
  /** Tests: a dump of the database in memory (gzipped tar); null on PostgreSQL. */
  dump: (() => Promise<Uint8Array>) | null;
  close: () => Promise<void>;
};

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
    : overPostgres(await openPostgres(options.databaseUrl, options.poolSize));

const overPostgres = ({ pool, readers, peers, session, alone, end }: Postgres): Database => {
  const { onCommit, committed } = createCommits();
  // kysely's driver only calls connect() → query(), release(); this pool has exactly that.
  const over = (one: typeof pool) =>
    new Kysely<Tables>({ dialect: new TellingDialect({ pool: one as never }, committed) });
  const db = over(pool);
  shareConnections(db, { readers: over(readers), committed });
  return {
    kind: 'postgres',
    db,
    peers,
    execute: (sql, params) => session((execute) => execute(sql, params)),
    session,
    alone,
    onCommit,
    folder: null,
    dump: null,
    close: end,
  };
};

/** Opens the folder once it has been looked at; whatever stops it is said with what to do. */
const openFolder = async (dataDir: string): Promise<PglitePool> => {
  inspectFolder(dataDir);
  const dir = baseDir(dataDir);
  try {
    const pool = await PglitePool.open(dir, null, { room: watchRoom(dir) });
    folderOpened(dataDir);
    return pool;
  } catch (error) {
    // What the WebAssembly throws when it ends is not always an Error.
    const reason = (error instanceof Error ? error.message : String(error))
      .replace(/Build with.*/s, '')
      .trim();
    throw folderError(
      dataDir,
      `alguno de sus archivos está dañado o es de otra versión (${reason})`,
    );
  }
};

const openPglite = async ({ dataDir, memory }: Options): Promise<Database> => {
  const unlock = memory ? () => {} : lockDataDir(dataDir);
  const pool = await (memory ? PglitePool.open(null, memory.load) : openFolder(dataDir)).catch(
    (error) => {
      unlock();
      throw error;
    },
  );
  const session: Session = async (work, options) => {
    const lease = await pool.connect(options);
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
  // kysely's driver only calls connect() → query(), release(); PglitePool has exactly that.
  const db = new Kysely<Tables>({
    dialect: new TellingDialect({ pool: pool as never }, committed),
  });
  shareConnections(db, { readers: null, committed });
  const database: Database = {
    kind: 'pglite',
    db,
    peers: null,
    execute: (sql, params) => session((execute) => execute(sql, params)),
    session,
    onCommit,
    // The data folder's lock is ours.
    alone: (work) => work(),
    folder: memory ? null : baseDir(dataDir),
    dump: () => pool.dump(),
    close: async () => {
      const whole = await pool.end();
      if (!memory && whole) folderClosed(dataDir);
      unlock();
    },
  };
  if (!memory) {
    try {
      await requireFiles(dataDir, database.execute);
    } catch (error) {
      await pool.end();
      unlock();
      throw error instanceof EnvError ? error : folderError(dataDir, (error as Error).message);
    }
  }
  return database;
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
