/**
 * What succeeded as an attack on who one is, before decision 0012: each of these tests is the attack,
 * and passes when it fails.
 */
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { VERSIONES } from '../../src/features/identidad/privacidad/rules.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import { makeCurp, makePersona } from '../factories/personas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

const MINE = 'La-Frase-Del-Atacante-1';
const THEIRS = 'Tren-Nube-Lago-2026';
const NAMES = { nombre: 'Ana', apellidoPaterno: 'Pérez', apellidoMaterno: 'Ruiz' };

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ TRUST_PROXY: '1' });
});
afterAll(() => portal.stop());
beforeEach(() => portal.services.db.deleteFrom('limites').execute());

const from = (ip: string) => ({ headers: { 'x-forwarded-for': ip } });
let hosts = 0;
const elsewhere = () => from(`198.51.100.${hosts++ % 250}`);

/** A registration as a program makes it; gives the cookies and what the calls answered. */
const register = async (email: string, curp: string | null, password = MINE) => {
  const created = await portal.call(
    'createCuenta',
    { email, password, acepta: VERSIONES },
    elsewhere(),
  );
  const cookies = Object.fromEntries(
    created.headers.getSetCookie().map((line) => {
      const [pair = ''] = line.split(';');
      return [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)];
    }),
  );
  const token = cookies.token!;
  const answers = [created];
  answers.push(await portal.call('updateCuenta', NAMES, { token }));
  answers.push(await portal.call('sendVerification', null, { token }));
  if (curp) {
    const data = { email, curp, displayName: 'ANA PÉREZ RUIZ' };
    answers.push(await portal.call('setCurpUserNew', data, { token }));
  }
  return {
    cookies,
    token,
    answers: answers.map(({ http, result, error }) => [http, result, error]),
  };
};

const wire = async (path: string, body: object | string) => {
  const form = typeof body === 'string';
  const response = await fetch(`${portal.url}${path}?key=k`, {
    method: 'POST',
    headers: { 'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json' },
    body: form ? body : JSON.stringify(body),
  });
  return { http: response.status, body: (await response.json()) as Record<string, unknown> };
};
const signInByWire = (email: string, password = MINE) =>
  wire('/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword', { email, password });

/** What can be told from an answer of the identity wire or a token: its keys and their types. */
const shapeOf = (value: Record<string, unknown>): unknown =>
  Object.entries(value)
    .map(([key, v]) => [key, typeof v, typeof v === 'string' ? v.length : null])
    .filter(([key]) => !['displayName', 'email', 'name'].includes(key as string))
    .sort();

describe('S1: resetting the limit on guesses by a registration that is refused', () => {
  it('130 guesses from one address stop at ten, as without it', async () => {
    const { email } = await makeCuenta(portal);
    await register(email, null);
    let looked = 0;
    for (let i = 0; i < 40; i++) {
      const guess = await portal.call(
        'signIn',
        { email, password: `no-${i}` },
        from('203.0.113.7'),
      );
      if (guess.http === 401) looked++;
      if (i % 8 === 7) {
        await portal.call('signIn', { email, password: MINE }, from('203.0.113.7'));
      }
    }
    expect(looked).toBeLessThanOrEqual(10);
  });

  it('nor does a success of the owner let strangers begin again', async () => {
    const { email } = await makeCuenta(portal);
    let looked = 0;
    for (let i = 0; i < 70; i++) {
      const guess = await portal.call('signIn', { email, password: `no-${i}` }, elsewhere());
      if (guess.http === 401) looked++;
      if (i === 30) await portal.call('signIn', { email, password: THEIRS }, elsewhere());
    }
    expect(looked).toBeLessThanOrEqual(50);
  });
});

