/** Tokens that are not ours, not in force, or of somebody who may not: refused, and nothing written. */
import { createHmac, createPublicKey } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../almacen.ts';
import { makeCuenta } from '../factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

const SPANISH = /^[A-ZÁÉÍÓÚ¿].{10,}\.$/;
const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
const decode = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());

const wire = async (operation: string, body: object) => {
  const response = await fetch(
    `${portal.url}/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=k`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    },
  );
  return { http: response.status, ...((await response.json()) as any) };
};

const renew = async (refresh_token: string) => {
  const response = await fetch(`${portal.url}/securetoken.googleapis.com/v1/token?key=k`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token }),
  });
  return { http: response.status, ...((await response.json()) as any) };
};

/** Whatever a request that should be refused could have left. */
const written = async () => {
  const { rows } = await portal.services.database.execute(
    `select (select count(*)::int from historial) as historia,
      (select count(*)::int from archivos) as archivos,
      (select md5(string_agg(c::text, '|' order by uid)) from cuentas c) as cuentas,
      (select count(*)::int from sesiones where revocado_en is null) as sesiones`,
    [],
  );
  return rows[0];
};

/** What the holder of that token is answered everywhere a token is accepted. */
const offer = async (token: string) => {
  const bytes = await picture('png', 8);
  const upload = await fetch(`${portal.url}/v0/b/portal/o?name=users%2Fx%2Fy.png`, {
    method: 'POST',
    headers: { authorization: `Firebase ${token}` },
    body: bytes as never,
  });
  const cookie = { cookie: `token=${token}`, origin: portal.url };
  const [byHeader, byCookie, lookup, update] = [
    await portal.call('listSesiones', null, { token }),
    await portal.call('listSesiones', null, { headers: cookie }),
    await wire('lookup', { idToken: token }),
    await wire('update', { idToken: token, displayName: 'MALO' }),
  ];
  expect(byHeader.error?.message).toMatch(SPANISH);
  expect(byCookie.error?.message).toMatch(SPANISH);
  expect((await upload.json()) as any).toMatchObject({
    error: { message: expect.stringMatching(SPANISH) },
  });
  return {
    http: [byHeader.http, byCookie.http, upload.status, lookup.http, update.http],
    wire: [lookup.error?.message, update.error?.message],
  };
};

