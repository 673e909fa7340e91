/**
 * Set up before the suites of a whole server: passwords are hashed for a tenth of the time. What the portal keeps
 * them by is asserted of the real ones (src/platform/server/passwords.test.ts), and `npm run test:attack`, whose
 * times count, goes without this.
 */
import { vi } from 'vitest';

vi.mock('@node-rs/argon2', async (importOriginal) => {
  const real = await importOriginal<typeof import('@node-rs/argon2')>();
  const CHEAP = { memoryCost: 64, timeCost: 1 };
  return {
    ...real,
    hash: ((password, options, signal) =>
      real.hash(password, { ...options, ...CHEAP }, signal)) as typeof real.hash,
    hashRaw: ((password, options, signal) =>
      real.hashRaw(password, { ...options, ...CHEAP }, signal)) as typeof real.hashRaw,
  };
});
