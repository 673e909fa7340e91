import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openBrowser } from '../../../../../tests/browser.ts';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());
beforeEach(async () => {
  await portal.services.db.deleteFrom('limites').execute();
});

const NEW = 'Otra-Frase-Larga-77';
let made = 0;
const freshEmail = () => `nuevo${++made}@acceso.example`;

/** Somebody signed in with a browser, and their session elsewhere (by token). */
const someone = async () => {
  const account = await makeCuenta(portal);
  const browser = openBrowser(portal);
  await browser.call('signIn', { email: account.email, password: account.password });
  return { ...account, browser };
};

const signIn = (email: string, password: string) => portal.call('signIn', { email, password });
const lives = async (token: string) =>
  (await portal.call('getSesion', null, { token })).http === 200;
const mailsTo = async (email: string) => (await portal.mails()).filter(({ to }) => to === email);
const codeIn = (mail: { links: string[] } | undefined) =>
  new URL(mail!.links[0]!).searchParams.get('oobCode')!;

/** The reset code that was sent to an address. */
const resetCode = async (email: string) => {
  await portal.call('sendPasswordReset', { email });
  const find = async () =>
    (await mailsTo(email)).find(({ subject }) => subject === 'Restablezca su contraseña');
  await expect.poll(find).toBeDefined();
  return codeIn(await find());
};

describe('changing one’s own password', () => {
  it('asks the present one; the other sessions end, this one goes on under another name', async () => {
    const { email, password, token, browser } = await someone();
    const before = browser.cookies();
    const change = (data: object) => browser.call('changePassword', data);
    expect((await change({ newPassword: NEW })).error?.status).toBe('INVALID_ARGUMENT');
    expect(
      (await change({ password: 'no-es-esta-1', newPassword: NEW })).error?.details,
    ).toMatchObject({ code: 'contrasena-actual', fields: { password: expect.any(String) } });
    expect((await change({ password, newPassword: password })).error?.details).toMatchObject({
      code: 'contrasena-igual',
      fields: { newPassword: expect.any(String) },
    });
    expect(
      (await change({ password, newPassword: 'contraseña12345' })).error?.details,
    ).toMatchObject({ code: 'contrasena-debil', fields: { newPassword: expect.any(String) } });
    expect(await lives(token)).toBe(true);

    expect((await change({ password, newPassword: NEW })).result).toEqual({ ok: true });
    expect(await lives(token)).toBe(false);
    expect((await browser.call('getSesion')).result.email).toBe(email);
    expect((await browser.call('listSesiones')).result).toHaveLength(1);
    // Whoever has a copy of this very session is out as well.
    const thief = openBrowser(portal);
    thief.restore(before);
    expect((await thief.call('getSesion')).result).toBeNull();
    expect((await thief.call('refreshSesion')).result).toBeNull();
    expect((await browser.call('refreshSesion')).result.email).toBe(email);

    expect((await signIn(email, password)).http).toBe(401);
    expect((await signIn(email, NEW)).http).toBe(200);
    const [mail] = await mailsTo(email);
    expect(mail).toMatchObject({ subject: 'Su contraseña cambió' });
    expect(mail!.text).toMatch(/Cuándo: \d+ de \w+ de \d{4}, \d\d:\d\d\sh/);
    expect(mail!.text).toContain('Si no fue usted');
    expect(mail!.links[0]).toMatch(/\/auth\/restablecer$/);
  });

  it('kills the codes of mails already sent', async () => {
    const { email, password, browser } = await someone();
    const oobCode = await resetCode(email);
    expect((await portal.call('checkCodigoCorreo', { oobCode })).http).toBe(200);
    await browser.call('requestEmailChange', { password, email: freshEmail() });
    expect((await browser.call('getEmailChange')).result).not.toBeNull();
    await browser.call('changePassword', { password, newPassword: NEW });
    expect(
      (await portal.call('resetPassword', { oobCode, newPassword: `${NEW}8` })).error?.details.code,
    ).toBe('codigo-invalido');
    expect((await browser.call('getEmailChange')).result).toBeNull();
  });

  it('asks a code of who has a second factor', async () => {
    const { email, password, browser } = await someone();
    const { result: begun } = await browser.call('startFactor', { password });
    const totp = new TOTP({ secret: Secret.fromBase32(begun.secreto.replaceAll('-', '')) });
    const confirmed = await browser.call('confirmFactor', {
      boleto: begun.boleto,
      codigo: totp.generate(),
    });
    const [codigo] = confirmed.result.codigos;
    const change = (extra: object) =>
      browser.call('changePassword', { password, newPassword: NEW, ...extra });
    expect((await change({})).error?.details).toMatchObject({
      code: 'pide-codigo',
      fields: { codigo: expect.any(String) },
    });
    expect((await change({ codigo: '000000' })).error?.details.code).toBe('codigo-segundo-factor');
    expect((await change({ codigo })).result).toEqual({ ok: true });
    expect((await browser.call('getSesion')).result.email).toBe(email);
  });

  it('stops guessing the present one, without keeping the owner out', async () => {
    const { email, password, token } = await someone();
    const guess = (i: number) =>
      portal.call('changePassword', { password: `no-es-${i}`, newPassword: NEW }, { token });
    const answers = [];
    for (let i = 0; i < 12; i++) answers.push((await guess(i)).error?.status);
    expect(answers.slice(0, 10)).toEqual(Array(10).fill('FAILED_PRECONDITION'));
    expect(answers.slice(10)).toEqual(Array(2).fill('RESOURCE_EXHAUSTED'));
    const owner = openBrowser(portal);
    await owner.call('signIn', { email, password });
    expect((await owner.call('changePassword', { password, newPassword: NEW })).http).toBe(200);
  });

  it('is not for visitors', async () => {
    const { password } = await someone();
    expect(
      (await portal.call('changePassword', { password, newPassword: NEW })).error?.status,
    ).toBe('UNAUTHENTICATED');
  });
});

