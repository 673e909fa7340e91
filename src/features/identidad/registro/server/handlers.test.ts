import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../../../../../tests/almacen.ts';
import { makePersona } from '../../../../../tests/factories/personas.ts';
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

const linksOf = async (email: string) =>
  (await portal.mails())
    .filter((mail) => mail.to === email && mail.subject === 'Verifique su correo')
    .map((mail) => mail.links[0]!);
const linkOf = async (email: string) => (await linksOf(email))[0]!;
const codeOf = (link: string) => new URL(link).searchParams.get('oobCode')!;
const subjectsOf = async (email: string) =>
  (await portal.mails()).filter((mail) => mail.to === email).map((mail) => mail.subject);

/** Opens the newest link from a browser that knows nothing, with the password that was chosen. */
const verify = async (email: string, password = PASSWORD) =>
  visitor().call('verifyEmail', { oobCode: codeOf(await linkOf(email)), password });

const verified = async (email: string, curp: string, password = PASSWORD) => {
  await register(email, curp, password);
  return (await verify(email, password)).result as { expediente: string };
};

const enter = async (email: string, password = PASSWORD) => {
  const person = visitor();
  const { result } = await person.call('signIn', { email, password });
  return { ...person, user: result };
};

const CURPS = {
  a: 'SABC560626MDFLRN01',
  b: 'SABC560626MDFLRN19',
};

