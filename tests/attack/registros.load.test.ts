/** With two hundred registrations at once, another person's call is answered as if there were none. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../portal.ts';
import { registerFrom, waitsDuring } from './probe.ts';

/** What another person may wait meanwhile, p95 in milliseconds. */
const BEARABLE = 500;

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ TRUST_PROXY: '1' }, { jobs: false });
});
afterAll(() => portal.stop());

it.each([1, 60])('200 registrations at once from %d addresses', async (addresses) => {
  const register = registerFrom(portal);
  const waits = await waitsDuring(portal, () =>
    Promise.all(
      Array.from({ length: 200 }, (_, i) => register(`203.0.${addresses}.${i % addresses}`)),
    ),
  );
  console.warn(`200 registrations, ${addresses} address(es):`, JSON.stringify(waits));
  expect(waits.p95).toBeLessThan(BEARABLE);
});