describe('a token', () => {
  let ana: Awaited<ReturnType<typeof makeCuenta>>;
  let beto: Awaited<ReturnType<typeof makeCuenta>>;
  let header: Record<string, unknown>;
  let claims: Record<string, any>;
  let publicJwk: JWK;
  let key: Parameters<SignJWT['sign']>[0];

  beforeAll(async () => {
    ana = await makeCuenta(portal);
    beto = await makeCuenta(portal);
    const [head = '', body = ''] = ana.token.split('.');
    header = decode(head);
    claims = decode(body);
    const row = await portal.services.db
      .selectFrom('claves_firma')
      .selectAll()
      .where('kid', '=', header.kid as string)
      .executeTakeFirstOrThrow();
    publicJwk = row.publica as JWK;
    key = await importJWK(JSON.parse(portal.services.secrets.open(row.privada_sellada)), 'ES256');
  });

  const now = () => Math.floor(Date.now() / 1000);
  /** Signed with the portal's own key: only the claims or the header are wrong. */
  const signed = (change: Record<string, unknown>, head: Record<string, unknown> = {}) =>
    new SignJWT({ ...claims, ...change })
      .setProtectedHeader({ ...header, ...head } as never)
      .sign(key);
  const hs256 = (secret: string | Buffer) => {
    const body = `${encode({ ...header, alg: 'HS256' })}.${encode(claims)}`;
    return `${body}.${createHmac('sha256', secret).update(body).digest('base64url')}`;
  };
  const unsigned = (alg: string) => `${encode({ ...header, alg })}.${encode(claims)}.`;
  const foreign = async (head: Record<string, unknown> = {}) => {
    const pair = await generateKeyPair('ES256', { extractable: true });
    const jwk = await exportJWK(pair.publicKey);
    return new SignJWT(claims)
      .setProtectedHeader({ ...header, ...head, ...(head.jwk ? { jwk } : {}) } as never)
      .sign(pair.privateKey);
  };

  it('that the same hands make without a fault is accepted', async () => {
    expect((await portal.call('listSesiones', null, { token: await signed({}) })).http).toBe(200);
  });

  const bad: [string, () => string | Promise<string>][] = [
    [
      'with another payload',
      () => {
        const [head, , signature] = ana.token.split('.');
        return `${head}.${encode({ ...claims, role: 'Admin' })}.${signature}`;
      },
    ],
    [
      'with another signature',
      () => {
        const [head, body, signature = ''] = ana.token.split('.');
        return `${head}.${body}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
      },
    ],
    ['without its signature', () => ana.token.slice(0, ana.token.lastIndexOf('.') + 1)],
    ['alg: none', () => unsigned('none')],
    ['alg: None', () => unsigned('None')],
    ['alg: empty', () => unsigned('')],
    [
      'HS256 under the public key (PEM)',
      () =>
        hs256(
          createPublicKey({ key: publicJwk as never, format: 'jwk' }).export({
            type: 'spki',
            format: 'pem',
          }) as string,
        ),
    ],
    ['HS256 under the public key (JWK)', () => hs256(JSON.stringify(publicJwk))],
    ['HS256 under nothing', () => hs256('')],
    ['of a foreign key with our kid', () => foreign()],
    ['that brings its own key', () => foreign({ jwk: true })],
    ['that says where its key is', () => foreign({ jku: 'https://malo.example/jwks.json' })],
    ['with kid ../../dev/null', () => foreign({ kid: '../../../dev/null' })],
    ["with kid ' or 1=1", () => foreign({ kid: "' or '1'='1" })],
    ['with kid __proto__', () => foreign({ kid: '__proto__' })],
    ['without kid', () => foreign({ kid: undefined })],
    ['that ran out', () => signed({ iat: now() - 1000, exp: now() - 60 })],
    ['without end', () => signed({ exp: undefined })],
    ['not in force yet', () => signed({ nbf: now() + 600 })],
    ['for another project', () => signed({ aud: 'otro' })],
    ['of another issuer', () => signed({ iss: 'https://securetoken.google.com/otro' })],
    ['of another type', () => signed({}, { typ: 'at+jwt' })],
    ['without session', () => signed({ sid: undefined })],
    ['of a session that is not', () => signed({ sid: '7f7b6c1e-0000-4000-8000-000000000000' })],
    ["of somebody else's session", () => signed({ sid: decode(beto.token.split('.')[1]!).sid })],
    ['that is no token', () => 'abc'],
    ['of 7,000 letters', () => `${'a'.repeat(3000)}.${'b'.repeat(3000)}.${'c'.repeat(1000)}`],
  ];

  it.each(bad)('%s', async (_name, make) => {
    const token = await make();
    const before = await written();
    const { http, wire: codes } = await offer(token);
    expect(http).toEqual([401, 401, 401, 400, 400]);
    for (const code of codes) expect(['INVALID_ID_TOKEN', 'TOKEN_EXPIRED']).toContain(code);
    expect(await written()).toEqual(before);
  });

  it('of an account that was disabled, deleted, or of a session that ended', async () => {
    const { db } = portal.services;
    for (const [undo, code] of [
      [
        (uid: string) => db.updateTable('cuentas').set({ disabled: true }).where('uid', '=', uid),
        'USER_DISABLED',
      ],
      [(uid: string) => db.deleteFrom('cuentas').where('uid', '=', uid), 'TOKEN_EXPIRED'],
      [
        (uid: string) =>
          db.updateTable('sesiones').set({ revocado_en: new Date() }).where('uid', '=', uid),
        'TOKEN_EXPIRED',
      ],
    ] as const) {
      const { uid, token } = await makeCuenta(portal);
      expect((await portal.call('listSesiones', null, { token })).http).toBe(200);
      await undo(uid).execute();
      const { http, wire: codes } = await offer(token);
      expect(http).toEqual([401, 401, 401, 400, 400]);
      expect(codes).toEqual([code, code]);
    }
  });

  it('carries no role of its own: the one in force counts at once', async () => {
    const { uid, token } = await makeCuenta(portal, { role: 'Admin' });
    expect((await portal.call('getPoliticaFactor', null, { token })).http).toBe(200);
    await portal.services.db
      .updateTable('cuentas')
      .set({ role: null })
      .where('uid', '=', uid)
      .execute();
    expect((await portal.call('getPoliticaFactor', null, { token })).http).toBe(403);
    expect((await portal.call('getSesion', null, { token })).result.role).toBeNull();
  });
});

describe('a refresh token', () => {
  const open = async () => {
    const { email, password } = await makeCuenta(portal);
    return (await wire('signInWithPassword', { email, password })) as Record<string, string>;
  };
  /** As if the moment in which the one before still counts had passed. */
  const graceOver = () =>
    portal.services.database.execute(
      `update sesiones set rotado_en = rotado_en - interval '1 minute' where rotado_en is not null`,
      [],
    );

  it('used again after its moment ends its whole family', async () => {
    const { refreshToken = '' } = await open();
    const second = await renew(refreshToken);
    await graceOver();
    expect(await renew(refreshToken)).toMatchObject({
      http: 400,
      error: { message: 'TOKEN_EXPIRED' },
    });
    expect((await renew(second.refresh_token)).http).toBe(400);
    expect((await portal.call('listSesiones', null, { token: second.access_token })).http).toBe(
      401,
    );
  });

  it('used twenty times at once gives one successor', async () => {
    const { refreshToken = '' } = await open();
    const answers = await Promise.all(Array.from({ length: 20 }, () => renew(refreshToken)));
    expect(answers.map(({ http }) => http)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ refresh_token }) => refresh_token)).size).toBe(1);
  });

  it('that is made up opens nothing and ends nobody’s session', async () => {
    const { refreshToken = '', idToken = '' } = await open();
    const [sid, turn = '0', mac = ''] = refreshToken.split('.');
    for (const forged of [
      `${sid}.${Number(turn) + 1}.${mac}`,
      `${sid}.${turn}.${mac.startsWith('A') ? 'B' : 'A'}${mac.slice(1)}`,
      `${sid}.${turn}.`,
      `${sid}.${turn}`,
      `${sid}.-1.${mac}`,
      idToken,
      '..',
      'x'.repeat(4000),
    ]) {
      expect((await renew(forged)).http).toBe(400);
    }
    expect((await renew(refreshToken)).http).toBe(200);
  });

  it('is no access token, nor the other way round', async () => {
    const { refreshToken = '' } = await open();
    expect((await portal.call('listSesiones', null, { token: refreshToken })).http).toBe(401);
  });
});

describe('a session whose email is not verified', () => {
  it('may call the four functions of the registration, and nothing else that is guarded', async () => {
    const { idToken } = await wire('signUp', {
      email: 'sin-verificar@seguridad.example',
      password: 'Tren-Nube-Lago-2026',
    });
    const document = (await (await fetch(`${portal.url}/api/openapi.json`)).json()) as any;
    const names = Object.keys(document.paths).map((path) => path.slice(1));
    expect(names.length).toBeGreaterThan(40);
    const before = await written();
    const open: string[] = [];
    for (const name of names) {
      const asVisitor = await portal.call(name, 0);
      if (asVisitor.http !== 401) continue;
      const answer = await portal.call(name, 0, { token: idToken });
      if (answer.http === 403) expect(answer.error?.message).toMatch(SPANISH);
      else open.push(name);
    }
    expect(open.sort()).toEqual([
      'sendVerification',
      'setCurpUserNew',
      'setCurpUserTransaction',
      'updateCuenta',
    ]);
    expect(await written()).toEqual(before);
  });
});

describe('what waits for the second factor', () => {
  it('ends with the password it was given for, and is nothing else’s ticket', async () => {
    const { uid, email, password, token } = await makeCuenta(portal);
    const { result: start } = await portal.call('startFactor', { password }, { token });
    const totp = new TOTP({ secret: Secret.fromBase32(start.secreto.replaceAll('-', '')) });
    let at = Date.now();
    const nextCode = () => {
      at += 30_000;
      portal.setNow(new Date(at));
      return totp.generate({ timestamp: at });
    };
    const finalize = async (mfaPendingCredential: unknown) => {
      const response = await fetch(
        `${portal.url}/identitytoolkit.googleapis.com/v2/accounts/mfaSignIn:finalize?key=k`,
        {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({
            mfaPendingCredential,
            totpVerificationInfo: { verificationCode: nextCode() },
          }),
        },
      );
      return { http: response.status, ...((await response.json()) as any) };
    };
    const confirm = (boleto: unknown) =>
      portal.call('confirmFactor', { boleto, codigo: nextCode() }, { token });
    expect((await confirm(start.boleto)).http).toBe(200);

    const { mfaPendingCredential } = await wire('signInWithPassword', { email, password });
    const INVALID = { http: 400, error: { message: 'INVALID_MFA_PENDING_CREDENTIAL' } };
    // A ticket to enrol is sealed with the same key, and is of the same account.
    expect(await finalize(start.boleto)).toMatchObject(INVALID);
    expect((await confirm(mfaPendingCredential)).http).toBe(400);
    // Another letter in the middle is always another credential; at its end it may not be.
    const middle = mfaPendingCredential.length >> 1;
    const other = mfaPendingCredential[middle] === 'A' ? 'B' : 'A';
    const changed = `${mfaPendingCredential.slice(0, middle)}${other}${mfaPendingCredential.slice(middle + 1)}`;
    expect(await finalize(changed)).toMatchObject(INVALID);
    expect((await finalize(mfaPendingCredential)).http).toBe(200);

    const { password_hash } = await portal.services.db
      .selectFrom('cuentas')
      .select('password_hash')
      .where('uid', '=', uid)
      .executeTakeFirstOrThrow();
    await portal.services.db
      .updateTable('cuentas')
      .set({ password_hash: `${password_hash}x` })
      .where('uid', '=', uid)
      .execute();
    expect(await finalize(mfaPendingCredential)).toMatchObject(INVALID);
    portal.setNow(null);
  });
});
