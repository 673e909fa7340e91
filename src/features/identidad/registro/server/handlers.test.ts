import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../../../../../tests/almacen.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { VERSIONES } from '../../privacidad/rules.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

const PASSWORD = 'Tren-Nube-Lago-2026';
const NAMES = { nombre: 'Concepción', apellidoPaterno: 'Salgado', apellidoMaterno: 'Briseño' };
const DISPLAY = 'CONCEPCIÓN SALGADO BRISEÑO';

/** What a browser does with cookies, for one visitor. */
const visitor = () => {
  const jar = new Map<string, string>();
  return {
    jar,
    async call(name: string, data: unknown = null) {
      const answer = await portal.call(name, data, {
        headers: {
          origin: portal.url,
          cookie: [...jar].map(([key, value]) => `${key}=${value}`).join('; '),
        },
      });
      for (const line of answer.headers.getSetCookie()) {
        const [pair = ''] = line.split(';');
        const [key = '', value = ''] = pair.split('=');
        if (value === '') jar.delete(key);
        else jar.set(key, value);
      }
      return answer;
    },
  };
};

const register = async (email: string, curp: string, password = PASSWORD) => {
  const person = visitor();
  const answers = [
    await person.call('createCuenta', { email, password, acepta: VERSIONES }),
    await person.call('updateCuenta', NAMES),
    await person.call('sendVerification'),
    await person.call('setCurpUserNew', { email, curp, displayName: DISPLAY }),
    await person.call('signOut'),
  ];
  return answers.map(({ http, result, error }) => ({ http, result, error: error?.status }));
};

const count = async (table: 'cuentas' | 'personas') =>
  (await portal.services.db.selectFrom(table).selectAll().execute()).length;

const linkOf = async (email: string) =>
  (await portal.mails()).find(
    (mail) => mail.to === email && mail.subject === 'Verifique su correo',
  )!.links[0]!;

const CURPS = {
  a: 'SABC560626MDFLRN01',
  b: 'SABC560626MDFLRN19',
};

