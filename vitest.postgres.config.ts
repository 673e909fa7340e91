import { defineConfig } from 'vitest/config';
import { longestFirst } from './tests/longest-first.ts';

/** Most of their time they wait: for a server to end or come back, for a job's second try. */
const LONG = [
  'tests/faults/postgres.pg.test.ts',
  'src/features/inscripciones/inscritos/mensajes/server/handlers.test.ts',
  'tests/concurrency/correos.pg.test.ts',
  'tests/concurrency/importaciones.test.ts',
  'tests/concurrency/personas.pg.test.ts',
  'src/features/identidad/registro/server/handlers.test.ts',
  'tests/concurrency/registro.test.ts',
  'tests/faults/ensayo.pg.test.ts',
  'tests/faults/oferta-muerta.pg.test.ts',
  'tests/faults/apertura.pg.test.ts',
];

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
    sequence: { sequencer: longestFirst(LONG) },
    // As in vitest.config.ts.
    isolate: false,
  },
});
