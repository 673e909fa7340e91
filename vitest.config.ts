import { defineConfig } from 'vitest/config';
import { onPostgresAlone } from './tests/databases.ts';
import { longestFirst } from './tests/longest-first.ts';

/** What runs in a browser keeps state in modules and is tested with modules replaced. */
const BROWSER = ['src/**/web/**/*.test.ts', 'src/platform/shared/palette.test.ts'];

/** Cards are read by a process that takes a core: they go by themselves, before the others. */
const CARDS = [
  'src/features/personas/curp/server/{grammar,handlers}.test.ts',
  'src/platform/server/ocr/*.test.ts',
  'tests/attack/credenciales.test.ts',
];

/** Many at once, which only PostgreSQL is (vitest.postgres.config.ts); that they work here, the features' own suites say. */
const MANY = 'tests/concurrency/importaciones.test.ts';

/** In the whole command each suite runs where it must; somebody who names one gets it. */
const ELSEWHERE = process.env.WHOLE ? onPostgresAlone() : [];

/** The longest ones, also those that mostly wait. */
const LONG = [
  'src/features/personas/curp/server/grammar.test.ts',
  'tests/security/texts.test.ts',
  'tests/respaldo.test.ts',
  'tests/process.test.ts',
  'tests/attack/hojas.test.ts',
  'src/features/trabajos/server/handlers.test.ts',
  'tests/migrations.test.ts',
  'src/platform/server/trabajos.test.ts',
  'src/features/inscripciones/inscritos/mensajes/server/handlers.test.ts',
  'tests/durability.test.ts',
  'src/features/identidad/registro/server/handlers.test.ts',
  'src/features/personas/server/hojas.test.ts',
  'tests/correos.test.ts',
  'tests/attack/registros.test.ts',
];

export default defineConfig({
  test: {
    // Times under load mean something only when nothing else runs: npm run test:attack.
    exclude: ['tests/e2e/**', '**/*.load.test.ts'],
    globalSetup: 'tests/optimised/global.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // What is waited for comes sooner; that it is slow is no fault (a second, without this).
    expect: { poll: { timeout: 30_000 } },
    // Many wait for processes of their own: three fill two cores.
    maxWorkers: 3,
    sequence: { sequencer: longestFirst(LONG) },
    // As the server runs (decision 0011).
    execArgv: ['--liftoff-only'],
    projects: [
      {
        extends: true,
        test: {
          name: 'servidor',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: [
            ...['tests/e2e/**', '**/*.load.test.ts', MANY],
            ...[...BROWSER, ...CARDS, ...ELSEWHERE],
          ],
          setupFiles: ['tests/cheap-hashes.ts', 'tests/optimised/use.ts'],
          // A server's state is in its services: files share what they load, which saves a second each.
          isolate: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        extends: true,
        test: {
          name: 'credenciales',
          include: CARDS,
          setupFiles: ['tests/cheap-hashes.ts', 'tests/optimised/use.ts'],
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: { name: 'navegador', include: BROWSER, sequence: { groupOrder: 1 } },
      },
    ],
  },
});
