import { defineConfig } from 'vitest/config';

/** `npm run test:attack`: what a hostile client does, with its load; one at a time, as the times count. */
export default defineConfig({
  test: {
    include: ['tests/attack/**/*.test.ts', 'tests/security/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 1,
    env: { ATTACK: '1' },
    execArgv: ['--liftoff-only'],
  },
});
