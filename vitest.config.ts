import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What runs in a browser keeps state in modules and is tested with modules replaced. */
const BROWSER = ['src/**/web/**/*.test.ts', 'src/platform/shared/palette.test.ts'];

/** The longest ones, which must not be the last to begin. */
const LONG = [
  'curp/server/grammar',
  'security/texts',
  'trabajos/server/handlers',
  'tests/respaldo',
  'tests/process',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const late = ({ moduleId }: TestSpecification) =>
      (LONG.findIndex((name) => moduleId.includes(name)) + LONG.length + 1) % (LONG.length + 1);
    return (await super.sort(files)).toSorted((a, b) => late(a) - late(b));
  }
}

export default defineConfig({
  test: {
    // Times under load mean something only when nothing else runs: npm run test:attack.
    exclude: ['tests/e2e/**', '**/*.load.test.ts'],
    testTimeout: 60_000,
    // Where machines are noisy a second try is reported as such; at a desk there is none.
    retry: process.env.CI ? 1 : 0,
    hookTimeout: 120_000,
    // Many wait for processes of their own: three fill two cores.
    maxWorkers: 3,
    sequence: { sequencer: LongestFirst },
    // As the server runs (decision 0011).
    execArgv: ['--liftoff-only'],
    projects: [
      {
        extends: true,
        test: {
          name: 'servidor',
          include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
          exclude: ['tests/e2e/**', '**/*.load.test.ts', ...BROWSER],
          // A server's state is in its services: files share what they load, which saves a second each.
          isolate: false,
        },
      },
      { extends: true, test: { name: 'navegador', include: BROWSER } },
    ],
  },
});