describe('registration with CURP', () => {
  it('carries where the person was going into the link of the mail, only within the portal', async () => {
    const goingTo = async (email: string, volver: string) => {
      const person = visitor();
      await person.call('createCuenta', { email, password: PASSWORD, acepta: VERSIONES });
      await person.call('sendVerification', { volver });
      await visitor().call('resendVerification', { email, password: PASSWORD, volver });
      return (await linksOf(email)).map((link) => new URL(link).searchParams.get('volver'));
    };
    const oferta = '/oferta/7b9a8a3e?ver=calendario';
    expect(await goingTo('va@registro.example', oferta)).toEqual([oferta, oferta]);
    for (const volver of ['https://malo.example/', '//malo.example', '/auth/login', '/\\malo']) {
      const email = `v${volver.length}@registro.example`;
      expect(await goingTo(email, volver)).toEqual([null, null]);
    }
  });

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
    expect([...person.jar.keys()]).toEqual(['__Secure-registro']);
    // Nobody has shown that the address is theirs: no file is made, and the CURP is nobody's.
    expect(await count('personas')).toBe(0);

    const refused = await person.call('signIn', { email, password: PASSWORD });
    expect(refused.error?.message).toBe('Debe verificar su correo para poder ingresar.');
    expect([...person.jar.keys()]).toEqual(['__Secure-registro']);

    const link = new URL(await linkOf(email));
    expect(link.searchParams.get('mode')).toBe('verifyEmail');
    const oobCode = link.searchParams.get('oobCode')!;
    expect((await person.call('checkCodigoCorreo', { oobCode })).result).toEqual({
      tipo: 'VERIFY_EMAIL',
      pideContrasena: false,
    });
    expect((await person.call('verifyEmail', { oobCode })).result).toEqual({
      expediente: 'listo',
    });
    expect(person.jar.size).toBe(0);
    expect((await person.call('verifyEmail', { oobCode })).error?.details.code).toBe(
      'codigo-invalido',
    );

    const entered = await person.call('signIn', {
      email: ` ${email.toUpperCase()} `,
      password: PASSWORD,
    });
    expect(entered.result).toMatchObject({
      email,
      clave: CURPS.a,
      role: null,
      displayName: DISPLAY,
    });
    const cookies = entered.headers.getSetCookie();
    const token = cookies.find((line) => line.startsWith('token='))!;
    expect(token).toMatch(/; Secure/);
    expect(token).toMatch(/; SameSite=None/);
    expect(token).toMatch(/; HttpOnly/);
    // An idle quarter of an hour.
    expect(token).toMatch(/; Max-Age=900(;|$)/);
    expect((await person.call('getSesion')).result).toMatchObject({ clave: CURPS.a });

    const stolen = new Map(person.jar);
    await person.call('signOut');
    const thief = visitor();
    for (const [key, value] of stolen) thief.jar.set(key, value);
    expect((await thief.call('getSesion')).result).toBeNull();
    expect((await thief.call('refreshSesion')).result).toBeNull();
  });

  it('answers the same when the email or the CURP is taken, and makes nobody', async () => {
    const fresh = await register('nueva@registro.example', CURPS.b);
    await verify('nueva@registro.example');
    const personas = await count('personas');
    const takenEmail = await register('nueva@registro.example', 'SABC560626MDFLRN27');
    const takenCurp = await register('otra@registro.example', CURPS.b);
    expect(takenEmail).toEqual(fresh);
    expect(takenCurp).toEqual(fresh);
    expect(await count('personas')).toBe(personas);
    expect(await subjectsOf('nueva@registro.example')).toEqual([
      'Ya tiene una cuenta en el portal',
      'Verifique su correo',
    ]);
  });

  it('signing in after it, or asking for the mail again, tells nothing either', async () => {
    const other = 'Otra-Frase-Larga-77';
    const emails = ['nueva@registro.example', 'tomada@registro.example', 'libre@registro.example'];
    const curps = ['SABC560626MDFLRN27', CURPS.b, 'SABC560626MNELRN31'];
    const answers = [];
    for (const [i, email] of emails.entries()) {
      await register(email, curps[i]!, other);
      const refused = await visitor().call('signIn', { email, password: other });
      const again = await visitor().call('resendVerification', { email, password: other });
      answers.push([refused.http, refused.error, again.http, again.result]);
    }
    expect(answers[0]![1]).toMatchObject({
      message: 'Debe verificar su correo para poder ingresar.',
    });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    // The owner's password goes on being theirs.
    expect((await enter('nueva@registro.example')).user.email).toBe('nueva@registro.example');
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
    expect(await verified(email, 'SABC560626MDFLRN69', 'Otra-Frase-Larga-77')).toEqual({
      expediente: 'listo',
    });
    expect((await enter(email, PASSWORD)).user).toBeUndefined();
    expect((await enter(email, 'Otra-Frase-Larga-77')).user.clave).toBe('SABC560626MDFLRN69');
  });

  it('every step can be sent twice, also the first when its answer was lost', async () => {
    const email = 'perdida@registro.example';
    const intento = randomUUID();
    const input = { email, password: PASSWORD, acepta: VERSIONES, intento };
    // The browser never heard of it: no cookie, nothing.
    expect((await visitor().call('createCuenta', input)).result).toEqual({ ok: true });
    const person = visitor();
    const curp = { email, curp: 'SABC560626MDFLRN77', displayName: DISPLAY };
    for (const [name, data] of [
      ['createCuenta', input],
      ['updateCuenta', NAMES],
      ['sendVerification', null],
      ['setCurpUserNew', curp],
      ['signOut', null],
    ] as const) {
      const first = await person.call(name, data);
      const second = await person.call(name, data);
      expect([second.http, second.result], name).toEqual([first.http, first.result]);
      expect(first.http, name).toBe(200);
    }
    const rows = await portal.services.db
      .selectFrom('cuentas')
      .select('uid')
      .where('email', '=', email)
      .execute();
    expect(rows).toHaveLength(1);
    expect(await subjectsOf(email)).toEqual(['Verifique su correo', 'Verifique su correo']);
    const [newest, older] = await linksOf(email);
    expect((await person.call('verifyEmail', { oobCode: codeOf(older!) })).http).toBe(400);
    expect((await person.call('verifyEmail', { oobCode: codeOf(newest!) })).result).toEqual({
      expediente: 'listo',
    });
    expect((await enter(email)).user.clave).toBe('SABC560626MDFLRN77');
  });

  it('the form mends its email or its password and goes on', async () => {
    const person = visitor();
    const intento = randomUUID();
    const first = { password: PASSWORD, acepta: VERSIONES, intento };
    await person.call('createCuenta', { ...first, email: 'con-erata@registro.example' });
    const email = 'con-errata@registro.example';
    await person.call('createCuenta', { ...first, email });
    await person.call('createCuenta', { ...first, email, password: 'Otra-Frase-Larga-77' });
    const rows = await portal.services.db
      .selectFrom('cuentas')
      .select('email')
      .where('email', 'like', 'con-er%')
      .execute();
    expect(rows).toEqual([{ email }]);
    expect((await visitor().call('signIn', { email, password: PASSWORD })).http).toBe(401);
  });

  it('a link of a registration that was not sent to the end does not half-make an account', async () => {
    const email = 'a-medias@registro.example';
    const person = visitor();
    await person.call('createCuenta', { email, password: PASSWORD, acepta: VERSIONES });
    await person.call('updateCuenta', NAMES);
    await person.call('sendVerification');
    const oobCode = codeOf(await linkOf(email));
    const refused = await person.call('verifyEmail', { oobCode });
    expect(refused.error?.details.code).toBe('registro-incompleto');
    // The same browser sends the form again; what it had begun is gone, and so is that link.
    await person.call('createCuenta', { email, password: PASSWORD, acepta: VERSIONES });
    expect((await person.call('verifyEmail', { oobCode })).error?.details.code).toBe(
      'codigo-invalido',
    );
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
    await person.call('sendVerification');
    await verify(email);
    const row = await portal.services.db
      .selectFrom('personas')
      .selectAll()
      .where('curp', '=', 'SABC560626MDFLRN43')
      .executeTakeFirst();
    expect(row?.discrepancias).toEqual(['nombre']);
  });
});

