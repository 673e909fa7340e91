import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../../../../../tests/browser.ts';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';

let portal: TestPortal;
let ana: Awaited<ReturnType<typeof makeCuenta>>;

beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  ana = await makeCuenta(portal);
});
afterAll(() => portal.stop());

const enter = async () => {
  const browser = openBrowser(portal);
  const { result } = await browser.call('signIn', { email: ana.email, password: ana.password });
  expect(result.uid).toBe(ana.uid);
  return browser;
};

/** The sessions in force, as the account's owner sees them from elsewhere. */
const open = async () => (await portal.call('listSesiones', null, ana)).result.length as number;

describe('signing out', () => {
  it('ends the session also when only the cookie that renews it is left', async () => {
    const before = await open();
    const browser = await enter();
    const kept = browser.cookies();
    // As it is after a quarter of an hour of reading.
    browser.drop('token');
    expect(await open()).toBe(before + 1);
    expect((await browser.call('signOut')).result).toEqual({ ok: true });
    expect(await open()).toBe(before);
    expect(browser.cookies().map(({ name }) => name)).toEqual(['__Secure-equipo']);
    browser.restore(kept);
    expect((await browser.call('getSesion')).result).toBeNull();
    expect((await browser.call('refreshSesion')).result).toBeNull();
  });

  it('ends it with the cookie as it was before it was renewed', async () => {
    const browser = await enter();
    const old = browser.cookies();
    await browser.call('refreshSesion');
    const renewed = browser.cookies();
    browser.restore(old.filter(({ name }) => name === '__Secure-refresh'));
    await browser.call('signOut');
    browser.restore(renewed);
    expect((await browser.call('refreshSesion')).result).toBeNull();
  });

  it('ends both when the two cookies are of different sessions', async () => {
    const before = await open();
    const [one, other] = [await enter(), await enter()];
    one.restore([
      ...one.cookies().filter(({ name }) => name === 'token'),
      ...other.cookies().filter(({ name }) => name === '__Secure-refresh'),
    ]);
    await one.call('signOut');
    expect(await open()).toBe(before);
  });

  it('ends nobody’s with a cookie that was made up', async () => {
    const before = await open();
    const browser = await enter();
    const forged = browser
      .cookies()
      .filter(({ name }) => name === '__Secure-refresh')
      .map((cookie) => ({ ...cookie, value: cookie.value.replace(/.{6}$/, 'AAAAAA') }));
    browser.restore(forged);
    expect((await browser.call('signOut')).result).toEqual({ ok: true });
    expect(await open()).toBe(before + 1);
  });

  it('sends what renews a session only to where it is renewed or ended', async () => {
    const browser = await enter();
    const paths = browser
      .cookies()
      .flatMap(({ name, path }) => (name === '__Secure-refresh' ? path : []));
    expect(paths.sort()).toEqual([
      '/us-central1/refreshSesion',
      '/us-central1/signIn',
      '/us-central1/signOut',
    ]);
  });
});

describe('renewing a session that is over', () => {
  it('takes no cookie away: another tab’s sign-in may have set them meanwhile', async () => {
    const browser = await enter();
    const ended = browser.cookies();
    await browser.call('signOut');
    for (const cookies of [[], ended]) {
      browser.restore(cookies);
      const answer = await browser.call('refreshSesion');
      expect(answer.result).toBeNull();
      expect(answer.headers.getSetCookie()).toEqual([]);
    }
  });
});

describe('signing in', () => {
  it('ends the session that this browser had, also when only its renewal was left', async () => {
    const before = await open();
    const browser = await enter();
    const again = () => browser.call('signIn', { email: ana.email, password: ana.password });
    const first = browser.cookies();
    await again();
    expect(await open()).toBe(before + 1);
    browser.drop('token');
    await again();
    expect(await open()).toBe(before + 1);
    // A wrong password ends nothing.
    await browser.call('signIn', { email: ana.email, password: 'no-es-esta-1' });
    expect((await browser.call('getSesion')).result.uid).toBe(ana.uid);
    browser.restore(first);
    expect((await browser.call('refreshSesion')).result).toBeNull();
  });
});
