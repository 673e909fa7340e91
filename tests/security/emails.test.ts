/** One mailbox is one account, at every door: what only looks like an address of somebody's is refused. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { VERSIONES } from '../../src/features/identidad/privacidad/rules.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

const PASSWORD = 'Tren-Nube-Lago-2026';

const LOOK_ALIKES = [
  'victima@correo.example,1.x',
  'victima@correo.example(1.x',
  'victima@correo.example<b.c',
  'victima@correo.example;x.y',
  'victima@correo.example]',
  'victima@correo.example"',
  'vict\u200bima@correo.example',
  'victima\u00ad@correo.example',
  'victima@cor\u2060reo.example',
  'victima\u202e@correo.example',
  'victima\u{e0041}@correo.example',
  'victima@[127.0.0.1]',
  'victima@127.0.0.1',
  'vıctima@correo.example',
  'viсtima@correo.example',
  'ｖictima@correo.example',
  'victima＠correo.example',
  '(a)victima@correo.example',
  '"victima"@correo.example',
  'victima@correo.exаmple',
];

const wire = async (operation: string, body: object) => {
  const response = await fetch(
    `${portal.url}/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=k`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  );
  return { http: response.status, json: (await response.json()) as Record<string, unknown> };
};

it.each(LOOK_ALIKES)('%j is no address at any door', async (email) => {
  const refused = {
    http: 400,
    error: { status: 'INVALID_ARGUMENT', details: { fields: { email: expect.any(String) } } },
  };
  const acepta = VERSIONES;
  expect(await portal.call('createCuenta', { email, password: PASSWORD, acepta })).toMatchObject(
    refused,
  );
  expect(await portal.call('sendPasswordReset', { email })).toMatchObject(refused);
  const wrong = { http: 400, json: { error: { message: 'INVALID_EMAIL' } } };
  expect(await wire('signUp', { email, password: PASSWORD })).toMatchObject(wrong);
  expect(await wire('signInWithPassword', { email, password: 'x' })).toMatchObject(wrong);
  expect(await wire('sendOobCode', { requestType: 'PASSWORD_RESET', email })).toMatchObject(wrong);
  await portal.call('resendVerification', { email, password: PASSWORD });
  expect(await portal.mails()).toEqual([]);
});

it('every way of writing one mailbox is one account, and all of them enter it', async () => {
  const ways = ['Ana@Educación.MX', ' ana@EDUCACIO\u0301N.mx', 'ana@xn--educacin-13a.mx'];
  const [first = '', ...others] = ways;
  expect((await wire('signUp', { email: first, password: PASSWORD })).http).toBe(200);
  for (const email of others) {
    const again = await wire('signUp', { email, password: PASSWORD });
    expect(again.json).toMatchObject({ error: { message: 'EMAIL_EXISTS' } });
  }
  for (const email of ways) {
    const entered = await wire('signInWithPassword', { email, password: PASSWORD });
    expect(entered.json).toMatchObject({ email: 'ana@xn--educacin-13a.mx' });
  }

  const admin = await makeCuenta(portal, { role: 'Admin' });
  for (const busqueda of ways) {
    const found = await portal.call('listUsuarios', { busqueda }, { token: admin.token });
    expect(found.result.filas.map((row: { email: string }) => row.email)).toEqual([
      'ana@xn--educacin-13a.mx',
    ]);
    const history = await portal.call('listHistorial', { busqueda }, { token: admin.token });
    expect(history.result.filas.length).toBeGreaterThan(0);
  }
});

it('made-up addresses of one mailbox do not write to it past its limit', async () => {
  const email = 'una@correo.example';
  const before = (await portal.mails()).length;
  const made = Array.from({ length: 15 }, (_, i) => `${email}${',;(<'[i % 4]}${i}.x`);
  for (const address of [...made, email]) {
    const { json } = await wire('signUp', { email: address, password: PASSWORD });
    const { idToken } = json;
    if (idToken) await wire('sendOobCode', { requestType: 'VERIFY_EMAIL', idToken });
  }
  await expect.poll(async () => (await portal.mails()).length).toBe(before + 1);
  expect((await portal.mails())[0]?.to).toBe(email);
});
