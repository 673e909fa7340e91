import { createHmac } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertCuentaVerificada } from '../../../../../tests/factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { hashPassword } from '../../../../platform/server/passwords.ts';

let portal: TestPortal;
let hash: string;
const PASSWORD = 'Tren-Nube-Lago-2026';
const EMAIL = 'ana@factor.example';

beforeAll(async () => {
  portal = await startTestPortal();
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
  await portal.services.db.deleteFrom('correos').execute();
  await insertCuentaVerificada(portal.services.db, {
    uid: 'ana',
    email: EMAIL,
    password_hash: hash,
    display_name: 'ANA',
    role: 'Admin',
  });
});

/** What its owner was told, the newest last. */
const told = async () => (await portal.mails()).filter(({ to }) => to === EMAIL).reverse();

const start = (data: object, token: string) => portal.call('startFactor', data, { token });
const confirm = (boleto: string, codigo: string, token: string) =>
  portal.call('confirmFactor', { boleto, codigo }, { token });
const secretOf = ({ result }: { result?: { secreto: string } }) =>
  result!.secreto.replaceAll('-', '');

const enrol = async () => {
  const token = tokenOf(await signIn());
  const start = await portal.call('startFactor', { password: PASSWORD }, { token });
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

/** What the wire answers a sign-in, in parts. */
type WireAnswer = {
  idToken?: string;
  mfaPendingCredential?: string;
  error: { message: string };
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

  it('keeps them as passwords are; those of before too, from the first success of their owner', async () => {
    const { secret, codigos } = await enrol();
    const { db, secrets } = portal.services;
    const kept = async () =>
      (await db.selectFrom('codigos_recuperacion').select(['hash', 'usado_en']).execute()).filter(
        ({ usado_en }) => usado_en === null,
      );
    expect(await kept()).toHaveLength(10);
    for (const { hash } of await kept()) expect(hash).toMatch(/^argon2id:[\w-]{43}$/);

    // As they were kept before: a digest under our key.
    const before = codigos.map((code) =>
      createHmac('sha256', secrets.derive('recuperacion'))
        .update(`ana ${code.replaceAll('-', '')}`)
        .digest('base64url'),
    );
    await db.deleteFrom('codigos_recuperacion').execute();
    await db
      .insertInto('codigos_recuperacion')
      .values(before.map((hash) => ({ uid: 'ana', hash, usado_en: null })))
      .execute();
    expect((await signIn(codigos[0])).http).toBe(200);
    expect(await kept()).toHaveLength(9);
    for (const { hash } of await kept()) expect(hash).toMatch(/^argon2id:/);
    expect((await signIn(codigos[0])).error?.details.code).toBe('codigo-segundo-factor');
    expect((await signIn(codigos[1])).http).toBe(200);
    expect((await signIn(nextCode(secret))).http).toBe(200);
    expect(await kept()).toHaveLength(8);
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
      return (await response.json()) as WireAnswer;
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

  it('a recovery code used in place of the telephone is told to its owner, by screen and by wire', async () => {
    const { secret, token, codigos } = await enrol();
    const used = async () =>
      (await told()).filter(({ subject }) => subject.startsWith('Se usó un código'));
    expect((await signIn(nextCode(secret))).http).toBe(200);
    expect((await signIn('ABCD-EFGH-JKMN')).error?.details.code).toBe('codigo-segundo-factor');
    expect(await used()).toEqual([]);

    expect((await signIn(codigos[0])).http).toBe(200);
    expect((await signIn(codigos[0])).error?.details.code).toBe('codigo-segundo-factor');
    const [screen, ...more] = await used();
    expect(more).toEqual([]);
    expect(screen!.text).toContain('Dirección de internet: 127.0.0.1');
    expect(screen!.text).toContain('Le quedan 9.');
    expect(screen!.text).toContain('/auth/restablecer');
    expect(screen!.text).not.toContain(codigos[0]);

    // The genuine client's way, by the same code.
    const post = async (path: string, body: object) => {
      const response = await fetch(`${portal.url}/identitytoolkit.googleapis.com/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
      return (await response.json()) as WireAnswer;
    };
    const { mfaPendingCredential } = await post('v1/accounts:signInWithPassword', {
      email: EMAIL,
      password: PASSWORD,
    });
    const finished = await post('v2/accounts/mfaSignIn:finalize', {
      mfaPendingCredential,
      totpVerificationInfo: { verificationCode: codigos[1] },
    });
    expect(finished.idToken).toBeTypeOf('string');
    expect((await used()).at(-1)!.text).toContain('Le quedan 8.');

    // And where a change asks for one: of the use, and of the change.
    for (const codigo of codigos.slice(2, 9)) expect((await signIn(codigo)).http).toBe(200);
    expect((await used()).at(-1)!.text).toContain('Le queda uno. Genere códigos nuevos');
    const off = { password: PASSWORD, codigo: codigos[9] };
    expect((await portal.call('disableFactor', off, { token })).result).toEqual({ ok: true });
    expect(await used()).toHaveLength(10);
    expect((await told()).map(({ subject }) => subject).slice(-2)).toEqual([
      'Se usó un código de recuperación de su cuenta',
      'Su cuenta ya no tiene segundo factor',
    ]);
    expect((await used()).at(-1)!.text).toContain('Era el último');
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
    expect((await told()).at(-1)?.subject).toBe('Su cuenta ya no tiene segundo factor');
    portal.setNow(null);
    expect((await signIn()).http).toBe(200);
  });

  it('asks the password to begin, and cannot be begun by guessing it', async () => {
    const token = tokenOf(await signIn());
    expect((await start({}, token)).error?.status).toBe('INVALID_ARGUMENT');
    for (let i = 0; i < 10; i++) {
      const { error } = await start({ password: `no-es-esta-${i}` }, token);
      expect(error?.details.code).toBe('contrasena-actual');
    }
    expect((await start({ password: PASSWORD }, token)).error?.status).toBe('RESOURCE_EXHAUSTED');
    // Whoever guesses in one session does not keep the owner out of another.
    expect((await start({ password: PASSWORD }, tokenOf(await signIn()))).http).toBe(200);
  });

  it('is replaced only with the password and a present code; its owner is told', async () => {
    const { secret, token, codigos } = await enrol();
    const elsewhere = tokenOf(await signIn(nextCode(secret)));
    expect((await start({ password: PASSWORD }, token)).error?.details.code).toBe('pide-codigo');
    expect((await start({ password: PASSWORD, codigo: '000000' }, token)).error?.details.code).toBe(
      'codigo-segundo-factor',
    );
    expect(
      (await start({ password: 'equivocada-1234', codigo: nextCode(secret) }, token)).error?.details
        .code,
    ).toBe('contrasena-actual');

    const begun = await start({ password: PASSWORD, codigo: nextCode(secret) }, token);
    // Nothing changed yet.
    expect((await signIn(nextCode(secret))).http).toBe(200);
    const fresh = secretOf(begun);
    expect((await confirm(begun.result.boleto, nextCode(fresh), token)).http).toBe(200);
    expect((await signIn(nextCode(secret))).error?.details.code).toBe('codigo-segundo-factor');
    expect((await signIn(codigos[0])).error?.details.code).toBe('codigo-segundo-factor');
    expect((await signIn(nextCode(fresh))).http).toBe(200);
    expect((await portal.call('getSesion', null, { token: elsewhere })).http).toBe(401);
    expect((await portal.call('getSesion', null, { token })).http).toBe(200);

    const mails = await told();
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Su cuenta tiene segundo factor',
      'Su segundo factor cambió',
    ]);
    expect(mails[1]!.text).toContain('Dirección de internet: 127.0.0.1');
    expect(mails[1]!.text).toContain('/auth/restablecer');
  });

  it('a recovery code serves to replace it, once', async () => {
    const { token, codigos } = await enrol();
    const begun = await start({ password: PASSWORD, codigo: codigos[0] }, token);
    expect(begun.http).toBe(200);
    expect(
      (await start({ password: PASSWORD, codigo: codigos[0] }, token)).error?.details.code,
    ).toBe('codigo-segundo-factor');
  });

  it('what was begun ends with its session, with the account as it was, and with its use', async () => {
    const token = tokenOf(await signIn());
    const other = tokenOf(await signIn());
    const begun = await start({ password: PASSWORD }, token);
    const secret = secretOf(begun);
    const code = (answer: { error?: { details: { code: string } } }) => answer.error?.details.code;
    expect(code((await confirm(begun.result.boleto, nextCode(secret), other)) as never)).toBe(
      'factor-por-empezar',
    );
    await portal.services.db
      .updateTable('cuentas')
      .set({ password_hash: `${hash}x` })
      .execute();
    expect(code((await confirm(begun.result.boleto, nextCode(secret), token)) as never)).toBe(
      'factor-por-empezar',
    );
    await portal.services.db.updateTable('cuentas').set({ password_hash: hash }).execute();
    expect((await confirm(begun.result.boleto, nextCode(secret), token)).http).toBe(200);
    expect(code((await confirm(begun.result.boleto, nextCode(secret), token)) as never)).toBe(
      'factor-por-empezar',
    );
  });

  it('takes the present code and the one before, and no other', async () => {
    const { secret } = await enrol();
    const of = (steps: number) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: now.getTime() + steps * 30_000,
      });
    nextCode(secret);
    nextCode(secret);
    nextCode(secret);
    for (const steps of [1, 2, -2, -3]) {
      expect((await signIn(of(steps))).error?.details.code, String(steps)).toBe(
        'codigo-segundo-factor',
      );
    }
    expect((await signIn(of(-1))).http).toBe(200);
    expect((await signIn(of(-1))).error?.details.code).toBe('codigo-segundo-factor');
    expect((await signIn(of(0))).http).toBe(200);
  });

  it('recovery codes are renewed with both proofs, by who has a factor', async () => {
    const plain = tokenOf(await signIn());
    const renew = (codigo: string, token: string) =>
      portal.call('renewCodigosRecuperacion', { password: PASSWORD, codigo }, { token });
    expect((await renew('000000', plain)).error?.details.code).toBe('sin-factor');
    const { secret, token, codigos } = await enrol();
    expect((await renew('000000', token)).error?.details.code).toBe('codigo-segundo-factor');
    const fresh = (await renew(nextCode(secret), token)).result.codigos as string[];
    expect((await signIn(codigos[0])).error?.details.code).toBe('codigo-segundo-factor');
    expect((await signIn(fresh[0])).http).toBe(200);
    expect((await told()).map(({ subject }) => subject)).toContain(
      'Sus códigos de recuperación cambiaron',
    );
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
    const start = await portal.call('startFactor', { password: PASSWORD }, { token });
    await portal.call(
      'confirmFactor',
      { boleto: start.result.boleto, codigo: nextCode(start.result.secreto.replaceAll('-', '')) },
      { token },
    );
    expect((await portal.call('listUsuarios', {}, { token })).http).toBe(200);
  });
});
