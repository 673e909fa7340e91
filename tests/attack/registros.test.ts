/** Two hundred registrations at once from one address are refused beyond a few, and others have their turn. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type CallAnswer, startTestPortal, type TestPortal } from '../portal.ts';
import { registerFrom } from './probe.ts';

let portal: TestPortal;
beforeAll(async () => {
  // Each address as a proxy would write it.
  portal = await startTestPortal({ TRUST_PROXY: '1' }, { jobs: false });
});
afterAll(() => portal.stop());

it('200 registrations at once from one address', async () => {
  const register = registerFrom(portal);
  const answers: CallAnswer[] = [];
  const many = Array.from({ length: 200 }, async () => {
    answers.push(await register('203.0.113.7'));
  });
  // Those beyond what may wait are refused at once; the others wait.
  await expect.poll(() => answers.length, { interval: 5, timeout: 30_000 }).toBeGreaterThan(50);
  expect((await register('198.51.100.9')).http).toBe(200);

  await Promise.all(many);
  const refused = answers.filter(({ http }) => http === 503);
  expect(refused.length).toBeGreaterThan(50);
  for (const { headers, error } of refused) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect(error?.message).toMatch(/^Hay mucha gente .* Espere unos segundos/);
  }
  expect(answers.filter(({ http }) => http === 200).length).toBe(200 - refused.length);
});
