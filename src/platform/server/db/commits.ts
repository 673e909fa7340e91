import {
  CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  type PostgresDialectConfig,
} from 'kysely';

/** Connections whose transaction was ended with its last statements. */
const ended = new WeakSet<object>();

const COMMIT = CompiledQuery.raw('commit');

/**
 * Sends the commit behind what was just sent, without waiting for its answer: when something of that failed, it is the
 * transaction's undoing. Whoever sent it does not send another one.
 */
export const sendCommit = async (connection: DatabaseConnection): Promise<void> => {
  ended.add(connection);
  await connection.executeQuery(COMMIT);
};

/** Who wants to know that something was committed by this process. */
export const createCommits = () => {
  const listeners = new Set<() => void>();
  return {
    /** Calls `listener` after every transaction that commits. Gives how to stop it. */
    onCommit(listener: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    committed(): void {
      for (const listener of listeners) listener();
    },
  };
};

/**
 * The dialect of PostgreSQL, which tells of each commit. A transaction's beginning is not waited for: the
 * statement behind it goes at once, and what became of it is known before the commit.
 */
export class TellingDialect extends PostgresDialect {
  readonly #committed: () => void;

  constructor(config: PostgresDialectConfig, committed: () => void) {
    super(config);
    this.#committed = committed;
  }

  override createDriver() {
    const driver = super.createDriver();
    const begin = driver.beginTransaction.bind(driver);
    const commit = driver.commitTransaction.bind(driver);
    const begun = new WeakMap<object, Promise<void>>();
    driver.beginTransaction = async (connection, settings) => {
      // Of one that was undone.
      ended.delete(connection);
      const beginning = begin(connection, settings);
      beginning.catch(() => {});
      begun.set(connection, beginning);
    };
    driver.commitTransaction = async (connection) => {
      await begun.get(connection);
      if (!ended.delete(connection)) await commit(connection);
      this.#committed();
    };
    return driver;
  }
}
