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
    [[FIRST, '192.0.2.1'], 'uno'],
    [[SECOND, 'ana@correo.example'], 'todos'],
  ]);
  expect(await counted()).toEqual({ primero: 2 });
});

it('counts several attempts at once as one after the other: each by its place, and who is beyond a limit no further', async () => {
  const { db, throttle } = portal.services;
  await db.deleteFrom('limites').execute();
  const A = '198.51.100.1';
  const B = '198.51.100.2';
  const attempt = (from: string, email: string, equipo = false) => ({
    uses: equipo
      ? ([[FIRST, email]] as const)
      : ([
          [FIRST, from],
          [SECOND, email],
        ] as const),
    value: email,
  });
  const attempts = [
    attempt(A, 'ana@correo.example'),
    attempt(B, 'eva@correo.example'),
    attempt(A, 'eva@correo.example'),
    attempt(A, 'ana@correo.example'),
    attempt(B, 'equipo', true),
    attempt(B, 'ana@correo.example'),
  ];
  const beside = {
    columns: ', c.llave as leida',
    join: (value: string) => `left join lateral (select ${value}::text as llave) c on true`,
    read: (row: object) => (row as { leida: string }).leida,
  };
  const count = async () => {
    const told = await perform(db, throttle.countingAllBeside(attempts, beside));
    return attempts.map((one) => {
      const { beyond, leido } = told.get(one)!;
      expect(leido).toBe(one.value);
      return beyond?.limit.name ?? null;
    });
  };
  // The fourth is the third from there.
  expect(await count()).toEqual([null, null, null, 'primero', null, null]);
  const countOf = async () => {
    const rows = await db.selectFrom('limites').select(['llave', 'cuenta']).execute();
    return rows.map(({ llave, cuenta }) => `${llave.split(':', 1)[0]} ${cuenta}`).sort();
  };
  expect(await countOf()).toEqual([
    'primero 1',
    'primero 2',
    'primero 3',
    'segundo 2',
    'segundo 2',
  ]);
  const again = await count();
  expect(again).toEqual(['primero', 'primero', 'primero', 'primero', null, 'primero']);
  expect(await countOf()).toEqual([
    'primero 2',
    'primero 4',
    'primero 6',
    'segundo 2',
    'segundo 2',
  ]);
  // What ran out is counted anew, all of those of one moment.
  await portal.services.database.execute(`update limites set vence_en = now() - interval '1 s'`);
  expect(await count()).toEqual([null, null, null, 'primero', null, null]);
  expect(await countOf()).toEqual([
    'primero 1',
    'primero 2',
    'primero 3',
    'segundo 2',
    'segundo 2',
  ]);
});
