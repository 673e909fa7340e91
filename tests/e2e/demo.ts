import { rmSync } from 'node:fs';
import { test as base } from '@playwright/test';
import { DEMO_PASSWORD } from '../../src/features/identidad/server/seed.ts';
import { readEnv } from '../../src/platform/server/env.ts';
import { createPortal, type Portal } from '../../src/server.ts';
import { openImage } from '../database.ts';
import { copyOf, demoImage } from './setup.ts';

export type Demo = {
  url: string;
  services: Portal['services'];
  /** Moves the server's clock (only what reads `services.now`). */
  setNow: (date: Date | null) => void;
};

/** The three demo accounts. */
export const ADMIN = { email: 'admin@demo.example', password: DEMO_PASSWORD };
export const ESCOLAR = { email: 'escolar@demo.example', password: DEMO_PASSWORD };
export const PERSONA = { email: 'persona@demo.example', password: DEMO_PASSWORD };

/** A server with the demonstration's data, for tests that need one of their own. */
export const startDemo = async (
  variables: Record<string, string> = {},
): Promise<Demo & { stop: () => Promise<void> }> => {
  const dataDir = copyOf('demo');
  const env = readEnv({ DEMO: '1', LOG_LEVEL: 'silent', DATA_DIR: dataDir, ...variables });
  let now: Date | null = null;
  const portal = await createPortal(env, {
    database: await openImage(demoImage()),
    now: () => now ?? new Date(),
  });
  await portal.begin();
  await portal.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = portal.app.server.address() as { port: number };
  // The name, not the address: browsers accept Secure cookies over http from localhost only.
  const url = `http://localhost:${port}`;
  (env.allowedOrigins as Set<string>).add(url);
  return {
    url,
    services: portal.services,
    setNow: (date) => {
      now = date;
    },
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
