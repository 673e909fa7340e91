import { defineConfig } from 'vitest/config';

/** The suites that must hold on a real PostgreSQL: those of concurrency, and the HTTP ones again. */
export default defineConfig({
  test: {
    include: [
      'tests/concurrency/**/*.test.ts',
      'tests/faults/**/*.pg.test.ts',
      'tests/estados.test.ts',
      // A process killed: half a minute until another one misses it.
      ...(process.env.FAULTS ? ['tests/trabajos.test.ts'] : []),
      'src/features/**/server/*.test.ts',
    ],
    // The card reader's have nothing to do with the database.
    exclude: [
      '**/document.test.ts',
      '**/curp/server/*.test.ts',
      // Reading spreadsheets; what they write has its own in tests/concurrency.
      '**/trabajos/server/*.test.ts',
    ],
    setupFiles: ['tests/cheap-hashes.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 3,
    // As in vitest.config.ts.
    isolate: false,
  },
});