describe('registration with CURP', () => {
  it('ends signed out; the email must be verified; then the session has curp and role', async () => {
    const email = 'concepcion@registro.example';
    const person = visitor();
    await person.call('createCuenta', { email, password: PASSWORD, acepta: VERSIONES });
    // Skipping the sign-out gives nothing.
    expect((await person.call('getSesion')).result).toBeNull();
    expect((await person.call('updateCuenta', NAMES)).result).toEqual({ displayName: DISPLAY });
    await person.call('sendVerification');
    expect(
      (
        await person.call('setCurpUserNew', {
          email,
          curp: ' sabc 560626-mdflrn01 ',
          displayName: DISPLAY,
        })
      ).result,
    ).toEqual({ ok: true });
    await person.call('signOut');
    expect(person.jar.size).toBe(0);

    const refused = await person.call('signIn', { email, password: PASSWORD });
    expect(refused.error?.message).toBe('Debe verificar su correo para poder ingresar.');
    expect(person.jar.size).toBe(0);

    const link = new URL(await linkOf(email));
    expect(link.searchParams.get('mode')).toBe('verifyEmail');
    const oobCode = link.searchParams.get('oobCode')!;
    expect((await person.call('verifyEmail', { oobCode })).result).toEqual({ ok: true });
    expect((await person.call('verifyEmail', { oobCode })).error?.details.code).toBe(
      'codigo-invalido',
    );

    const entered = await person.call('signIn', {
      email: ` ${email.toUpperCase()} `,
      password: PASSWORD,
    });
    expect(entered.result).toMatchObject({
      email,
      curp: CURPS.a,
      role: null,
      displayName: DISPLAY,
    });
    const cookies = entered.headers.getSetCookie();
    const token = cookies.find((line) => line.startsWith('token='))!;
    expect(token).toMatch(/; Secure/);
    expect(token).toMatch(/; SameSite=None/);
    expect(token).toMatch(/; HttpOnly/);
    expect((await person.call('getSesion')).result).toMatchObject({ curp: CURPS.a });

    const stolen = new Map(person.jar);
    await person.call('signOut');
    const thief = visitor();
    for (const [key, value] of stolen) thief.jar.set(key, value);
    expect((await thief.call('getSesion')).result).toBeNull();
    expect((await thief.call('refreshSesion')).result).toBeNull();
  });

  it('answers the same when the email or the CURP is taken, and leaves nobody behind', async () => {
    const fresh = await register('nueva@registro.example', CURPS.b);
    const before = { cuentas: await count('cuentas'), personas: await count('personas') };
    const takenEmail = await register('nueva@registro.example', 'SABC560626MDFLRN27');
    const takenCurp = await register('otra@registro.example', CURPS.b);
    expect(takenEmail).toEqual(fresh);
    expect(takenCurp).toEqual(fresh);
    expect({ cuentas: await count('cuentas'), personas: await count('personas') }).toEqual(before);

    const subjects = async (email: string) =>
      (await portal.mails()).filter((mail) => mail.to === email).map((mail) => mail.subject);
    expect(await subjects('nueva@registro.example')).toContain('Ya tiene una cuenta en el portal');
    expect(await subjects('otra@registro.example')).toContain('No pudimos completar su registro');
  });

  it('signing in after a refused registration tells nothing either', async () => {
    const other = 'Otra-Frase-Larga-77';
    await register('nueva@registro.example', CURPS.b, other);
    await register('tomada@registro.example', CURPS.b, other);
    for (const email of ['nueva@registro.example', 'tomada@registro.example']) {
      const answer = await visitor().call('signIn', { email, password: other });
      expect(answer.error?.message).toBe('Debe verificar su correo para poder ingresar.');
    }
  });

  it('explains a wrong CURP, by field, and lets it be mended', async () => {
    const email = 'mal@registro.example';
    const person = visitor();
    await person.call('createCuenta', { email, password: PASSWORD, acepta: VERSIONES });
    await person.call('updateCuenta', NAMES);
    const wrong = await person.call('setCurpUserNew', {
      email,
      curp: 'SABC560626MDFLRN02',
      displayName: DISPLAY,
    });
    expect(wrong.http).toBe(400);
    expect(wrong.error?.details.fields.curp).toMatch(/dígito|último/i);
    const mended = await person.call('setCurpUserNew', {
      email,
      curp: 'SABC560626MDFLRN35',
      displayName: DISPLAY,
    });
    expect(mended.result).toEqual({ ok: true });
  });

  it('can be started again after it failed half-way, with another password', async () => {
    const email = 'otra-vez@registro.example';
    const first = visitor();
    await first.call('createCuenta', { email, password: PASSWORD, acepta: VERSIONES });
    await first.call('signOut');
    await register(email, 'SABC560626MDFLRN69', 'Otra-Frase-Larga-77');
    const row = await portal.services.db
      .selectFrom('cuentas')
      .selectAll()
      .where('email', '=', email)
      .executeTakeFirst();
    expect(row?.persona_id).not.toBeNull();
  });

  it('records which data disagree with the CURP, and goes on', async () => {
    const email = 'distinta@registro.example';
    const person = visitor();
    await person.call('createCuenta', { email, password: PASSWORD, acepta: VERSIONES });
    await person.call('updateCuenta', { ...NAMES, nombre: 'Beatriz' });
    await person.call('setCurpUserNew', {
      email,
      curp: 'SABC560626MDFLRN43',
      displayName: 'BEATRIZ SALGADO BRISEÑO',
    });
    const row = await portal.services.db
      .selectFrom('personas')
      .selectAll()
      .where('curp', '=', 'SABC560626MDFLRN43')
      .executeTakeFirst();
    expect(row?.discrepancias).toEqual(['nombre']);
  });
});

describe('acceptance of the texts', () => {
  const email = 'acepta@registro.example';

  it('is needed, in the versions in force, and is recorded', async () => {
    const without = await visitor().call('createCuenta', { email, password: PASSWORD });
    expect(without.http).toBe(400);
    const old = await visitor().call('createCuenta', {
      email,
      password: PASSWORD,
      acepta: { ...VERSIONES, aviso: '2020-01' },
    });
    expect(old.error?.details.code).toBe('textos-sin-aceptar');
    const accounts = () =>
      portal.services.db
        .selectFrom('cuentas')
        .select('uid')
        .where('email', '=', email)
        .executeTakeFirst();
    expect(await accounts()).toBeUndefined();

    await visitor().call('createCuenta', { email, password: PASSWORD, acepta: VERSIONES });
    const { uid } = (await accounts())!;
    const accepted = await portal.services.db
      .selectFrom('aceptaciones')
      .selectAll()
      .where('uid', '=', uid)
      .execute();
    expect(accepted).toHaveLength(2);
  });
});