describe('S7: asking by program whether an email or a CURP is registered', () => {
  it('the token of createCuenta, its refresh and the wire’s sign-in are of one shape', async () => {
    const { email: taken } = await makeCuenta(portal);
    // As long as the other one, so that lengths may be compared.
    const free = `f${taken.slice(1)}`;
    const of = async (email: string) => {
      const { cookies, answers } = await register(email, makeCurp());
      const token = decodeJwt(cookies.token!);
      const refreshed = await wire(
        '/securetoken.googleapis.com/v1/token',
        `grant_type=refresh_token&refresh_token=${cookies['__Secure-refresh']}`,
      );
      const signed = await signInByWire(email);
      const looked = await wire('/identitytoolkit.googleapis.com/v1/accounts:lookup', {
        idToken: signed.body.idToken,
      });
      const [user] = looked.body.users as Record<string, unknown>[];
      return {
        answers,
        token: shapeOf(token),
        refreshed: [refreshed.http, shapeOf(refreshed.body)],
        signed: [
          signed.http,
          shapeOf(signed.body),
          shapeOf(decodeJwt(String(signed.body.idToken))),
        ],
        looked: [looked.http, shapeOf(user!)],
      };
    };
    expect(await of(taken)).toEqual(await of(free));
  });

  it('the wire’s sign-in after setCurpUserNew does not tell whose CURP it is', async () => {
    const curp = makeCurp();
    await makePersona(portal.services.db, { clave: curp, curp });
    const of = async (email: string, mine: string) => {
      const { answers } = await register(email, mine);
      const { http, body } = await signInByWire(email);
      return {
        answers,
        http,
        claims: shapeOf(decodeJwt(String(body.idToken))),
        keys: shapeOf(body),
      };
    };
    const known = await of('curp-conocida@ataque.example', curp);
    const unknown = await of('curp-ignorada@ataque.example', makeCurp());
    expect(known).toEqual(unknown);
    expect(JSON.stringify(known.claims)).not.toContain('curp');
  });
});

describe('S15: shutting an owner out', () => {
  it('spending the mails of an address by asking for its verification leaves the reset', async () => {
    const { email } = await makeCuenta(portal);
    for (let i = 0; i < 60; i++) {
      await portal.call('signIn', { email, password: `no-${i}` }, elsewhere());
    }
    for (let i = 0; i < 12; i++) {
      await portal.call('resendVerification', { email, password: 'no' }, elsewhere());
      if (i < 11) await register(email, null).then(() => undefined);
    }
    expect((await portal.call('sendPasswordReset', { email }, elsewhere())).http).toBe(200);
  });

  it('spending the resets too leaves the links that were sent, all of them', async () => {
    const { email } = await makeCuenta(portal);
    const answers = [];
    for (let i = 0; i < 8; i++) {
      answers.push((await portal.call('sendPasswordReset', { email }, elsewhere())).http);
    }
    expect(answers).toContain(429);
    await expect
      .poll(async () => (await portal.mails()).filter((mail) => mail.to === email).length)
      .toBe(5);
    const oldest = (await portal.mails()).filter((mail) => mail.to === email).at(-1)!;
    const oobCode = new URL(oldest.links[0]!).searchParams.get('oobCode');
    const newPassword = 'Otra-Frase-Larga-77';
    expect((await portal.call('resetPassword', { oobCode, newPassword })).http).toBe(200);
    // And with it all the others are spent.
    const newest = (await portal.mails()).find((mail) => mail.to === email)!;
    const again = new URL(newest.links[0]!).searchParams.get('oobCode');
    expect((await portal.call('resetPassword', { oobCode: again, newPassword: MINE })).http).toBe(
      400,
    );
  });
});

describe('S16: choosing the name that a file’s owner sees', () => {
  it('an account in use does not change its name by a step of the registration', async () => {
    const { token, uid } = await makeCuenta(portal, { role: 'Escolar' });
    const names = {
      nombre: 'Personal',
      apellidoPaterno: 'Servicios',
      apellidoMaterno: 'Escolares',
    };
    expect((await portal.call('updateCuenta', names, { token })).error?.details.code).toBe(
      'persona-existente',
    );
    const row = await portal.services.db
      .selectFrom('cuentas')
      .select('display_name')
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow();
    expect(row.display_name).toBe('ANA PÉREZ RUIZ');
  });
});
