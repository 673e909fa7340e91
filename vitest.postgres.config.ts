import { defineConfig } from 'vitest/config';
import { CALLABLES, NOT_ON_POSTGRES } from './tests/databases.ts';
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

/** The suites that must hold on a real PostgreSQL: those of concurrency, and the HTTP ones. */
export default defineConfig({
  test: {
    include: [
      'tests/concurrency/**/*.test.ts',
      'tests/faults/**/*.pg.test.ts',
      'tests/estados.test.ts',
      // A process killed: half a minute until another one misses it.
      ...(process.env.FAULTS ? ['tests/trabajos.test.ts'] : []),
      CALLABLES,
    ],
    exclude: [
      ...NOT_ON_POSTGRES,
      // Minutes each: they wait for jobs that come by once a minute. `npm run test:faults` runs them.
      ...(process.env.FAULTS
        ? []
        : [
            'tests/faults/publicacion-muerta.pg.test.ts',
            'tests/faults/concurso-muerto.pg.test.ts',
          ]),
    ],
    globalSetup: 'tests/optimised/global.ts',
    // The second for the embedded database, which proves what is sent (tests/embedded-too.ts).
    setupFiles: ['tests/cheap-hashes.ts', 'tests/optimised/use.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes sooner; that it is slow is no fault (a second, without this).
    expect: { poll: { timeout: 30_000 } },
    maxWorkers: 3,
    sequence: { sequencer: longestFirst(LONG) },
    // As in vitest.config.ts.
    isolate: false,
  },
});
