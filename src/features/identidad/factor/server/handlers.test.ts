import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { hashPassword } from '../../../../platform/server/passwords.ts';

let portal: TestPortal;
let hash: string;
const PASSWORD = 'Tren-Nube-Lago-2026';
const EMAIL = 'ana@factor.example';

beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  hash = await hashPassword(PASSWORD);
});
afterAll(() => portal.stop());

let now: Date;
/** Every use of a code waits for the next one, as a person would. */
const nextCode = (secret: string): string => {
  now = new Date(now.getTime() + 30_000);
  portal.setNow(now);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now.getTime() });
};

const signIn = (codigo?: string) =>
  portal.call('signIn', { email: EMAIL, password: PASSWORD, ...(codigo && { codigo }) });

const tokenOf = (answer: { headers: Headers }) =>
  /token=([^;]+)/.exec(
    answer.headers.getSetCookie().find((line) => line.startsWith('token='))!,
  )![1]!;

beforeEach(async () => {
  now = new Date();
  portal.setNow(null);
  await portal.services.db.deleteFrom('ajustes').execute();
  await portal.services.db.deleteFrom('limites').execute();
  await portal.services.db.deleteFrom('cuentas').execute();
  await portal.services.db
    .insertInto('cuentas')
    .values({
      uid: 'ana',
      email: EMAIL,
      email_verified: true,
      password_hash: hash,
      display_name: 'ANA',
      photo_url: null,
      nombre: null,
      apellido_paterno: null,
      apellido_materno: null,
      role: 'Admin',
      persona_id: null,
      last_login_at: null,
    })
    .execute();
});

const enrol = async () => {
  const token = tokenOf(await signIn());
  const start = await portal.call('startFactor', null, { token });
  const secret = start.result.secreto.replaceAll('-', '');
  expect(start.result.otpauth).toContain('otpauth://totp/');
  expect(start.result.qr).toContain('<svg');
  const confirmed = await portal.call(
    'confirmFactor',
    { boleto: start.result.boleto, codigo: nextCode(secret) },
    { token },
  );
  return { secret, token, codigos: confirmed.result.codigos as string[] };
};

describe('second factor', () => {
  it('is asked for once it is on, and a code works once', async () => {
    const { secret } = await enrol();
    expect((await signIn()).error?.details.code).toBe('pide-codigo');
    expect((await signIn('000000')).error?.details.code).toBe('codigo-segundo-factor');
    const code = nextCode(secret);
    expect((await signIn(code)).http).toBe(200);
    expect((await signIn(code)).error?.details.code).toBe('codigo-segundo-factor');
  });

  it('one code, five sign-ins at once: one enters', async () => {
    const { secret } = await enrol();
    const code = nextCode(secret);
    const answers = await Promise.all(Array.from({ length: 5 }, () => signIn(code)));
    expect(answers.filter((answer) => answer.http === 200)).toHaveLength(1);
  });

  it('has ten recovery codes, each good once', async () => {
    const { codigos } = await enrol();
    expect(new Set(codigos).size).toBe(10);
    expect((await signIn(codigos[0]!.toLowerCase())).http).toBe(200);
    expect((await signIn(codigos[0])).error?.details.code).toBe('codigo-segundo-factor');
  });

  it('stops guessing', async () => {
    const { secret } = await enrol();
    let last: string | undefined;
    for (let i = 0; i < 12; i++) last = (await signIn(String(i).padStart(6, '0'))).error?.status;
    expect(last).toBe('RESOURCE_EXHAUSTED');
    expect((await signIn(nextCode(secret))).error?.status).toBe('RESOURCE_EXHAUSTED');
  });

  it('is not skipped by the wire: the password alone gives no token', async () => {
    const { secret } = await enrol();
    const post = async (path: string, body: object) => {
      const response = await fetch(`${portal.url}/identitytoolkit.googleapis.com/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return (await response.json()) as any;
    };
    const pending = await post('v1/accounts:signInWithPassword', {
      email: EMAIL,
      password: PASSWORD,
    });
    expect(pending.idToken).toBeUndefined();
    const finish = (verificationCode: string) =>
      post('v2/accounts/mfaSignIn:finalize', {
        mfaPendingCredential: pending.mfaPendingCredential,
        totpVerificationInfo: { verificationCode },
      });
    expect((await finish('000000')).error.message).toBe('INVALID_CODE');
    expect((await finish(nextCode(secret))).idToken).toBeTypeOf('string');
  });

  it('is taken off only with the password and a code', async () => {
    const { secret, token } = await enrol();
    const off = (password: string, codigo: string) =>
      portal.call('disableFactor', { password, codigo }, { token });
    expect((await off('equivocada-1234', nextCode(secret))).error?.details.code).toBe(
      'contrasena-actual',
    );
    expect((await off(PASSWORD, '000000')).error?.details.code).toBe('codigo-segundo-factor');
    expect((await off(PASSWORD, nextCode(secret))).result).toEqual({ ok: true });
    portal.setNow(null);
    expect((await signIn()).http).toBe(200);
  });

  it('cannot be taken off while the role demands it', async () => {
    const { secret, token } = await enrol();
    await portal.call('setPoliticaFactor', { roles: ['Admin'] }, { token });
    const answer = await portal.call(
      'disableFactor',
      { password: PASSWORD, codigo: nextCode(secret) },
      { token },
    );
    expect(answer.error?.details.code).toBe('factor-obligatorio');
  });

  it('demanded by the role: nothing but enrolling until it is on', async () => {
    const token = tokenOf(await signIn());
    await portal.call('setPoliticaFactor', { roles: ['Admin'] }, { token });
    expect((await portal.call('listUsuarios', {}, { token })).error?.status).toBe(
      'PERMISSION_DENIED',
    );
    expect((await portal.call('getSesion', null, { token })).result).toMatchObject({
      faltaSegundoFactor: true,
    });
    const start = await portal.call('startFactor', null, { token });
    await portal.call(
      'confirmFactor',
      { boleto: start.result.boleto, codigo: nextCode(start.result.secreto.replaceAll('-', '')) },
      { token },
    );
    expect((await portal.call('listUsuarios', {}, { token })).http).toBe(200);
  });
});
