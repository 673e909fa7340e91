import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    // Times under load mean something only when nothing else runs: npm run test:attack.
    exclude: ['tests/e2e/**', '**/*.load.test.ts'],
    testTimeout: 60_000,
    // Where machines are noisy a second try is reported as such; at a desk there is none.
    retry: process.env.CI ? 1 : 0,
    hookTimeout: 120_000,
    // Many wait for processes of their own: three fill two cores.
    maxWorkers: 3,
    // As the server runs (decision 0011).
    execArgv: ['--liftoff-only'],
  },
});
