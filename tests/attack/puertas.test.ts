/** Small doors that stood open: what exists, what is measured, what a cookie may be called. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../almacen.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal(
    {
      DEMO: '0',
      PUBLIC_URL: 'https://portal.example',
      METRICS_TOKEN: 'de-prueba-0123456789',
      SECOND_FACTOR_ROLES: 'ninguno',
    },
    { jobs: false },
  );
});
afterAll(() => portal.stop());

describe('S25: which images of identifications there are', () => {
  it('is not told by the answers about them', async () => {
    const [ana, luis, escolar] = [
      await makeCuenta(portal),
      await makeCuenta(portal),
      await makeCuenta(portal, { role: 'Escolar' }),
    ];
    const url = (name: string) => `${portal.url}/v0/b/_/o/${encodeURIComponent(name)}`;
    const by = ({ token }: { token: string }) => ({
      headers: { authorization: `Bearer ${token}` },
    });
    const uploaded = await fetch(
      `${portal.url}/v0/b/_/o?name=${encodeURIComponent('ines/ine-de-ana.jpg')}`,
      { method: 'POST', body: (await picture('jpeg')) as never, ...by(ana) },
    );
    expect(uploaded.status).toBe(200);
    const ask = async (who: { token: string }, name: string) => {
      const answers = [];
      for (const [path, method] of [
        [url(name), 'GET'],
        [`${url(name)}?alt=media`, 'GET'],
        [url(name), 'DELETE'],
      ] as const) {
        const response = await fetch(path, { method, ...by(who) });
        answers.push([response.status, await response.text()]);
      }
      const { http, error } = await portal.call('getTextFromImage', { filename: name }, who);
      return [...answers, http, error];
    };
    const known = await ask(luis, 'ines/ine-de-ana.jpg');
    expect(await ask(luis, 'ines/ine-de-nadie.jpg')).toEqual(known);
    expect(known[0]).toEqual([404, expect.any(String)]);
    expect((await fetch(url('ines/ine-de-ana.jpg'), by(ana))).status).toBe(200);
    expect((await fetch(url('ines/ine-de-nadie.jpg'), by(escolar))).status).toBe(404);
  });
});

describe('S24: what a visitor is shown of the machine, and what browsers are told to guard', () => {
  it('nothing is measured without the token', async () => {
    const ask = async (authorization?: string) =>
      (
        await fetch(`${portal.url}/metrics`, {
          headers: authorization === undefined ? {} : { authorization },
        })
      ).status;
    expect(await ask()).toBe(403);
    expect(await ask('Bearer otro')).toBe(403);
    expect(await ask('Bearer de-prueba-0123456789')).toBe(200);
  });

  it('cookies carry the prefix that binds them to this host, but for the one whose name is given', async () => {
    const { email, password } = await makeCuenta(portal);
    const answer = await portal.call('signIn', { email, password });
    const names = answer.headers.getSetCookie().map((line) => line.split('=')[0]);
    expect([...new Set(names)].sort()).toEqual(['__Secure-equipo', '__Secure-refresh', 'token']);
    // Nor do they go with what another site begins.
    for (const line of answer.headers.getSetCookie()) {
      expect(line).toMatch(line.startsWith('token=') ? /; SameSite=None/ : /; SameSite=Strict/);
    }
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000');
  });
});
