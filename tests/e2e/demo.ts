import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_PASSWORD } from '../../src/features/identidad/server/seed.ts';
import { openImage } from '../database.ts';
import { copyDemoFiles, demoImage } from '../demonstration.ts';
import { holdOptimised } from '../optimised/code.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';
import { test as base } from './focus.ts';
import { SITE } from './server.ts';

export type Demo = Pick<TestPortal, 'url' | 'services' | 'setNow'>;

/** The three demo accounts. */
export const ADMIN = { email: 'admin@demo.example', password: DEMO_PASSWORD };
export const ESCOLAR = { email: 'escolar@demo.example', password: DEMO_PASSWORD };
export const PERSONA = { email: 'persona@demo.example', password: DEMO_PASSWORD };

/** A server with the demonstration's data, for tests that need one of their own. */
export const startDemo = async (
  variables: Record<string, string> = {},
): Promise<Demo & { stop: () => Promise<void> }> => {
  holdOptimised();
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-e2e-'));
  await copyDemoFiles(dataDir);
  const portal = await startTestPortal(variables, {
    dataDir,
    site: SITE,
    browser: true,
    portal: { database: await openImage(await demoImage()) },
  });
  return {
    ...portal,
    stop: async () => {
      await portal.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
};

/** `test` with `demo`, the demonstration's data: one server for each worker. */
export const test = base.extend<object, { demo: Demo }>({
  demo: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner asks for a destructured argument
    async ({}, use) => {
      const demo = await startDemo();
      await use(demo);
      await demo.stop();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ demo }, use) => use(demo.url),
});
