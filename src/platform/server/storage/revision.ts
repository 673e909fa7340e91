import type { Readable } from 'node:stream';
import { type Generated, sql } from 'kysely';
import { CallError } from '../../shared/errors.ts';
import type { Db, Trx } from '../db/index.ts';
import type { Log } from '../log.ts';
import { scanCounter } from '../metrics.ts';
import type { Clamd, Scan } from './clamd.ts';
import { StorageRefusal } from './errors.ts';
import type { Objects } from './objects.ts';

declare module '../db/index.ts' {
  interface Tables {
    objetos_por_revisar: {
      objeto: string;
      /** Nobody reads it. */
      cuarentena: boolean;
      /** What was found in it; null: it still has to be looked at. */
      firma: string | null;
      creado_en: Generated<Date>;
      revisado_en: Date | null;
      /** When the antivirus last could say nothing of it. */
      intentado_en: Generated<Date | null>;
    };
  }
}

/** Something harmful: where it was going (`documentos/`), or the object that it is in; without whose it is. */
export type Infectado = { donde: string; firma: string; actorUid: string | null };

/** Whether bytes are withheld because of the antivirus, and not lost. */
export const isWithheld = (error: unknown): boolean =>
  error instanceof CallError &&
  (error.details?.code === 'en-cuarentena' || error.details?.code === 'archivo-infectado');

/** So many are looked at each time. */
const BATCH = 200;

const INFECTED = new StorageRefusal(
  400,
  'archivo-infectado',
  'El antivirus encontró un programa dañino en ese archivo y no se guardó. Revise su equipo con un antivirus y envíe otra copia.',
);

const inQuarantine = () =>
  new CallError(
    'UNAVAILABLE',
    'El archivo está en cuarentena hasta que el antivirus lo revise. Inténtelo más tarde.',
    { code: 'en-cuarentena' },
  );

const harmful = () =>
  new CallError(
    'FAILED_PRECONDITION',
    'El antivirus encontró un programa dañino en este archivo: ya no se puede abrir. Envíe otra copia.',
    { code: 'archivo-infectado' },
  );

/** How many objects wait to be looked at, and in how many something was found. */
export const countPorRevisar = async (db: Db): Promise<{ esperan: number; infectados: number }> => {
  const { rows } = await sql<{ esperan: number; infectados: number }>`
    select count(*) filter (where firma is null)::int as esperan,
      count(*) filter (where firma is not null)::int as infectados from objetos_por_revisar`.execute(
    db,
  );
  return rows[0]!;
};

/** What is looked at by an antivirus before it is kept, or later; without one configured, nothing is. */
export const createRevision = (options: {
  db: Db;
  now: () => Date;
  log: Log;
  objects: Objects;
  clamd: Clamd | null;
  /** What could not be looked at is kept where nobody reads it until it is. */
  required: boolean;
  /** Leaves in the history that something harmful arrived. */
  onInfected: (trx: Trx, infectado: Infectado) => Promise<void>;
}) => {
  const { db, now, log, objects, clamd, required, onInfected } = options;

  const tell = (scan: Scan): Scan => {
    scanCounter.inc({ result: scan.result });
    if (scan.result === 'unknown') {
      log.warn({ codigo: scan.reason }, 'el antivirus no revisó un archivo; se intentará después');
    }
    return scan;
  };

  /**
   * Looks at what is about to be kept. Gives whether it was; what is harmful is refused, and said in the history.
   *
   * @throws {StorageRefusal} `archivo-infectado`.
   */
  const look = async (
    path: string,
    { name, actorUid }: { name: string; actorUid: string | null },
  ): Promise<boolean> => {
    if (!clamd) return true;
    const scan = tell(await clamd.scanFile(path));
    if (scan.result === 'unknown') return false;
    if (scan.result === 'clean') return true;
    const infectado = {
      donde: `${name.split('/')[0]}/`,
      firma: scan.signature,
      actorUid,
    };
    await db.transaction().execute((trx) => onInfected(trx, infectado));
    throw INFECTED;
  };

  /** It goes with what refers to the object: that it still has to be looked at. */
  const defer = async (trx: Trx, objeto: string): Promise<void> => {
    await trx
      .insertInto('objetos_por_revisar')
      .values({ objeto, cuarentena: required, firma: null, revisado_en: null, creado_en: now() })
      .execute();
  };

  /**
   * An object's bytes, unless nobody may have them; `on`, the transaction that asks, where no other may be open (the
   * demonstration's, on the embedded database). @throws {CallError} UNAVAILABLE, FAILED_PRECONDITION.
   */
  const get = async (
    id: string,
    range?: Parameters<Objects['get']>[1],
    on: Db | Trx = db,
  ): ReturnType<Objects['get']> => {
    const row = await on
      .selectFrom('objetos_por_revisar')
      .select('firma')
      .where('objeto', '=', id)
      .where('cuarentena', '=', true)
      .executeTakeFirst();
    if (row) throw row.firma === null ? inQuarantine() : harmful();
    return objects.get(id, range);
  };

  const forget = async (objeto: string): Promise<void> => {
    await db.deleteFrom('objetos_por_revisar').where('objeto', '=', objeto).execute();
  };

  /** Looks at one that waits. False: the antivirus is away. */
  const lookAgain = async (objeto: string, with_: Clamd): Promise<boolean> => {
    const body: Readable | null = await objects.get(objeto);
    // What it was of is gone.
    if (!body) {
      await forget(objeto);
      return true;
    }
    const scan = tell(await with_.scan(body));
    // It may be this file that it cannot say anything of: the others are not to wait behind it.
    if (scan.result === 'unknown') {
      await db
        .updateTable('objetos_por_revisar')
        .set({ intentado_en: now() })
        .where('objeto', '=', objeto)
        .execute();
      return with_.check().then(
        () => true,
        () => false,
      );
    }
    if (scan.result === 'clean') {
      await forget(objeto);
      return true;
    }
    await db.transaction().execute(async (trx) => {
      const found = await trx
        .updateTable('objetos_por_revisar')
        .set({ cuarentena: true, firma: scan.signature, revisado_en: now() })
        .where('objeto', '=', objeto)
        .where('firma', 'is', null)
        .returning('objeto')
        .executeTakeFirst();
      if (found) await onInfected(trx, { donde: objeto, firma: scan.signature, actorUid: null });
    });
    return true;
  };

  /** Looks at what waits, the oldest first, until the antivirus is away. */
  const lookAtWaiting = async (): Promise<void> => {
    if (!clamd) {
      // Nobody will look at them: what waited for that is readable again.
      await db
        .updateTable('objetos_por_revisar')
        .set({ cuarentena: false })
        .where('firma', 'is', null)
        .where('cuarentena', '=', true)
        .execute();
      return;
    }
    const rows = await db
      .selectFrom('objetos_por_revisar')
      .select('objeto')
      .where('firma', 'is', null)
      .orderBy('intentado_en', (order) => order.asc().nullsFirst())
      .orderBy('creado_en')
      .limit(BATCH)
      .execute();
    for (const { objeto } of rows) if (!(await lookAgain(objeto, clamd))) return;
  };

  /** What was found in an object goes with it. */
  const clean = async (): Promise<void> => {
    const rows = await db
      .selectFrom('objetos_por_revisar')
      .select('objeto')
      .where('firma', 'is not', null)
      .execute();
    for (const { objeto } of rows) {
      const body = await objects.get(objeto);
      body?.destroy();
      if (!body) await forget(objeto);
    }
  };

  return { look, defer, get, lookAtWaiting, clean };
};

export type Revision = ReturnType<typeof createRevision>;