describe('the link of the mail', () => {
  it('asks another browser for the password that was chosen', async () => {
    const email = 'otro-equipo@registro.example';
    await register(email, 'SABC560626MNELRN49');
    const oobCode = codeOf(await linkOf(email));
    const phone = visitor();
    expect((await phone.call('checkCodigoCorreo', { oobCode })).result.pideContrasena).toBe(true);
    expect((await phone.call('verifyEmail', { oobCode })).error?.details.code).toBe(
      'pide-contrasena',
    );
    const wrong = await phone.call('verifyEmail', { oobCode, password: 'no-es-esta' });
    expect(wrong.error?.details).toMatchObject({
      code: 'contrasena-de-registro',
      fields: { password: expect.stringContaining('no es la contraseña') },
    });
    expect((await phone.call('verifyEmail', { oobCode, password: PASSWORD })).http).toBe(200);
  });

  it('does not open the account to who registered the address of somebody else', async () => {
    const email = 'duena@registro.example';
    const hers = 'La-Frase-De-La-Duena-1';
    await register(email, 'SABC560626MNELRN57', 'La-Frase-Del-Atacante-1');
    const owner = visitor();
    await owner.call('createCuenta', { email, password: hers, acepta: VERSIONES });
    await owner.call('updateCuenta', NAMES);
    await owner.call('sendVerification');
    await owner.call('setCurpUserNew', {
      email,
      curp: 'SABC560626MNELRN65',
      displayName: DISPLAY,
    });
    const [newest, attackers] = await linksOf(email);
    // The owner opens the mail of the registration that was not hers, in her browser.
    const clicked = await owner.call('verifyEmail', { oobCode: codeOf(attackers!) });
    expect(clicked.error?.details.code).toBe('pide-contrasena');
    const typed = await owner.call('verifyEmail', { oobCode: codeOf(attackers!), password: hers });
    expect(typed.error?.details.code).toBe('contrasena-de-registro');
    expect((await owner.call('verifyEmail', { oobCode: codeOf(newest!) })).result).toEqual({
      expediente: 'listo',
    });
    expect((await enter(email, 'La-Frase-Del-Atacante-1')).user).toBeUndefined();
    expect((await enter(email, hers)).user.clave).toBe('SABC560626MNELRN65');
    // And what waited for that address can no longer be verified by anybody.
    const late = await visitor().call('verifyEmail', {
      oobCode: codeOf(attackers!),
      password: 'La-Frase-Del-Atacante-1',
    });
    expect(late.error?.details.code).toBe('codigo-invalido');
  });

  it('may be tried with ten passwords, not with all', async () => {
    const email = 'tanteos@registro.example';
    await register(email, 'SABC560626MNELRN73');
    const oobCode = codeOf(await linkOf(email));
    const answers = [];
    for (let i = 0; i < 12; i++) {
      answers.push(await visitor().call('verifyEmail', { oobCode, password: `no-${i}` }));
    }
    expect(answers.map(({ http }) => http)).toEqual([...Array(10).fill(400), 429, 429]);
  });
});

