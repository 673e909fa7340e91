import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { picture } from '../../../../../tests/almacen.ts';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeCurp, makePersona } from '../../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';

let portal: TestPortal;
let escolar: { uid: string; token: string };
let admin: { uid: string; token: string };
beforeAll(async () => {
  portal = await startTestPortal();
  escolar = await makeCuenta(portal, { role: 'Escolar' });
  admin = await makeCuenta(portal, { role: 'Admin' });
});
afterAll(() => portal.stop());
beforeEach(() => portal.services.db.deleteFrom('limites').execute());

/** Somebody whose account asks for the file of a CURP that is there already. */
const claimant = async ({ conCuenta = false } = {}) => {
  const curp = makeCurp();
  const persona = await makePersona(portal.services.db, { clave: curp, curp });
  const holder = conCuenta ? await makeCuenta(portal, { personaId: persona.id }) : null;
  const cuenta = await makeCuenta(portal);
  const data = { email: cuenta.email, curp, displayName: 'ANA PÉREZ RUIZ' };
  const asked = await portal.call('setCurpUserNew', data, { token: cuenta.token });
  expect(asked.result).toEqual({ ok: true });
  const { filas } = (await portal.call('listVinculaciones', {}, { token: escolar.token })).result;
  const { id } = filas.find(({ clave }: { clave: string }) => clave === curp);
  return { curp, persona, cuenta, holder, id: id as string };
};