describe('changing one’s own email', () => {
  it('counts when the link of the new one is opened from the account; both are told', async () => {
    const { uid, email, password, token, browser } = await someone();
    const nuevo = freshEmail();
    const ask = (data: object) => browser.call('requestEmailChange', data);
    expect((await ask({ password: 'no-es-esta-1', email: nuevo })).error?.details.code).toBe(
      'contrasena-actual',
    );
    expect((await ask({ password, email })).error?.details.code).toBe('correo-igual');
    expect((await ask({ password, email: 'no-es-correo' })).error?.details.code).toBe(
      'correo-invalido',
    );
    expect(await mailsTo(nuevo)).toEqual([]);
    expect((await ask({ password, email: ` ${nuevo.toUpperCase()} ` })).result).toEqual({
      ok: true,
    });
    expect((await browser.call('getEmailChange')).result.email).toBe(nuevo);
    expect((await mailsTo(email))[0]).toMatchObject({
      subject: 'Se pidió cambiar el correo de su cuenta',
      text: expect.stringContaining(nuevo),
    });
    const [sent] = await mailsTo(nuevo);
    expect(sent!.subject).toBe('Confirme su nuevo correo');
    expect(sent!.text).not.toContain(email);
    const oobCode = codeIn(sent);

    // Nothing changed yet, and the link alone opens nothing.
    expect((await browser.call('getSesion')).result.email).toBe(email);
    expect((await portal.call('confirmEmailChange', { oobCode })).error?.status).toBe(
      'UNAUTHENTICATED',
    );
    for (const name of ['verifyEmail', 'resetPassword'] as const) {
      const data = { oobCode, ...(name === 'resetPassword' && { newPassword: NEW }) };
      expect((await portal.call(name, data)).error?.details.code, name).toBe('codigo-invalido');
    }
    const stranger = await someone();
    expect(
      (await stranger.browser.call('confirmEmailChange', { oobCode })).error?.details.code,
    ).toBe('codigo-de-otra-cuenta');

    const reset = await resetCode(email);
    expect((await browser.call('confirmEmailChange', { oobCode })).result).toEqual({
      email: nuevo,
    });
    expect((await browser.call('getSesion')).result).toMatchObject({ uid, email: nuevo });
    expect(await lives(token)).toBe(false);
    expect((await signIn(email, password)).http).toBe(401);
    expect((await signIn(nuevo, password)).http).toBe(200);
    expect((await browser.call('confirmEmailChange', { oobCode })).error?.details.code).toBe(
      'codigo-invalido',
    );
    expect(
      (await portal.call('resetPassword', { oobCode: reset, newPassword: NEW })).error?.details
        .code,
    ).toBe('codigo-invalido');
    for (const address of [email, nuevo]) {
      expect((await mailsTo(address))[0]!.subject).toBe('El correo de su cuenta cambió');
    }
    // The history knows that it changed, and names no address.
    const rows = await portal.services.db
      .selectFrom('historial')
      .selectAll()
      .where('entidad_id', '=', uid)
      .execute();
    expect(rows.map(({ accion }) => accion)).toEqual(
      expect.arrayContaining(['cuenta.pedirCambioCorreo', 'cuenta.cambiarCorreo']),
    );
    expect(JSON.stringify(rows)).not.toContain('@');
  });

  it('tells on screen nothing of whether the new one has an account; its mail does', async () => {
    const [{ password, browser }, taken] = [await someone(), await makeCuenta(portal)];
    const free = await browser.call('requestEmailChange', { password, email: freshEmail() });
    const other = await browser.call('requestEmailChange', { password, email: taken.email });
    expect([other.http, other.result]).toEqual([free.http, free.result]);
    expect((await browser.call('getEmailChange')).result.email).toBe(taken.email);
    const [mail] = await mailsTo(taken.email);
    expect(mail!.subject).toBe('Este correo ya tiene una cuenta en el portal');
    expect(mail!.links.join(' ')).not.toContain('oobCode');
  });

  it('gives way when the address became another’s in between', async () => {
    const { password, browser, email } = await someone();
    const nuevo = freshEmail();
    await browser.call('requestEmailChange', { password, email: nuevo });
    const oobCode = codeIn((await mailsTo(nuevo))[0]);
    const other = await makeCuenta(portal);
    const { db } = portal.services;
    await db.updateTable('cuentas').set({ email: nuevo }).where('uid', '=', other.uid).execute();
    expect((await browser.call('confirmEmailChange', { oobCode })).error?.details.code).toBe(
      'correo-con-cuenta',
    );
    expect((await browser.call('getSesion')).result.email).toBe(email);
  });

  it('is not kept from somebody by a registration that nobody verified', async () => {
    const { password, browser } = await someone();
    const squatted = await makeCuenta(portal);
    const { db } = portal.services;
    await db
      .updateTable('cuentas')
      .set({ email_verified: false })
      .where('uid', '=', squatted.uid)
      .execute();
    await browser.call('requestEmailChange', { password, email: squatted.email });
    const oobCode = codeIn((await mailsTo(squatted.email))[0]);
    expect((await browser.call('confirmEmailChange', { oobCode })).result).toEqual({
      email: squatted.email,
    });
    // Whoever waited for it can do nothing with that address any more.
    const theirs = await portal.call('getSesion', null, { token: squatted.token });
    expect(theirs.result).toBeNull();
  });

  it('is cancelled, replaced by a later one, and runs out', async () => {
    const { password, browser } = await someone();
    const [one, two] = [freshEmail(), freshEmail()];
    const confirm = async (email: string) => {
      const oobCode = codeIn((await mailsTo(email))[0]);
      return (await browser.call('confirmEmailChange', { oobCode })).error?.details.code;
    };
    await browser.call('requestEmailChange', { password, email: one });
    await browser.call('requestEmailChange', { password, email: two });
    expect(await confirm(one)).toBe('codigo-invalido');
    await browser.call('cancelEmailChange');
    expect((await browser.call('getEmailChange')).result).toBeNull();
    expect(await confirm(two)).toBe('codigo-invalido');
    const three = freshEmail();
    await browser.call('requestEmailChange', { password, email: three });
    await portal.services.db
      .updateTable('codigos')
      .set({ vence_en: new Date(0) })
      .where('email', '=', three)
      .execute();
    expect(await confirm(three)).toBe('codigo-vencido');
  });

  it('sends few mails to one address, whoever asks', async () => {
    const [ana, luz, nuevo] = [await someone(), await someone(), freshEmail()];
    const answers = [];
    for (const { browser, password } of [ana, luz, ana, luz, ana, luz]) {
      answers.push((await browser.call('requestEmailChange', { password, email: nuevo })).http);
    }
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
  });
});

