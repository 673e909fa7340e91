/**
 * Guesses, at a size for every day; bench/identidad.ts makes ten thousand of each kind and
 * docs/measurements.md has its figures.
 */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from '../../src/platform/server/passwords.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ TRUST_PROXY: '1' });
});
afterAll(() => portal.stop());
beforeEach(() => portal.services.db.deleteFrom('limites').execute());

const GUESSES = 80;
let made = 0;
const elsewhere = () => `198.51.${(made >> 8) & 255}.${made++ & 255}`;

const signIn = (email: string, password: string, from: string, cookie?: string) =>
  portal.call(
    'signIn',
    { email, password },
    {
      headers: { 'x-forwarded-for': from, ...(cookie && { cookie, origin: portal.url }) },
    },
  );

const guess = (email: string) => {
  const work = Array.from(
    { length: GUESSES },
    (_, i) => () => signIn(email, `no-${i}`, elsewhere()),
  );
  return Promise.all(work.map((one) => one()));
};

/** As it is in the middle of such an attack, without its eighty guesses. */
const underAttack = async (email: string) => {
  await signIn(email, 'no', elsewhere());
  await portal.services.database.execute(
    `update limites set cuenta = 60 where llave like 'ingreso-cuenta:%'`,
    [],
  );
};

const equipoOf = (answer: { headers: Headers }) =>
  answer.headers
    .getSetCookie()
    .find((line) => line.startsWith('__Secure-equipo='))!
    .split(';')[0]!;

describe('guessing one account from many addresses', () => {
  it('stops; its owner enters from where they were before, by a reset, and after a while', async () => {
    const { email, password } = await makeCuenta(portal);
    const home = elsewhere();
    const equipo = equipoOf(await signIn(email, password, home));
    await portal.services.db.deleteFrom('limites').execute();

    const answers = await guess(email);
    const looked = answers.filter(({ http }) => http === 401).length;
    expect(looked).toBeLessThanOrEqual(50);
    expect(answers.filter(({ http }) => http === 429).length).toBe(GUESSES - looked);
    // Also the right one, from where nobody knows it.
    expect((await signIn(email, password, elsewhere())).http).toBe(429);

    expect((await signIn(email, password, home)).http).toBe(200);
    await underAttack(email);
    expect((await signIn(email, password, elsewhere(), equipo)).http).toBe(200);
    await underAttack(email);
    // The browser of one account is nobody at another.
    const other = await makeCuenta(portal);
    await underAttack(other.email);
    expect((await signIn(other.email, other.password, elsewhere(), equipo)).http).toBe(429);
    expect((await signIn(email, password, elsewhere(), '__Secure-equipo=a.b')).http).toBe(429);

    const fresh = 'Otra-Frase-Larga-77';
    await portal.call('sendPasswordReset', { email });
    await expect
      .poll(async () => (await portal.mails()).find((mail) => mail.to === email)?.links[0])
      .toBeDefined();
    const link = (await portal.mails()).find((mail) => mail.to === email)!.links[0]!;
    const oobCode = new URL(link).searchParams.get('oobCode');
    const reset = await portal.call('resetPassword', { oobCode, newPassword: fresh });
    await underAttack(email);
    expect((await signIn(email, fresh, elsewhere(), equipoOf(reset))).http).toBe(200);

    await underAttack(email);
    await portal.services.database.execute(
      `update limites set vence_en = now() - interval '1 s'`,
      [],
    );
    expect((await signIn(email, fresh, elsewhere())).http).toBe(200);
  });

  it('is answered alike whether the account exists or not', async () => {
    const { email } = await makeCuenta(portal);
    const of = async (address: string) =>
      (await guess(address)).map(({ http, error }) => `${http} ${error?.details?.code}`).sort();
    expect(await of('nadie@seguridad.example')).toEqual(await of(email));
  });

  it('a known browser may not guess without end either', async () => {
    const { email, password } = await makeCuenta(portal);
    const equipo = equipoOf(await signIn(email, password, elsewhere()));
    const answers = [];
    for (let i = 0; i < 12; i++) answers.push(await signIn(email, 'no', elsewhere(), equipo));
    expect(answers.map(({ http }) => http)).toEqual([...Array(10).fill(401), 429, 429]);
  });

  it('addresses that a client makes up are not believed', async () => {
    const answers = [];
    for (let i = 0; i < 12; i++) {
      answers.push(await signIn('x@seguridad.example', 'no', `${elsewhere()}, 203.0.113.9`));
    }
    expect(answers.filter(({ http }) => http === 429).length).toBe(2);
  });
});

it('many accounts from one address: it is stopped', async () => {
  await portal.services.database.execute(`update limites set cuenta = 0`, []);
  const from = elsewhere();
  await signIn('primera@seguridad.example', 'no', from);
  // As it is after some minutes: asking 600 times would only make this slow.
  await portal.services.database.execute(
    `update limites set cuenta = 600 where llave like 'ingreso-direccion:%'`,
    [],
  );
  expect((await signIn('segunda@seguridad.example', 'no', from)).http).toBe(429);
  expect((await signIn('segunda@seguridad.example', 'no', elsewhere())).http).toBe(401);
});

it('many who enter from one address are not counted against it', async () => {
  await portal.services.database.execute('delete from limites', []);
  const from = elsewhere();
  const count = async () => {
    const { rows } = await portal.services.database.execute(
      `select sum(cuenta)::int as cuenta from limites where llave like 'ingreso-direccion:%'`,
      [],
    );
    return rows[0]!.cuenta;
  };
  for (let n = 0; n < 3; n++) {
    const { email, password } = await makeCuenta(portal);
    expect((await signIn(email, password, from)).http).toBe(200);
  }
  expect(await count()).toBe(0);
  await signIn('nadie@seguridad.example', 'no', from);
  expect(await count()).toBe(1);
});

it('a flood of passwords takes turns, and files are still read at once', async () => {
  const stored = await hashPassword('x');
  const flood = Promise.allSettled(Array.from({ length: 400 }, () => verifyPassword(stored, 'no')));
  const waits: number[] = [];
  for (let i = 0; i < 20; i++) {
    const before = performance.now();
    await readFile(import.meta.filename);
    waits.push(performance.now() - before);
  }
  const results = await flood;
  const refused = results.filter(({ status }) => status === 'rejected');
  expect(refused.length).toBeGreaterThan(80);
  expect(refused.every((r) => (r as PromiseRejectedResult).reason.status === 'UNAVAILABLE')).toBe(
    true,
  );
  expect(waits.sort((a, b) => a - b)[10]).toBeLessThan(100);
  expect(await verifyPassword(stored, 'x')).toBe(true);
});
