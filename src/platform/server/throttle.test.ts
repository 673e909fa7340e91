import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../tests/portal.ts';
import { perform } from './db/together.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
});
afterAll(() => portal.stop());

const FIRST = { name: 'primero', max: 2, windowSeconds: 600 };
const SECOND = { name: 'segundo', max: 5, windowSeconds: 600 };

const counted = async () => {
  const rows = await portal.services.db
    .selectFrom('limites')
    .select(['llave', 'cuenta'])
    .where('llave', 'like', '%o:%')
    .execute();
  return Object.fromEntries(rows.map(({ llave, cuenta }) => [llave.split(':', 1)[0], cuenta]));
};

it('counts several in their order, and nothing beyond the first that is exceeded; gives back what it counted', async () => {
  const { db, throttle } = portal.services;
  const both = () =>
    perform(
      db,
      throttle.counting([
        [FIRST, '192.0.2.1'],
        [SECOND, 'ana@correo.example'],
      ]),
    );
  expect([await both(), await both()]).toEqual([null, null]);
  const beyond = await both();
  expect(beyond?.limit).toBe(FIRST);
  expect(beyond?.refusal).toMatchObject({ status: 'RESOURCE_EXHAUSTED' });
  expect(await counted()).toEqual({ primero: 3, segundo: 2 });
  await throttle.giveBack([
    [FIRST, '192.0.2.1', 'uno'],
    [SECOND, 'ana@correo.example', 'todos'],
  ]);
  expect(await counted()).toEqual({ primero: 2 });
});