describe('a reset by mail', () => {
  it('refuses the present password without spending the link, ends sessions and tells', async () => {
    const { email, password, token } = await someone();
    const oobCode = await resetCode(email);
    const reset = (newPassword: string) => portal.call('resetPassword', { oobCode, newPassword });
    expect((await reset(password)).error?.details).toMatchObject({
      code: 'contrasena-igual',
      fields: { password: expect.any(String) },
    });
    expect((await reset(NEW)).http).toBe(200);
    expect(await lives(token)).toBe(false);
    const [mail] = await mailsTo(email);
    expect(mail).toMatchObject({ subject: 'Su contraseña cambió' });
    expect(mail!.text).toContain('con el enlace que se envió a este correo');
  });

  it('is no way to guess the present password', async () => {
    const { email } = await someone();
    const oobCode = await resetCode(email);
    const { services } = portal;
    // As after nine tries with the same link: asking each would only make this slow.
    await portal.call('resetPassword', { oobCode, newPassword: 'contraseña12345' });
    await services.throttle.use(
      { name: 'contrasena-nueva-cuenta', max: 100, windowSeconds: 1800 },
      (
        await services.db
          .selectFrom('cuentas')
          .select('uid')
          .where('email', '=', email)
          .executeTakeFirstOrThrow()
      ).uid,
    );
    await services.database.execute(
      `update limites set cuenta = 10 where llave like 'contrasena-nueva-cuenta:%'`,
      [],
    );
    expect((await portal.call('resetPassword', { oobCode, newPassword: NEW })).error?.status).toBe(
      'RESOURCE_EXHAUSTED',
    );
  });
});
