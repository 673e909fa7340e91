/** Failed sign-ins and refused accesses leave who, where and when, and nothing personal in the log. */
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { MAX_INTENTOS } from '../rules.ts';
import { cleanIntentos, flushIntentos } from './service.ts';

let portal: TestPortal;
let ana: Awaited<ReturnType<typeof makeCuenta>>;
type Linea = Record<string, unknown>;
let lines: Linea[];
beforeAll(async () => {
  portal = await startTestPortal({ TRUST_PROXY: '1' }, { jobs: false });
  vi.spyOn(portal.services.log, 'warn').mockImplementation(((line: Linea) => {
    lines.push(line);
  }) as never);
});
afterAll(() => portal.stop());
beforeEach(async () => {
  lines = [];
  ana = await makeCuenta(portal);
  await portal.services.db.deleteFrom('limites').execute();
});

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36';
const signIn = (email: string, password: string, from = '198.51.100.7', codigo?: string) =>
  portal.call(
    'signIn',
    { email, password, ...(codigo && { codigo }) },
    { headers: { 'x-forwarded-for': from, 'user-agent': CHROME } },
  );
const attempts = async (token = ana.token) => {
  const { http, result } = await portal.call('listIntentosFallidos', null, { token });
  expect(http).toBe(200);
  return result as { motivo: string; veces: number; direccion: string; primera: string }[];
};
const all = async () => {
  await flushIntentos(portal.services);
  return portal.services.db.selectFrom('intentos_fallidos').selectAll().execute();
};
const security = () => lines.filter(({ evento }) => evento !== undefined);

describe('failed sign-ins', () => {
  it('appear to their owner with why, when, from where and how many', async () => {
    expect(await attempts()).toEqual([]);
    const before = Date.now();
    for (let i = 0; i < 3; i++) {
      const { error } = await signIn(ana.email.toUpperCase(), 'no-es-esa');
      expect(error).toMatchObject({
        status: 'UNAUTHENTICATED',
        message:
          'El correo o la contraseña no son correctos. Revíselos, o restablezca su contraseña.',
      });
    }
    await signIn(ana.email, 'tampoco', '203.0.113.9');
    const found = await attempts();
    expect(found).toEqual([
      {
        motivo: 'contrasena',
        veces: 1,
        direccion: '203.0.113.9',
        dispositivo: CHROME,
        primera: expect.any(String),
        ultima: expect.any(String),
      },
      expect.objectContaining({ motivo: 'contrasena', veces: 3, direccion: '198.51.100.7' }),
    ]);
    expect(Date.parse(found[0]!.primera)).toBeGreaterThanOrEqual(before - 5);
    // Nobody else's, and not a visitor's.
    const other = await makeCuenta(portal);
    expect(await attempts(other.token)).toEqual([]);
    expect((await portal.call('listIntentosFallidos')).http).toBe(401);
  });

  it('are of the limit, of a disabled account and of the second factor too, also by the wire', async () => {
    const { db, env, secrets } = portal.services;
    for (let i = 0; i < 12; i++) await signIn(ana.email, 'no-es-esa');
    expect(await attempts()).toEqual([
      expect.objectContaining({ motivo: 'limite', veces: 2 }),
      expect.objectContaining({ motivo: 'contrasena', veces: 10 }),
    ]);
    await db.deleteFrom('limites').execute();

    const secret = new Secret();
    const factor = await makeCuenta(portal);
    await db
      .updateTable('cuentas')
      .set({ totp_sellado: secrets.seal(secret.base32), totp_desde: new Date() })
      .where('uid', '=', factor.uid)
      .execute();
    // Asking for the code is no failure.
    await signIn(factor.email, factor.password);
    await signIn(factor.email, factor.password, '203.0.113.4', '000000');
    const url = `${portal.url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=x`;
    const wire = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.5' },
      body: JSON.stringify({ email: factor.email, password: 'no' }),
    });
    expect(wire.status).toBe(400);
    expect(env.demo).toBe(true);
    const codigo = new TOTP({ secret, period: 30, digits: 6, algorithm: 'SHA1' }).generate();
    expect((await signIn(factor.email, factor.password, '203.0.113.4', codigo)).http).toBe(200);
    expect((await all()).filter(({ uid }) => uid === factor.uid)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ motivo: 'segundoFactor', veces: 1, direccion: '203.0.113.4' }),
        expect.objectContaining({ motivo: 'contrasena', veces: 1, direccion: '203.0.113.5' }),
      ]),
    );
    expect((await all()).filter(({ uid }) => uid === factor.uid)).toHaveLength(2);

    const off = await makeCuenta(portal);
    await db.updateTable('cuentas').set({ disabled: true }).where('uid', '=', off.uid).execute();
    expect((await signIn(off.email, off.password)).error?.message).toBe(
      'Su cuenta está deshabilitada. Comuníquese con la escuela.',
    );
    await signIn(off.email, 'no-es-esa');
    expect(
      (await all()).flatMap(({ uid, motivo }) => (uid === off.uid ? [motivo] : [])).sort(),
    ).toEqual(['contrasena', 'deshabilitada']);
  });

  it('of an email that is nobody’s leave nothing, and are answered alike', async () => {
    const before = (await all()).length;
    const nobody = await signIn('nadie@intentos.example', 'no-es-esa');
    const somebody = await signIn(ana.email, 'no-es-esa', '198.51.100.8');
    expect(nobody.error).toEqual(somebody.error);
    expect(nobody.http).toBe(somebody.http);
    expect(await all()).toHaveLength(before + 1);
  });

  it('a flood of guesses makes few writings and few rows', async () => {
    const written: string[] = [];
    const { database } = portal.services;
    const counted = async () =>
      Number(
        (
          (
            await database.execute(
              `select coalesce(sum(veces), 0)::int as n, count(*)::int as rows from intentos_fallidos where uid = '${ana.uid}'`,
            )
          ).rows[0] as { n: number }
        ).n,
      );
    const spy = vi.spyOn(portal.services.db, 'transaction');
    const from = (i: number) => `198.18.${i >> 8}.${i & 255}`;
    // More than the account's limit: those are counted as well.
    for (let i = 0; i < 90; i++)
      written.push(String((await signIn(ana.email, 'no', from(i))).http));
    await flushIntentos(portal.services);
    expect(new Set(written)).toEqual(new Set(['401', '429']));
    expect(spy.mock.calls.length).toBeLessThan(written.length / 4);
    spy.mockRestore();
    expect(await counted()).toBe(90);
    const rows = await attempts();
    expect(rows.length).toBeLessThanOrEqual(MAX_INTENTOS);
    expect(rows.some(({ direccion }) => direccion === '')).toBe(true);
  });

  it('are a hundred of an account at most, and of the last ninety days', async () => {
    await portal.services.database.execute(
      `insert into intentos_fallidos select '${ana.uid}', current_date - n, 'contrasena', '192.0.2.' || m, 'x', 1,
         now() - make_interval(days => n), now() - make_interval(days => n)
       from generate_series(0, 119) n, generate_series(1, 2) m`,
    );
    await signIn(ana.email, 'no-es-esa');
    await flushIntentos(portal.services);
    const mine = async () => (await all()).filter(({ uid }) => uid === ana.uid);
    expect(await mine()).toHaveLength(MAX_INTENTOS);
    expect((await attempts())[0]).toMatchObject({ direccion: '198.51.100.7' });

    await portal.services.database.execute(
      `update intentos_fallidos set ultima = ultima - interval '60 days' where uid = '${ana.uid}' and motivo = 'contrasena' and direccion like '192.%'`,
    );
    const shown = await attempts();
    expect(shown.length).toBeLessThan(MAX_INTENTOS);
    await cleanIntentos(portal.services);
    expect(await mine()).toHaveLength(shown.length);
  });
});

