import type { Db } from './index.ts';

/**
 * What this process remembers for so many milliseconds of a database, under a text; with more than `most` the oldest is
 * forgotten. For what may be told again without asking, never for who may do what.
 */
export const createRemembered = <T>({ ms, most }: { ms: number; most: number }) => {
  type Kept = { value: T; until: number };
  // By its adapter, which is one for a database and all its transactions.
  const databases = new WeakMap<object, Map<string, Kept>>();
  const keptOf = (db: Db): Map<string, Kept> => {
    const { adapter } = db.getExecutor();
    const kept = databases.get(adapter) ?? new Map<string, Kept>();
    databases.set(adapter, kept);
    return kept;
  };
  return {
    /** Undefined: nothing is remembered, or no longer. */
    find(db: Db, key: string): T | undefined {
      const found = keptOf(db).get(key);
      return found && found.until > performance.now() ? found.value : undefined;
    },
    keep(db: Db, key: string, value: T): void {
      const kept = keptOf(db);
      kept.delete(key);
      kept.set(key, { value, until: performance.now() + ms });
      const [oldest] = kept.keys();
      if (kept.size > most && oldest !== undefined) kept.delete(oldest);
    },
  };
};