const upload = async (token: string, name: string) =>
  (
    await fetch(`${portal.url}/v0/b/_/o?name=${encodeURIComponent(name)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: (await picture('jpeg')) as never,
    })
  ).status;

const decide = (token: string, data: object) => portal.call('decideVinculacion', data, { token });

const cuentaOf = async (uid: string) =>
  portal.services.db
    .selectFrom('cuentas')
    .select(['persona_id', 'display_name'])
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow();

const mailsOf = async (email: string) =>
  (await portal.mails()).filter((mail) => mail.to === email).map((mail) => mail.subject);

describe('the queue of files to confirm', () => {
  it('is staff’s; its person sees their own', async () => {
    const { id, cuenta, curp } = await claimant();
    for (const name of ['listVinculaciones', 'getVinculacion']) {
      const data = name === 'getVinculacion' ? { id } : {};
      expect((await portal.call(name, data, { token: cuenta.token })).http, name).toBe(403);
      expect((await portal.call(name, data)).http, name).toBe(401);
    }
    expect((await decide(cuenta.token, { id, decision: 'confirmar' })).http).toBe(403);
    const mine = await portal.call('getVinculacionPropia', null, { token: cuenta.token });
    expect(mine.result).toMatchObject({ estado: 'pendiente', clave: curp });
    expect(
      (await portal.call('getVinculacionPropia', null, { token: admin.token })).result,
    ).toBeNull();
  });

  it('shows the identification beside what is compared, and to nobody else', async () => {
    const { id, cuenta } = await claimant();
    const mine = await portal.call('getVinculacionPropia', null, { token: cuenta.token });
    const name = `${mine.result.carpeta}identificacion.jpg`;
    expect(await upload(cuenta.token, name)).toBe(200);
    const other = await makeCuenta(portal);
    expect(await upload(other.token, name)).toBe(403);
    const at = `${portal.url}/v0/b/_/o/${encodeURIComponent(name)}?alt=media`;
    const read = async (token: string) =>
      (await fetch(at, { headers: { authorization: `Bearer ${token}` } })).status;
    expect(await read(other.token)).toBe(403);
    expect(await read(escolar.token)).toBe(200);

    const seen = await portal.call('getVinculacion', { id }, { token: escolar.token });
    expect(seen.result).toMatchObject({
      correo: cuenta.email,
      identificaciones: [name],
      escrito: { apellidoPaterno: 'PÉREZ' },
      expediente: { apellidoPaterno: 'Pérez', correoDeSuCuenta: null },
    });
  });
});

describe('a decision', () => {
  it('gives the file, ends the session, removes the identification, tells by mail', async () => {
    const { id, cuenta, persona, curp } = await claimant();
    const mine = await portal.call('getVinculacionPropia', null, { token: cuenta.token });
    const name = `${mine.result.carpeta}identificacion.jpg`;
    await upload(cuenta.token, name);
    expect((await decide(escolar.token, { id, decision: 'confirmar' })).result).toEqual({
      ok: true,
    });
    expect(await cuentaOf(cuenta.uid)).toEqual({
      persona_id: persona.id,
      display_name: 'ANA PÉREZ RUIZ',
    });
    expect((await portal.call('getPersona', { clave: curp }, { token: cuenta.token })).http).toBe(
      401,
    );
    expect(await mailsOf(cuenta.email)).toContain('Su expediente ya está en su cuenta');
    const left = await portal.services.db
      .selectFrom('archivos')
      .select('nombre')
      .where('nombre', '=', name)
      .execute();
    expect(left).toEqual([]);
    const again = await decide(escolar.token, { id, decision: 'rechazar', motivo: 'No es ella' });
    expect(again.error?.details.code).toBe('vinculacion-decidida');
  });

  it('says why not, and another CURP can be given', async () => {
    const { id, cuenta } = await claimant();
    const short = await decide(escolar.token, { id, decision: 'rechazar', motivo: ' ' });
    expect(short.http).toBe(400);
    const motivo = 'La foto no deja ver el nombre.';
    await decide(escolar.token, { id, decision: 'rechazar', motivo });
    const mine = await portal.call('getVinculacionPropia', null, { token: cuenta.token });
    expect(mine.result).toMatchObject({ estado: 'rechazada', motivo });
    const mail = (await portal.mails()).find((m) => m.to === cuenta.email)!;
    expect(mail.text).toContain(motivo);
    const curp = makeCurp();
    const data = { email: cuenta.email, curp, displayName: 'ANA PÉREZ RUIZ' };
    await portal.call('setCurpUserNew', data, { token: cuenta.token });
    const sesion = await portal.call('getSesion', null, { token: cuenta.token });
    expect(sesion.result.clave).toBe(curp);
  });

  it('is nobody’s on their own account', async () => {
    const { id, cuenta } = await claimant();
    await portal.services.db
      .updateTable('cuentas')
      .set({ role: 'Escolar' })
      .where('uid', '=', cuenta.uid)
      .execute();
    const own = await decide(cuenta.token, { id, decision: 'confirmar' });
    expect(own.error?.details.code).toBe('vinculacion-propia');
  });

  it('takes a file from another account only by an Admin who says so', async () => {
    const { id, cuenta, holder, persona } = await claimant({ conCuenta: true });
    const plain = await decide(escolar.token, { id, decision: 'confirmar' });
    expect(plain.error?.details.code).toBe('vinculacion-otra-cuenta');
    const staff = await decide(escolar.token, { id, decision: 'confirmar', sustituir: true });
    expect(staff.error?.details.code).toBe('vinculacion-solo-admin');
    // A refusal left everything as it was.
    expect((await cuentaOf(holder!.uid)).persona_id).toBe(persona.id);
    await decide(admin.token, { id, decision: 'confirmar', sustituir: true });
    expect((await cuentaOf(holder!.uid)).persona_id).toBeNull();
    expect((await cuentaOf(cuenta.uid)).persona_id).toBe(persona.id);
    expect((await portal.call('listMatricula', {}, { token: holder!.token })).http).toBe(401);
    expect(await mailsOf(holder!.email)).toContain('Su cuenta ya no tiene ese expediente');
  });

  it('is one, however many decide at once', async () => {
    const { id, cuenta, persona } = await claimant();
    const answers = await Promise.all([
      decide(escolar.token, { id, decision: 'confirmar' }),
      decide(admin.token, { id, decision: 'rechazar', motivo: 'No es ella' }),
      decide(admin.token, { id, decision: 'confirmar' }),
    ]);
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1);
    const confirmed = answers[0]!.http === 200 || answers[2]!.http === 200;
    expect((await cuentaOf(cuenta.uid)).persona_id).toBe(confirmed ? persona.id : null);
  });
});