describe('the security log', () => {
  it('says which account, from what kind of address and under which request, and nothing personal', async () => {
    await signIn(ana.email, 'no-es-esa');
    await signIn('nadie@intentos.example', 'no-es-esa');
    const [known, unknown] = security();
    expect(known).toEqual({
      evento: 'ingreso-fallido',
      motivo: 'contrasena',
      cuenta: ana.uid,
      reqId: expect.any(String),
      clase: 'externa',
      red: expect.stringMatching(/^[\w-]{12}$/),
    });
    expect(unknown).toEqual({ ...known, cuenta: null, reqId: expect.any(String) });
    await signIn('nadie@intentos.example', 'no-es-esa', '10.1.2.3');
    await signIn('nadie@intentos.example', 'no-es-esa', '2001:db8::1');
    await signIn('nadie@intentos.example', 'no-es-esa', '127.0.0.1');
    expect(security().map(({ clase }) => clase)).toEqual([
      'externa',
      'externa',
      'interna',
      'externa',
      'local',
    ]);
    expect(new Set(security().map(({ red }) => red)).size).toBe(4);
    expect(JSON.stringify(lines)).not.toMatch(/@|198\.51|2001:db8|no-es-esa/);
  });

  it('has every access that was refused: who, what, from where', async () => {
    const { http } = await portal.call('getPersona', { clave: 'PEPJ800101HDFRRN09' }, ana);
    expect(http).toBe(403);
    const origin = await portal.call('signOut', null, {
      headers: { cookie: 'token=x', origin: 'https://otro.example' },
    });
    expect(origin.http).toBe(403);
    const image = await fetch(
      `${portal.url}/v0/b/${portal.services.env.storageBucket}/o/users%2Fotra%2Ffoto.png`,
      { headers: { authorization: `Bearer ${ana.token}` } },
    );
    expect(image.status).toBe(403);
    await expect.poll(security).toHaveLength(3);
    const [refused, foreign, file] = security();
    expect(refused).toEqual({
      evento: 'acceso-negado',
      cuenta: ana.uid,
      callable: 'getPersona',
      reqId: expect.any(String),
      clase: 'local',
      red: expect.any(String),
    });
    expect(foreign).toMatchObject({ evento: 'acceso-negado', cuenta: null, callable: 'signOut' });
    expect(file).toMatchObject({ evento: 'acceso-negado', cuenta: ana.uid, clase: 'local' });
    expect(JSON.stringify(lines)).not.toMatch(/PEPJ|foto|@|otro\.example/);
  });
});