describe('the photo of the card', () => {
  const send = async (person: ReturnType<typeof visitor>) => {
    const { prefijo } = (await person.call('createTicketIne')).result;
    const name = `${prefijo}foto.jpg`;
    const response = await fetch(`${portal.url}/v0/b/_/o?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { origin: portal.url, cookie: `ticket=${person.jar.get('ticket')}` },
      body: (await picture('jpeg')) as never,
    });
    expect(response.status).toBe(200);
    return name;
  };
  const isKept = async (name: string) =>
    (await portal.services.db
      .selectFrom('archivos')
      .select('nombre')
      .where('nombre', '=', name)
      .executeTakeFirst()) !== undefined;

  const startRegistration = async (person: ReturnType<typeof visitor>, email: string) => {
    await person.call('createCuenta', { email, password: PASSWORD, acepta: VERSIONES });
    await person.call('updateCuenta', NAMES);
    await person.call('sendVerification');
  };

  it('goes once the CURP is recorded, also when its ticket ran out; other photos stay', async () => {
    const email = 'con-foto@registro.example';
    const person = visitor();
    const other = await send(visitor());
    const mine = await send(person);
    await startRegistration(person, email);
    const refused = { email, curp: 'SABC560626MDFLRN02', displayName: DISPLAY };
    expect((await person.call('setCurpUserNew', refused)).http).toBe(400);
    expect(await isKept(mine)).toBe(true);

    portal.setNow(new Date(Date.now() + 700_000));
    const curp = 'SABC560626MNELRN07';
    expect((await person.call('setCurpUserNew', { ...refused, curp })).result).toEqual({
      ok: true,
    });
    portal.setNow(null);
    expect(await isKept(mine)).toBe(false);
    expect(await isKept(other)).toBe(true);
    expect(person.jar.has('ticket')).toBe(false);
  });

  it('goes when the CURP is somebody else’s too, and nothing tells', async () => {
    const email = 'con-foto-ajena@registro.example';
    const person = visitor();
    const mine = await send(person);
    await startRegistration(person, email);
    const input = { email, curp: CURPS.b, displayName: DISPLAY };
    expect((await person.call('setCurpUserNew', input)).result).toEqual({ ok: true });
    expect(await isKept(mine)).toBe(false);
    expect(person.jar.has('ticket')).toBe(false);
  });

  it('goes when the registration turns out to be without CURP, or another photo is tried', async () => {
    const email = 'foto-sin-curp@registro.example';
    const person = visitor();
    const first = await send(person);
    const second = await send(person);
    expect(await isKept(first)).toBe(false);
    await startRegistration(person, email);
    const input = { email, curp: '', displayName: DISPLAY, persona: NAMES };
    expect((await person.call('setCurpUserTransaction', input)).result).toEqual({ ok: true });
    expect(await isKept(second)).toBe(false);
  });
});

describe('password reset', () => {
  it('answers the same for an unknown address, and sends nothing to it', async () => {
    const known = await visitor().call('sendPasswordReset', {
      email: 'concepcion@registro.example',
    });
    const unknown = await visitor().call('sendPasswordReset', { email: 'nadie@registro.example' });
    expect({ http: unknown.http, result: unknown.result }).toEqual({
      http: known.http,
      result: known.result,
    });
    await expect
      .poll(async () => (await portal.mails())[0]?.subject, { timeout: 15_000 })
      .toBe('Restablezca su contraseña');
    expect((await portal.mails()).some((mail) => mail.to === 'nadie@registro.example')).toBe(false);
  });

  it('works once under ten presses at once, and ends the sessions', async () => {
    const person = visitor();
    await person.call('signIn', { email: 'concepcion@registro.example', password: PASSWORD });
    const mail = (await portal.mails()).find((m) => m.subject === 'Restablezca su contraseña')!;
    const oobCode = new URL(mail.links[0]!).searchParams.get('oobCode')!;
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        visitor().call('resetPassword', { oobCode, newPassword: 'Otra-Frase-Larga-77' }),
      ),
    );
    expect(answers.filter((answer) => answer.result).length).toBe(1);
    expect((await person.call('getSesion')).result).toBeNull();
  });
});

describe('refresh tokens', () => {
  it('rotate; two at once agree; an old one ends the session', async () => {
    const person = visitor();
    await person.call('signIn', {
      email: 'concepcion@registro.example',
      password: 'Otra-Frase-Larga-77',
    });
    const first = person.jar.get('refresh')!;
    const twin = visitor();
    twin.jar.set('refresh', first);
    const [a, b] = await Promise.all([person.call('refreshSesion'), twin.call('refreshSesion')]);
    expect(a.result).not.toBeNull();
    expect(b.result).not.toBeNull();
    expect(person.jar.get('refresh')).toBe(twin.jar.get('refresh'));

    await person.call('refreshSesion');
    const replay = visitor();
    replay.jar.set('refresh', first);
    expect((await replay.call('refreshSesion')).result).toBeNull();
    expect((await person.call('getSesion')).result).toBeNull();
  });
});
