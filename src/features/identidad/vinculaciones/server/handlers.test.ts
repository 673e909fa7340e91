import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { picture } from '../../../../../tests/almacen.ts';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeCurp, makePersona } from '../../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { expectRefused } from '../../../../../tests/refused.ts';
import { actAsSystem } from '../../../../platform/server/request-context.ts';
import { vinculacionesJobs } from './jobs.ts';

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

const start = async (token: string, data: object = {}) =>
  (await portal.call('startRevisionVinculacion', data, { token })).result;

/** What staff do: confirming, of the file as they see it. */
const decide = async (
  token: string,
  { id, ...data }: { id: string; decision: string; [more: string]: unknown },
) => {
  const { clave } = (await portal.services.db
    .selectFrom('vinculaciones')
    .innerJoin('personas', 'personas.id', 'vinculaciones.persona_id')
    .select('personas.clave')
    .where('vinculaciones.id', '=', id)
    .executeTakeFirst()) ?? { clave: '' };
  const seen = data.decision === 'confirmar' ? { clave } : {};
  return portal.call('decideVinculacion', { id, ...seen, ...data }, { token });
};
const REJECT = { decision: 'rechazar', motivo: 'ILEGIBLE' };

/** Minutes that pass for what is decided by the clock of the portal. */
const passes = (minutes: number) =>
  portal.services.db
    .updateTable('vinculaciones')
    .set({ decidida_en: sql<Date>`decidida_en - make_interval(mins => ${minutes})` })
    .execute();
const tell = () =>
  actAsSystem(() =>
    vinculacionesJobs['vinculaciones-contar']!(portal.services).run({} as never, {} as never),
  );

const cuentaOf = async (uid: string) =>
  portal.services.db
    .selectFrom('cuentas')
    .select(['persona_id', 'display_name'])
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow();

const mailsOf = async (email: string) =>
  (await portal.mails()).filter((mail) => mail.to === email).map((mail) => mail.subject);

describe('a file that is asked for', () => {
  it('is told to its owner, and has the one who asks send a photo', async () => {
    const { cuenta, holder } = await claimant({ conCuenta: true });
    expect(await mailsOf(holder!.email)).toEqual(['Otra cuenta pidió su expediente']);
    const pendientes = async () =>
      (await portal.call('listPendientes', {}, { token: cuenta.token })).result.propios;
    expect(await pendientes()).toMatchObject([
      { titulo: 'Envíe una foto de su identificación', enlace: '/person/propio' },
    ]);
    expect(await upload(cuenta.token, `vinculaciones/${cuenta.uid}/ine.jpg`)).toBe(200);
    expect(await pendientes()).toEqual([]);
  });
});

describe('the queue of files to confirm', () => {
  it('is staff’s; its person sees their own', async () => {
    const { id, cuenta, curp } = await claimant();
    await expectRefused(portal.call, [{ token: cuenta.token }], {
      listVinculaciones: {},
      startRevisionVinculacion: { id },
      renewRevisionVinculacion: { id },
      endRevisionVinculacion: {},
      withdrawDecisionVinculacion: { id },
    });
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

    const seen = await start(escolar.token, { id });
    expect(seen.vinculacion).toMatchObject({
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
    const again = await decide(escolar.token, { id, ...REJECT });
    expect(again.error?.details.code).toBe('vinculacion-decidida');
  });

  it('says why not, and another CURP can be given', async () => {
    const { id, cuenta } = await claimant();
    const unknown = await decide(escolar.token, { id, decision: 'rechazar', motivo: 'NINGUNO' });
    expect(unknown.error?.details.code).toBe('vinculacion-sin-motivo');
    await decide(escolar.token, { id, ...REJECT, nota: 'Falta el reverso.' });
    await passes(6);
    await tell();
    const mine = await portal.call('getVinculacionPropia', null, { token: cuenta.token });
    expect(mine.result.estado).toBe('rechazada');
    expect(mine.result.motivo).toMatch(/^La foto no deja ver el nombre .+ Falta el reverso\.$/);
    const mail = (await portal.mails()).find((m) => m.to === cuenta.email)!;
    expect(mail.text.replace(/\s+/g, ' ')).toContain(mine.result.motivo);
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
      decide(admin.token, { id, ...REJECT }),
      decide(admin.token, { id, decision: 'confirmar' }),
    ]);
    expect(answers.filter(({ http }) => http === 200)).toHaveLength(1);
    const confirmed = answers[0]!.http === 200 || answers[2]!.http === 200;
    expect((await cuentaOf(cuenta.uid)).persona_id).toBe(confirmed ? persona.id : null);
  });
});

