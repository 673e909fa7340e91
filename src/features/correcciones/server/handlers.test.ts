/** Corrections of who somebody is, over HTTP: asked, withdrawn, decided, and what follows. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { makeDocumento } from '../../../../tests/factories/documentos.ts';
import { makeCurp, makePersona } from '../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';
import { expectRefused } from '../../../../tests/refused.ts';

type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
let portal: TestPortal;
let escolar: Cuenta;
let admin: Cuenta;
beforeAll(async () => {
  portal = await startTestPortal();
  escolar = await makeCuenta(portal, { role: 'Escolar' });
  admin = await makeCuenta(portal, { role: 'Admin' });
});
afterAll(() => portal.stop());

const NOMBRES = { nombre: 'Ana', apellidoPaterno: 'Pérez', apellidoMaterno: 'Ruiz' };
const MOTIVO = 'Mi acta lo dice de otro modo.';
const RECHAZO = { decision: 'rechazar', motivo: 'El acta dice lo mismo que su expediente.' };

/** Somebody with a file, an account and a document; with a CURP, or without. */
const titular = async ({ conCurp = true } = {}) => {
  const curp = conCurp ? makeCurp() : null;
  const persona = await makePersona(portal.services.db, { ...(curp && { curp, clave: curp }) });
  const cuenta = await makeCuenta(portal, { personaId: persona.id });
  return { ...cuenta, persona, documento: await makeDocumento(portal, cuenta) };
};
type Titular = Awaited<ReturnType<typeof titular>>;

const identidadOf = ({ persona: { curp } }: Titular) => ({ ...NOMBRES, curp: curp ?? '' });
const ask = (de: Titular, cambios: object, more: object = {}) =>
  portal.call(
    'requestCorreccionPersona',
    {
      id: randomUUID(),
      identidad: { ...identidadOf(de), ...cambios },
      motivo: MOTIVO,
      documentoId: de.documento,
      ...more,
    },
    de,
  );
const asked = async (de: Titular, cambios: object): Promise<string> => {
  const { result, error } = await ask(de, cambios);
  if (!result) throw new Error(JSON.stringify(error));
  return result.id;
};
const approve = (id: string, de: Titular, who: Cuenta = escolar, visto: object = {}) =>
  portal.call(
    'decideCorreccionPersona',
    { id, decision: 'aprobar', visto: { ...identidadOf(de), ...visto } },
    who,
  );
const reject = (id: string, who: Cuenta = escolar) =>
  portal.call('decideCorreccionPersona', { id, ...RECHAZO }, who);
const estadoOf = async (id: string) =>
  (
    await portal.services.db
      .selectFrom('correcciones')
      .select('estado')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).estado;
const codeOf = ({ error }: { error?: { details?: { code?: string } } }) => error?.details?.code;

