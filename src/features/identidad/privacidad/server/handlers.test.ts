import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../../../../../tests/almacen.ts';
import {
  insertCuentaVerificada,
  PASSWORD,
  signInByWire,
} from '../../../../../tests/factories/cuentas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { type Documento, VERSIONES } from '../rules.ts';
import { insertAceptaciones } from './data.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
});
afterAll(() => portal.stop());

/** A verified account that accepted just these versions, signed in. */
const someone = async (
  versions: Partial<Record<Documento, string>>,
  overrides: Parameters<typeof insertCuentaVerificada>[1] = {},
) => {
  const { db } = portal.services;
  const cuenta = await insertCuentaVerificada(db, overrides, { acepta: false });
  await insertAceptaciones(db, cuenta.uid, versions);
  return { ...cuenta, token: await signInByWire(portal, cuenta.email) };
};
const sesion = async ({ token }: { token: string }) =>
  (await portal.call('getSesion', null, { token })).result;
const accept = (who: { token: string }, data: object) =>
  portal.call('acceptTextosLegales', data, { token: who.token });
const historyOf = async (uid: string) =>
  portal.services.db
    .selectFrom('historial')
    .select(['accion', 'actor_uid', 'despues'])
    .where('entidad_id', '=', uid)
    .where('accion', '=', 'cuenta.aceptarTextos')
    .execute();

describe('who has not accepted the texts in force', () => {
  it('gets nothing else until they do; then everything, and it stays recorded', async () => {
    const ana = await someone({ aviso: '2020-01', terminos: VERSIONES.terminos });
    expect(await sesion(ana)).toMatchObject({
      uid: ana.uid,
      porAceptar: [{ documento: 'aviso', aceptada: null }],
    });
    for (const name of ['listOfertas', 'listAccesosExpediente', 'getPersona', 'listMatricula']) {
      const { http, error } = await portal.call(
        name,
        name === 'getPersona' ? { clave: 'X' } : {},
        ana,
      );
      expect([name, http, error?.status, error?.details?.code]).toEqual([
        name,
        403,
        'PERMISSION_DENIED',
        'falta-aceptar',
      ]);
      expect(error?.message).toContain('lea y acepte');
    }
    expect((await accept(ana, { aviso: VERSIONES.aviso })).result).toEqual({ ok: true });
    // At once, in the session that there was.
    expect((await sesion(ana)).porAceptar).toEqual([]);
    expect((await portal.call('listOfertas', {}, ana)).error).toBeUndefined();
    expect(await historyOf(ana.uid)).toEqual([
      {
        accion: 'cuenta.aceptarTextos',
        actor_uid: ana.uid,
        despues: { acepta: { aviso: VERSIONES.aviso } },
      },
    ]);
    const { result } = await portal.call('listAceptacionesTextos', null, ana);
    expect(result).toMatchObject([
      { documento: 'aviso', version: VERSIONES.aviso },
      { documento: 'terminos', version: VERSIONES.terminos },
      { documento: 'aviso', version: '2020-01' },
    ]);
  });

  it('accepts what is in force and nothing else; twice is once', async () => {
    const ana = await someone({});
    for (const wrong of [{ aviso: '2020-01' }, { ...VERSIONES, terminos: 'x' }]) {
      const { error } = await accept(ana, wrong);
      expect(error).toMatchObject({
        status: 'FAILED_PRECONDITION',
        details: { code: 'textos-cambiaron' },
      });
    }
    // One of the two is not enough.
    await accept(ana, { terminos: VERSIONES.terminos });
    expect((await sesion(ana)).porAceptar).toEqual([{ documento: 'aviso', aceptada: null }]);
    await accept(ana, VERSIONES);
    await accept(ana, VERSIONES);
    expect((await historyOf(ana.uid)).map(({ despues }) => despues)).toEqual([
      { acepta: { terminos: VERSIONES.terminos } },
      { acepta: { aviso: VERSIONES.aviso } },
    ]);
    expect((await accept({ token: '' }, VERSIONES)).http).toBe(401);
  });

  it('is told so at the sign-in of the portal, also staff, and may leave', async () => {
    const admin = await someone({}, { role: 'Admin' });
    const signed = await portal.call('signIn', { email: admin.email, password: PASSWORD });
    expect(signed.result.porAceptar).toHaveLength(2);
    expect((await portal.call('listUsuarios', {}, admin)).error?.details?.code).toBe(
      'falta-aceptar',
    );
    expect((await portal.call('signOut', null, admin)).result).toEqual({ ok: true });
  });
});

it('an account of the wire keeps its photo, and is asked to accept before the portal does more', async () => {
  const email = 'cliente@genuino.example';
  const wire = async (operation: string, body: object) =>
    (await (
      await fetch(`${portal.url}/identitytoolkit.googleapis.com/v1/accounts:${operation}?key=k`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json()) as { localId: string; idToken: string; users?: object[] };
  const { localId: uid } = await wire('signUp', { email, password: PASSWORD });
  await portal.services.db
    .updateTable('cuentas')
    .set({ email_verified: true })
    .where('uid', '=', uid)
    .execute();
  const { idToken } = await wire('signInWithPassword', { email, password: PASSWORD });
  const sent = await fetch(
    `${portal.url}/v0/b/portal/o?name=${encodeURIComponent(`users/${uid}/foto.jpg`)}`,
    {
      method: 'POST',
      headers: { authorization: `Firebase ${idToken}` },
      body: (await picture('jpeg')) as never,
    },
  );
  expect(sent.status).toBe(200);
  expect((await wire('lookup', { idToken })).users).toHaveLength(1);
  expect((await sesion({ token: idToken })).porAceptar).toHaveLength(2);
  expect((await portal.call('listOfertas', {}, { token: idToken })).error?.details?.code).toBe(
    'falta-aceptar',
  );
  await accept({ token: idToken }, VERSIONES);
  expect((await portal.call('listOfertas', {}, { token: idToken })).http).toBe(200);
});