describe('the queue, one after another', () => {
  beforeEach(() => portal.services.db.deleteFrom('vinculaciones').execute());

  it('gives no two of the staff the same one, and lets one go', async () => {
    const [first, second] = [await claimant(), await claimant()];
    const mine = await start(escolar.token);
    expect(mine.vinculacion.id).toBe(first.id);
    expect(mine.espera.cuantos).toBe(2);
    expect((await start(admin.token)).vinculacion.id).toBe(second.id);
    const theirs = await portal.call(
      'startRevisionVinculacion',
      { id: first.id },
      { token: admin.token },
    );
    expect(theirs.error?.details.code).toBe('vinculacion-de-otro');
    const stolen = await decide(admin.token, { id: first.id, decision: 'confirmar' });
    expect(stolen.error?.details.code).toBe('vinculacion-de-otro');
    expect((await cuentaOf(first.cuenta.uid)).persona_id).toBeNull();
    // Left for later, it is another's; and none is left for who holds nothing else.
    expect((await start(escolar.token, { saltados: [first.id] })).vinculacion).toBeNull();
    expect((await start(admin.token)).vinculacion.id).toBe(second.id);
    expect((await start(admin.token, { saltados: [second.id] })).vinculacion.id).toBe(first.id);
    await portal.call('endRevisionVinculacion', {}, { token: admin.token });
    expect((await decide(escolar.token, { id: first.id, decision: 'confirmar' })).http).toBe(200);
    const late = await portal.call(
      'renewRevisionVinculacion',
      { id: first.id },
      { token: admin.token },
    );
    expect(late.error?.details.code).toBe('vinculacion-decidida');
  });

  it('shows nobody their own', async () => {
    const { cuenta, id } = await claimant();
    await portal.services.db
      .updateTable('cuentas')
      .set({ role: 'Escolar' })
      .where('uid', '=', cuenta.uid)
      .execute();
    expect((await start(cuenta.token)).vinculacion).toBeNull();
    const own = await portal.call('startRevisionVinculacion', { id }, { token: cuenta.token });
    expect(own.error?.details.code).toBe('vinculacion-propia');
  });

  it('gives nothing of a file that got another CURP, or was merged, while it was looked at', async () => {
    const { db } = portal.services;
    const { id, cuenta, persona, curp } = await claimant();
    await start(escolar.token);
    const otra = makeCurp();
    const set = { clave: otra, curp: otra };
    await db.updateTable('personas').set(set).where('id', '=', persona.id).execute();
    const data = { id, decision: 'confirmar', clave: curp };
    const changed = await portal.call('decideVinculacion', data, { token: escolar.token });
    expect(changed.error?.details.code).toBe('vinculacion-cambio');

    const kept = await makePersona(db, { clave: curp, curp });
    const ensayo = { clave: otra, curp };
    const { huella } = (await portal.call('rehearseCurp', ensayo, { token: admin.token })).result;
    const asked = { ...ensayo, huella, motivo: 'Es la misma persona', tomar: [] };
    const { propuesta } = (await portal.call('assignCurp', asked, { token: admin.token })).result;
    const merge = { id: propuesta, decision: 'confirmar' };
    expect((await portal.call('decideFusion', merge, { token: escolar.token })).http).toBe(200);
    const before = { ...data, clave: otra };
    const merged = await portal.call('decideVinculacion', before, { token: escolar.token });
    expect(merged.error?.details.code).toBe('vinculacion-cambio');
    expect((await cuentaOf(cuenta.uid)).persona_id).toBeNull();
    // Looked at again, it is the file that stayed, and may be given.
    const { vinculacion } = await start(escolar.token);
    expect(vinculacion).toMatchObject({ id, estado: 'pendiente', expediente: { clave: curp } });
    expect((await decide(escolar.token, { id, decision: 'confirmar' })).http).toBe(200);
    expect((await cuentaOf(cuenta.uid)).persona_id).toBe(kept.id);
  });

  it('gives no second file to an account that got one meanwhile', async () => {
    const { db } = portal.services;
    const { id, cuenta } = await claimant();
    const { id: persona_id } = await makePersona(db);
    await db.updateTable('cuentas').set({ persona_id }).where('uid', '=', cuenta.uid).execute();
    const late = await decide(escolar.token, { id, decision: 'confirmar' });
    expect(late.error?.details.code).toBe('vinculacion-con-expediente');
    expect((await cuentaOf(cuenta.uid)).persona_id).toBe(persona_id);
    expect((await decide(escolar.token, { id, ...REJECT })).http).toBe(200);
  });

  it('a rejection is withdrawn while its person was not told, and only by whoever did it', async () => {
    const { id, cuenta } = await claimant();
    const mine = () => portal.call('getVinculacionPropia', null, { token: cuenta.token });
    const name = `${(await mine()).result.carpeta}identificacion.jpg`;
    expect(await upload(cuenta.token, name)).toBe(200);
    const undo = (token: string) => portal.call('withdrawDecisionVinculacion', { id }, { token });
    await decide(escolar.token, { id, ...REJECT });
    await tell();
    expect((await mine()).result).toMatchObject({ estado: 'pendiente', motivo: null });
    expect((await undo(admin.token)).error?.details.code).toBe('vinculacion-ya-contada');
    expect((await undo(escolar.token)).http).toBe(200);
    expect((await start(escolar.token)).vinculacion.identificaciones).toEqual([name]);
    // It is held again by whoever took it back.
    expect((await start(admin.token)).vinculacion).toBeNull();

    await decide(escolar.token, { id, ...REJECT });
    await passes(6);
    await tell();
    await tell();
    expect((await undo(escolar.token)).error?.details.code).toBe('vinculacion-ya-contada');
    expect((await mine()).result.identificacion).toBe(false);
    const told = (await mailsOf(cuenta.email)).filter((s) => s.startsWith('No pudimos'));
    expect(told).toHaveLength(1);
  });
});
