import { PostgresDialect, type PostgresDialectConfig } from 'kysely';

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

/** The dialect of PostgreSQL, which tells of each commit. */
export class TellingDialect extends PostgresDialect {
  readonly #committed: () => void;

  constructor(config: PostgresDialectConfig, committed: () => void) {
    super(config);
    this.#committed = committed;
  }

  override createDriver() {
    const driver = super.createDriver();
    const commit = driver.commitTransaction.bind(driver);
    driver.commitTransaction = async (connection) => {
      await commit(connection);
      this.#committed();
    };
    return driver;
  }
}
