import { defineConfig } from '@playwright/test';

/** Journeys in a real browser, against a real server that each worker starts (tests/e2e/server.ts). */
export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './tests/e2e/setup.ts',
  // Two cores, a server, a database and a browser: what takes 5 s alone may take 30.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  fullyParallel: false,
  // Files side by side, each with a server of its own; the tests of a file one after the other.
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    locale: 'es-MX',
    timezoneId: 'America/Mexico_City',
    reducedMotion: 'reduce',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      // Without one that knows more letters than those of English a file with others is called «download».
      env: { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
        // A page of a journey lives for seconds: what optimising its code costs is not won back.
        '--js-flags=--no-opt --single-threaded-gc',
      ],
    },
  },
});