describe('a CURP that has a file already', () => {
  const importada = async (curp: string, correoConocido: string | null) =>
    makePersona(portal.services.db, {
      clave: curp,
      curp,
      nombre: 'Concepción',
      apellidoPaterno: 'Salgado',
      apellidoMaterno: 'Briceño',
      nombreCompleto: 'CONCEPCIÓN SALGADO BRICEÑO',
      correoConocido,
    });

  it('is given at once to who verifies the address that the school has', async () => {
    const curp = 'SABC560626MNELRN81';
    const email = 'conocida@registro.example';
    const { id } = await importada(curp, email);
    expect(await verified(email, curp)).toEqual({ expediente: 'listo' });
    const { user } = await enter(email);
    // Called as the file says.
    expect(user).toMatchObject({ clave: curp, displayName: 'CONCEPCIÓN SALGADO BRICEÑO' });
    expect(await subjectsOf(email)).toContain('Su expediente ya está en su cuenta');
    const rows = await portal.services.db
      .selectFrom('cuentas')
      .select('persona_id')
      .where('email', '=', email)
      .execute();
    expect(rows).toEqual([{ persona_id: id }]);
  });

  it('waits for staff when the school has the address for somebody else, too', async () => {
    const email = 'juzgado@registro.example';
    await importada('SABC560626MNELRN23', email);
    await importada('SABC560626MNELRN15', email);
    expect(await verified(email, 'SABC560626MNELRN23')).toEqual({ expediente: 'porConfirmar' });
  });

  it('waits for staff with any other address; the account works', async () => {
    const curp = 'SABC560626MNELRN99';
    const email = 'por-confirmar@registro.example';
    await importada(curp, 'la-de-la-escuela@registro.example');
    expect(await verified(email, curp)).toEqual({ expediente: 'porConfirmar' });
    const person = await enter(email);
    expect(person.user).toMatchObject({ email, clave: null, displayName: DISPLAY });
    expect(await subjectsOf(email)).toContain('Control Escolar confirmará su expediente');
    expect((await person.call('getVinculacionPropia')).result).toMatchObject({
      estado: 'pendiente',
      clave: curp,
      identificacion: false,
    });
    // The file is nobody's until then.
    expect((await person.call('getPersona', { clave: curp })).error?.status).toBe(
      'PERMISSION_DENIED',
    );
    const other = { email, curp: 'SABC560626HDFLRN01', displayName: DISPLAY };
    expect((await person.call('setCurpUserNew', { ...other, curp })).error?.details.code).toBe(
      'vinculacion-pendiente',
    );
  });

  it('of an account in use is asked for too', async () => {
    const email = 'primera@registro.example';
    const curp = 'SABC560626MASLRN08';
    expect(await verified(email, curp)).toEqual({ expediente: 'listo' });
    expect(await verified('segunda@registro.example', curp)).toEqual({
      expediente: 'porConfirmar',
    });
    expect((await enter(email)).user.clave).toBe(curp);
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
    const { prefijo } = (await person.call('createBoletoIne')).result;
    const name = `${prefijo}foto.jpg`;
    const response = await fetch(`${portal.url}/v0/b/_/o?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { origin: portal.url, cookie: `__Host-ticket=${person.jar.get('__Host-ticket')}` },
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
    expect(person.jar.has('__Host-ticket')).toBe(false);
  });

  it('goes when the CURP is somebody else’s too, and nothing tells', async () => {
    const email = 'con-foto-ajena@registro.example';
    const person = visitor();
    const mine = await send(person);
    await startRegistration(person, email);
    const input = { email, curp: CURPS.b, displayName: DISPLAY };
    expect((await person.call('setCurpUserNew', input)).result).toEqual({ ok: true });
    expect(await isKept(mine)).toBe(false);
    expect(person.jar.has('__Host-ticket')).toBe(false);
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
      .poll(async () => (await portal.mails())[0]?.subject)
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
    const first = person.jar.get('__Secure-refresh')!;
    const twin = visitor();
    twin.jar.set('__Secure-refresh', first);
    const [a, b] = await Promise.all([person.call('refreshSesion'), twin.call('refreshSesion')]);
    expect(a.result).not.toBeNull();
    expect(b.result).not.toBeNull();
    expect(person.jar.get('__Secure-refresh')).toBe(twin.jar.get('__Secure-refresh'));

    await person.call('refreshSesion');
    const replay = visitor();
    replay.jar.set('__Secure-refresh', first);
    expect((await replay.call('refreshSesion')).result).toBeNull();
    expect((await person.call('getSesion')).result).toBeNull();
  });
});