/** Anew, as who has seen their sessions closed. */
const signIn = async ({ email }: Titular): Promise<string> => {
  const response = await fetch(
    `${portal.url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: 'Tren-Nube-Lago-2026' }),
    },
  );
  return ((await response.json()) as { idToken: string }).idToken;
};

describe('a name', () => {
  it('is corrected once staff approve it, everywhere, and its person is told', async () => {
    const ana = await titular();
    const id = await asked(ana, { nombre: 'Ana María' });
    const seen = await portal.call('getCorreccionPersona', { id }, escolar);
    expect(seen.result).toMatchObject({
      estado: 'pendiente',
      cambios: { nombre: 'Ana María' },
      actual: identidadOf(ana),
      documento: { id: ana.documento, contentType: 'application/pdf' },
      impedimentos: [],
      propia: false,
    });
    expect((await approve(id, ana)).result).toEqual({ clave: ana.persona.clave });
    const { result } = await portal.call('getPersona', { clave: ana.persona.clave }, ana);
    expect(result).toMatchObject({ nombre: 'Ana María', nombreCompleto: 'ANA MARÍA PÉREZ RUIZ' });
    // The account is called as its file is, and goes on being signed in.
    const { result: sesion } = await portal.call('getSesion', null, ana);
    expect(sesion).toMatchObject({ displayName: 'ANA MARÍA PÉREZ RUIZ' });
    const [mail] = (await portal.mails()).filter(({ to }) => to === ana.email);
    expect(mail?.subject).toBe('Corregimos sus datos');
    const own = await portal.call('listCorreccionesPersona', { clave: ana.persona.clave }, ana);
    expect(own.result.correcciones).toMatchObject([{ id, estado: 'aprobada' }]);
    // What was asked is in the history without what it says.
    const rows = await portal.services.db
      .selectFrom('historial')
      .select(['accion', 'despues'])
      .where('entidad_id', 'in', [id, ana.persona.id])
      .where('accion', 'in', ['correccion.pedir', 'correccion.aprobar', 'persona.corregir'])
      .orderBy('id')
      .execute();
    expect(rows.map(({ accion }) => accion)).toEqual([
      'correccion.pedir',
      'correccion.aprobar',
      'persona.corregir',
    ]);
    expect(JSON.stringify(rows)).not.toContain('María');
  });

  it('stays as it is when staff say no, and why is told', async () => {
    const ana = await titular();
    const id = await asked(ana, { apellidoMaterno: 'Ruíz' });
    expect((await reject(id)).result).toEqual({ clave: ana.persona.clave });
    const own = await portal.call('listCorreccionesPersona', { clave: ana.persona.clave }, ana);
    expect(own.result.correcciones).toMatchObject([{ estado: 'rechazada', nota: RECHAZO.motivo }]);
    const [mail] = (await portal.mails()).filter(({ to }) => to === ana.email);
    expect(mail?.text).toContain(RECHAZO.motivo);
    // And may be asked for again.
    expect((await ask(ana, { apellidoMaterno: 'Ruíz' })).error).toBeUndefined();
  });
});

describe('a CURP', () => {
  it('that is another becomes the key: the one before goes on opening the file', async () => {
    const ana = await titular();
    const before = ana.persona.clave;
    const curp = makeCurp();
    const id = await asked(ana, { curp });
    expect((await approve(id, ana)).result).toEqual({ clave: curp });
    const { result } = await portal.call('getPersona', { clave: before }, escolar);
    expect(result).toMatchObject({ clave: curp, curp, fechaNacimiento: expect.any(String) });
    // Its claims are others: whoever was signed in is not.
    expect((await portal.call('getPersona', { clave: curp }, ana)).http).toBe(401);
    const mails = (await portal.mails()).filter(({ to }) => to === ana.email);
    expect(mails.map(({ subject }) => subject)).toEqual(['Su expediente tiene otra CURP']);
    // Nobody else gets the key that they had, and they may get it back.
    const luz = await titular();
    expect(codeOf(await approve(await asked(luz, { curp: before }), luz))).toBe('curp-de-otro');
    const again = { ...ana, token: await signIn(ana), persona: { ...ana.persona, curp } };
    const back = await asked(again, { curp: before });
    expect((await approve(back, again)).result).toEqual({ clave: before });
    const { result: led } = await portal.call('getPersona', { clave: curp }, escolar);
    expect(led.clave).toBe(before);
  });

  it('of somebody without one is given', async () => {
    const ana = await titular({ conCurp: false });
    const curp = makeCurp();
    const id = await asked(ana, { curp });
    expect((await approve(id, ana)).result).toEqual({ clave: curp });
    const { result } = await portal.call('getPersona', { clave: ana.persona.clave }, escolar);
    expect(result.curp).toBe(curp);
  });

  it('that another file has is not approved, and staff are told before', async () => {
    const [ana, luz] = [await titular(), await titular()];
    const id = await asked(ana, { curp: luz.persona.curp });
    const seen = await portal.call('getCorreccionPersona', { id }, escolar);
    expect(seen.result.impedimentos).toHaveLength(1);
    expect(codeOf(await approve(id, ana))).toBe('curp-de-otro');
    // All or nothing: it still waits.
    expect(await estadoOf(id)).toBe('pendiente');
  });
});

describe('asking', () => {
  it('is one at a time, and twice the same is one', async () => {
    const ana = await titular();
    const id = randomUUID();
    const first = await ask(ana, { nombre: 'Anita' }, { id });
    const twice = await ask(ana, { nombre: 'Anita' }, { id });
    expect([first.result.id, twice.result.id]).toEqual([id, id]);
    expect(codeOf(await ask(ana, { nombre: 'Anna' }))).toBe('correccion-pendiente');
    expect((await portal.call('withdrawCorreccionPersona', { id }, ana)).result).toEqual({
      ok: true,
    });
    expect((await ask(ana, { nombre: 'Anna' })).error).toBeUndefined();
  });

  it('needs something to correct, a document of one’s own that serves, and a possible CURP', async () => {
    const [ana, luz] = [await titular(), await titular()];
    expect(codeOf(await ask(ana, {}))).toBe('correccion-igual');
    expect(codeOf(await ask(ana, { nombre: 'Anna' }, { documentoId: luz.documento }))).toBe(
      'correccion-sin-documento',
    );
    const { error } = await ask(ana, { curp: 'PERA880230MDFRZN09' });
    expect(error?.details.fields.curp).toBeTruthy();
  });

  it('is one’s own; withdrawing and looking, too', async () => {
    const [ana, luz] = [await titular(), await titular()];
    const id = await asked(ana, { nombre: 'Anna' });
    const { clave } = ana.persona;
    expect((await portal.call('listCorreccionesPersona', { clave }, luz)).error?.status).toBe(
      'PERMISSION_DENIED',
    );
    expect((await portal.call('withdrawCorreccionPersona', { id }, luz)).error?.status).toBe(
      'NOT_FOUND',
    );
    await expectRefused(portal.call, [luz], {
      getCorreccionPersona: { id },
      listCorreccionesPersonas: {},
      getPendientesCorrecciones: {},
      decideCorreccionPersona: { id, ...RECHAZO },
    });
  });
});

describe('deciding', () => {
  it('is done once, by whoever is first', async () => {
    const ana = await titular();
    const id = await asked(ana, { nombre: 'Anna' });
    const both = await Promise.all([approve(id, ana), reject(id, admin)]);
    expect(both.filter(({ result }) => result)).toHaveLength(1);
    expect(both.map(codeOf).filter(Boolean)).toEqual(['correccion-atendida']);
    expect(codeOf(await reject(id))).toBe('correccion-atendida');
    expect(codeOf(await portal.call('withdrawCorreccionPersona', { id }, ana))).toBe(
      'correccion-atendida',
    );
  });

  it('is not about what was withdrawn, nor about another file than was looked at', async () => {
    const [ana, luz] = [await titular(), await titular()];
    const withdrawn = await asked(ana, { nombre: 'Anna' });
    await portal.call('withdrawCorreccionPersona', { id: withdrawn }, ana);
    expect(codeOf(await approve(withdrawn, ana))).toBe('correccion-atendida');
    const id = await asked(luz, { nombre: 'Lucía' });
    expect(codeOf(await approve(id, luz, escolar, { nombre: 'Luz' }))).toBe('correccion-cambio');
    expect(await estadoOf(id)).toBe('pendiente');
  });

  it('is nobody’s about themselves', async () => {
    const persona = await makePersona(portal.services.db);
    const cuenta = await makeCuenta(portal, { personaId: persona.id, role: 'Escolar' });
    const propia = { ...cuenta, persona, documento: await makeDocumento(portal, cuenta) };
    const id = await asked(propia, { nombre: 'Anna' });
    expect((await approve(id, propia, cuenta)).error?.status).toBe('PERMISSION_DENIED');
    const seen = await portal.call('getCorreccionPersona', { id }, cuenta);
    expect(seen.result.propia).toBe(true);
  });

  it('has no effect on a file that was merged meanwhile', async () => {
    const ana = await titular({ conCurp: false });
    const id = await asked(ana, { nombre: 'Anna' });
    const curp = makeCurp();
    await makePersona(portal.services.db, { clave: curp, curp });
    const pair = { clave: ana.persona.clave, curp };
    const tried = await portal.call('rehearseCurp', pair, escolar);
    expect(tried.result.descartados.join()).toContain('corrección de datos');
    const motivo = 'Presentó su constancia de CURP.';
    const proposed = await portal.call(
      'assignCurp',
      { ...pair, tomar: [], motivo, huella: tried.result.huella },
      escolar,
    );
    await portal.call(
      'decideFusion',
      { id: proposed.result.propuesta, decision: 'confirmar' },
      admin,
    );
    expect(await estadoOf(id)).toBe('anulada');
    expect(codeOf(await approve(id, ana))).toBe('correccion-atendida');
  });
});
