/** Raw SQL: several statements without parameters, or one with. */
export type Execute = (
  sql: string,
  params?: readonly unknown[],
) => Promise<{ rows: Record<string, unknown>[] }>;

/**
 * Runs `work` on one connection, for what needs a session (advisory locks, migrations). `unlimited`: its scripts may take as
 * long as they need; any other is given up after two minutes on the embedded database.
 */
export type Session = <T>(
  work: (execute: Execute) => Promise<T>,
  options?: { unlimited?: boolean },
) => Promise<T>;

/**
 * Runs `work` while no other process prepares this database: migrations, the queue's schema, first
 * data. May be nested; whoever comes meanwhile waits.
 */
export type Alone = <T>(work: () => Promise<T>) => Promise<T>;
