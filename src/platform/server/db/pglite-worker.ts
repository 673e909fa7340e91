/**
 * The thread that runs the embedded database, so that a long query does not stop the HTTP server.
 * One message, one answer, in order; leases and transactions are the pool's business (pglite.ts).
 */
import { parentPort, workerData } from 'node:worker_threads';
import { PGlite, types } from '@electric-sql/pglite';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';

export type WorkerRequest =
  | { id: number; op: 'query'; sql: string; params: unknown[] }
  | { id: number; op: 'exec'; sql: string }
  | { id: number; op: 'dump' }
  | { id: number; op: 'close' };

export type WorkerResult = { command: string; rowCount: number; rows: Record<string, unknown>[] };
export type WorkerAnswer = {
  id: number;
  /** The connection is inside a transaction, in force or aborted, after this message. */
  inTransaction: boolean;
} & (
  | { ok: true; value: WorkerResult | WorkerResult[] | Uint8Array | null }
  | {
      ok: false;
      /** The database did not survive it: whatever is asked next has no answer. */
      fatal: boolean;
      error: { message: string; code?: string; [field: string]: unknown };
    }
);

const port = parentPort!;
const { dir, load } = workerData as { dir: string | null; load: Uint8Array<ArrayBuffer> | null };

/** Whether a dump is packed, its first byte says. */
const tarType = (bytes: Uint8Array) =>
  bytes[0] === 0x1f ? 'application/gzip' : 'application/x-tar';

const db = await PGlite.create({
  ...(dir === null ? {} : { dataDir: dir }),
  ...(load === null ? {} : { loadDataDir: new Blob([load], { type: tarType(load) }) }),
  extensions: { pg_trgm, unaccent },
  // The same JavaScript values as `pg` with the parsers of postgres.ts.
  parsers: { [types.INT8]: Number, [types.DATE]: (text: string) => text },
});

const result = (r: Awaited<ReturnType<typeof db.query>>): WorkerResult => {
  const extra = r as typeof r & { command?: string; rowCount?: number };
  return {
    command: extra.command ?? '',
    rowCount: extra.rowCount ?? r.affectedRows ?? r.rows.length,
    rows: r.rows as Record<string, unknown>[],
  };
};

/** Asked of the engine itself; one that has ended is in none. */
const inTransaction = (): boolean => {
  try {
    return !db.closed && db.isInTransaction();
  } catch {
    return false;
  }
};

const perform = async (message: WorkerRequest) => {
  switch (message.op) {
    case 'query':
      return result(await db.query(message.sql, message.params));
    case 'exec':
      return (await db.exec(message.sql)).map(result);
    case 'dump':
      return new Uint8Array(await (await db.dumpDataDir('gzip')).arrayBuffer());
    case 'close':
      await db.close();
      return null;
  }
};

port.on('message', async (message: WorkerRequest) => {
  try {
    const value = await perform(message);
    port.postMessage({
      id: message.id,
      ok: true,
      value,
      inTransaction: inTransaction(),
    } satisfies WorkerAnswer);
  } catch (error) {
    const e = error as Error & Record<string, unknown>;
    const fields = Object.fromEntries(
      ['code', 'detail', 'constraint', 'table', 'column', 'severity', 'hint'].flatMap((key) =>
        typeof e[key] === 'string' ? [[key, e[key]]] : [],
      ),
    );
    const fatal =
      ['PANIC', 'FATAL'].includes(String(e.severity)) || /^(?:Runtime|Exit)/.test(e.name);
    const answer = { ...fields, message: e.message };
    port.postMessage({
      id: message.id,
      ok: false,
      fatal,
      error: answer,
      inTransaction: !fatal && inTransaction(),
    } satisfies WorkerAnswer);
  }
  if (message.op === 'close') port.close();
});
port.postMessage({ id: 0, ok: true, value: null, inTransaction: false } satisfies WorkerAnswer);
