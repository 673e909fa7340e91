import type { Db, Trx } from '../db/index.ts';
import type { Log } from '../log.ts';
import { insertSuelto, oldSueltos, takeSuelto } from './data.ts';
import { newObjectId, type ObjectStore } from './store.ts';

/** An object that no row came to refer to is removed after this long. */
const LOOSE_MS = 3_600_000;

/**
 * The store, with a note in the database of every object that no row refers to. Store and database
 * cannot change together, so the note is written before the bytes are and goes in the transaction
 * that refers to them: whatever crashes in between, the cleaning finds it.
 */
export const createObjects = (options: {
  db: Db;
  store: ObjectStore;
  log: Log;
  now: () => Date;
}) => {
  const { db, store, log, now } = options;

  /**
   * Stores a file; its id is loose until a transaction takes it with `takeSuelto`. `on`: a transaction that does all
   * (if it fails, its bytes stay, and nobody knows of them).
   */
  const keep = async (path: string, on: Db | Trx = db): Promise<string> => {
    const id = newObjectId();
    await insertSuelto(on, id, now());
    await store.putFile(id, path);
    return id;
  };

  /** Removes an object that is loose. One that a row refers to by now stays. */
  const drop = async (id: string): Promise<void> => {
    try {
      const loose = await db
        .selectFrom('objetos_sueltos')
        .select('id')
        .where('id', '=', id)
        .executeTakeFirst();
      if (!loose) return;
      await store.delete(id);
      await takeSuelto(db, id);
    } catch (error) {
      log.warn({ err: error }, 'no se pudo quitar un objeto; se intentará de nuevo al limpiar');
    }
  };

  const clean = async (): Promise<void> => {
    for (const { id } of await oldSueltos(db, new Date(now().getTime() - LOOSE_MS))) await drop(id);
  };

  return {
    keep,
    drop,
    clean,
    get: store.get,
    check: store.check,
    kind: store.kind,
    close: store.close,
  };
};

export type Objects = ReturnType<typeof createObjects>;
