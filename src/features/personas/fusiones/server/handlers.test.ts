import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeCurp, makePersona } from '../../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { expectRefused } from '../../../../../tests/refused.ts';
import { DIAS_FUSION } from '../rules.ts';
import { fusionesJobs } from './jobs.ts';

type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
let portal: TestPortal;
let proponente: Cuenta;
let segunda: Cuenta;
beforeAll(async () => {
  portal = await startTestPortal();
  proponente = await makeCuenta(portal, { role: 'Escolar' });
  segunda = await makeCuenta(portal, { role: 'Admin' });
});
afterAll(() => portal.stop());
afterEach(() => portal.setNow(null));

const MOTIVO = 'Presentó su constancia de CURP en ventanilla.';

const dos = async () => {
  const { db } = portal.services;
  const curp = makeCurp();
  const old = await makePersona(db, { fechaNacimiento: null, sexo: null, entidadNacimiento: null });
  const target = await makePersona(db, { clave: curp, curp });
  return { old, target, curp };
};

const propose = async (clave: string, curp: string, { token }: Cuenta = proponente) => {
  const tried = await portal.call('rehearseCurp', { clave, curp }, { token });
  if (!tried.result) return tried;
  const { huella } = tried.result;
  return portal.call('assignCurp', { clave, curp, tomar: [], motivo: MOTIVO, huella }, { token });
};

/** Two files that one of the staff has proposed to merge. */
const proposed = async () => {
  const files = await dos();
  const { result, error } = await propose(files.old.clave, files.curp);
  if (!result?.propuesta) throw new Error(JSON.stringify(error ?? result));
  return { ...files, id: result.propuesta as string };
};

const decide = (id: string, { token }: Cuenta, decision: object = { decision: 'confirmar' }) =>
  portal.call('decideFusion', { id, ...decision }, { token });
const RECHAZO = { decision: 'rechazar', motivo: 'Son dos personas: nacieron en años distintos.' };

const estadoOf = async (id: string) =>
  (
    await portal.services.db
      .selectFrom('fusiones')
      .select('estado')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).estado;

const isThere = async ({ id }: { id: string }) =>
  (await portal.services.db.selectFrom('personas').select('id').where('id', '=', id).execute())
    .length === 1;

const queue = async ({ token }: Cuenta) =>
  (await portal.call('listFusiones', { porPagina: 200 }, { token })).result.filas as {
    id: string;
    esSuya: boolean;
  }[];

const accionesOf = async (id: string) =>
  (
    await portal.services.db
      .selectFrom('historial')
      .select(['accion', 'actor_uid', 'motivo'])
      .where('entidad_id', '=', id)
      .where('accion', 'not in', ['fusion.leer', 'fusion.listar'])
      .orderBy('id')
      .execute()
  ).map(({ accion, actor_uid }) => [accion, actor_uid]);

describe('a merge', () => {
  it('waits until a second person confirms it, and then is done as it was proposed', async () => {
    const { old, target, curp } = await dos();
    const { result } = await propose(old.clave, curp);
    expect(result).toEqual({ tipo: 'fusionar', clave: old.clave, propuesta: expect.any(String) });
    const id = result.propuesta as string;
    expect(await isThere(old)).toBe(true);
    expect((await queue(segunda)).find((f) => f.id === id)).toMatchObject({
      anterior: { clave: old.clave },
      actual: { clave: curp },
      // Without a file they call themselves: by their address.
      propuestaPor: proponente.email,
      esSuya: false,
    });
    expect((await queue(proponente)).find((f) => f.id === id)?.esSuya).toBe(true);
    const seen = await portal.call('getFusion', { id }, segunda);
    expect(seen.result).toMatchObject({
      estado: 'pendiente',
      motivo: MOTIVO,
      impide: null,
      decidida: null,
      ensayo: { tipo: 'fusionar', anterior: { clave: old.clave }, actual: { clave: curp } },
    });

    expect((await decide(id, segunda)).result).toEqual({ clave: curp });
    expect(await isThere(old)).toBe(false);
    expect((await portal.call('getPersona', { clave: old.clave }, segunda)).result.clave).toBe(
      curp,
    );
    expect(await accionesOf(id)).toEqual([
      ['fusion.proponer', proponente.uid],
      ['fusion.confirmar', segunda.uid],
    ]);
    expect(await accionesOf(target.id)).toContainEqual(['persona.recibirFusion', segunda.uid]);
    const [mail] = (await portal.mails()).filter(({ to }) => to === proponente.email);
    expect(mail?.subject).toBe('Se reunieron los expedientes que propuso');
    expect(mail?.text).not.toContain(curp);
    const after = await portal.call('getFusion', { id }, proponente);
    expect(after.result).toMatchObject({ estado: 'confirmada', ensayo: null });
    expect((await decide(id, segunda)).error?.details.code).toBe('fusion-decidida');
  });

  it('is not confirmed nor rejected by who proposed it', async () => {
    const { id, old } = await proposed();
    for (const decision of [{ decision: 'confirmar' }, RECHAZO]) {
      expect((await decide(id, proponente, decision)).error).toMatchObject({
        status: 'PERMISSION_DENIED',
        details: { code: 'fusion-propia' },
      });
    }
    expect((await portal.call('getFusion', { id }, proponente)).result.impide).toBe('propia');
    expect(await isThere(old)).toBe(true);
  });

  it('is not confirmed, rejected nor proposed by whose file it is', async () => {
    for (const which of ['old', 'target'] as const) {
      const { id, old, curp, ...files } = await proposed();
      const owner = await makeCuenta(portal, {
        role: 'Admin',
        personaId: which === 'old' ? old.id : files.target.id,
      });
      for (const decision of [{ decision: 'confirmar' }, RECHAZO]) {
        expect((await decide(id, owner, decision)).error).toMatchObject({
          status: 'PERMISSION_DENIED',
          details: { code: 'sobre-uno-mismo' },
        });
      }
      expect((await portal.call('getFusion', { id }, owner)).result.impide).toBe('suyo');
      expect((await propose(old.clave, curp, owner)).error?.details.code).toBe('sobre-uno-mismo');
      expect(await estadoOf(id)).toBe('pendiente');
    }
  });

  it('is rejected with a reason that its proposer reads, and may be proposed again', async () => {
    const { id, old, curp } = await proposed();
    expect((await decide(id, segunda, RECHAZO)).result).toEqual({ clave: null });
    const [mail] = (await portal.mails()).filter(({ to }) => to === proponente.email);
    expect(mail?.text).toContain(RECHAZO.motivo);
    expect(await isThere(old)).toBe(true);
    const read = await portal.call('getFusion', { id }, proponente);
    expect(read.result.decidida.motivo).toBe(RECHAZO.motivo);
    expect((await propose(old.clave, curp)).result.propuesta).not.toBe(id);
  });

  it('is taken back by its proposer only', async () => {
    const { id } = await proposed();
    expect((await portal.call('cancelFusion', { id }, segunda)).error?.details.code).toBe(
      'fusion-ajena',
    );
    expect((await portal.call('cancelFusion', { id }, proponente)).result).toEqual({ ok: true });
    expect((await decide(id, segunda)).error?.details.code).toBe('fusion-decidida');
    expect((await portal.call('cancelFusion', { id }, proponente)).error?.details.code).toBe(
      'fusion-decidida',
    );
    expect((await queue(segunda)).map((f) => f.id)).not.toContain(id);
  });

  it('of what is not any more as it was looked at is not done', async () => {
    const { id, old, target } = await proposed();
    await portal.services.db
      .updateTable('personas')
      .set({ nombre: 'Brenda' })
      .where('id', '=', target.id)
      .execute();
    expect((await portal.call('getFusion', { id }, segunda)).result.impide).toBe('cambio');
    expect((await decide(id, segunda)).error).toMatchObject({
      status: 'ABORTED',
      details: { code: 'fusion-cambio' },
    });
    expect(await isThere(old)).toBe(true);
    expect((await decide(id, segunda, RECHAZO)).result).toEqual({ clave: null });
  });

  it('of who lost their role, or is one of the two, is not done', async () => {
    const who = await makeCuenta(portal, { role: 'Escolar' });
    const { old, curp, target } = await dos();
    const id = (await propose(old.clave, curp, who)).result.propuesta;
    const set = (cambio: object) =>
      portal.services.db.updateTable('cuentas').set(cambio).where('uid', '=', who.uid).execute();
    for (const cambio of [{ role: null }, { disabled: true }, { persona_id: target.id }]) {
      await set({ role: 'Escolar', disabled: false, persona_id: null, ...cambio });
      const { error } = await decide(id, segunda);
      expect(error?.details.code).toBe('fusion-sin-proponente');
    }
    expect(await isThere(old)).toBe(true);
    await set({ role: 'Escolar', disabled: false, persona_id: null });
    expect((await decide(id, segunda)).result).toEqual({ clave: curp });
  });

  it('ends by itself after its days, and is in the history', async () => {
    const { id, old, curp } = await proposed();
    portal.setNow(new Date(Date.now() + DIAS_FUSION * 86_400_000 + 60_000));
    expect((await decide(id, segunda)).error?.details.code).toBe('fusion-decidida');
    expect((await queue(segunda)).map((f) => f.id)).not.toContain(id);
    await fusionesJobs['fusiones-vencer']?.(portal.services).run({} as never, {} as never);
    expect(await estadoOf(id)).toBe('vencida');
    expect(await accionesOf(id)).toContainEqual(['fusion.vencer', null]);
    portal.setNow(null);
    expect((await propose(old.clave, curp)).result.propuesta).not.toBe(id);
  });

  it('is one for each file: one’s own is replaced, another’s is pointed to', async () => {
    const { id, old, curp } = await proposed();
    const tried = await portal.call('rehearseCurp', { clave: old.clave, curp }, segunda);
    expect(tried.result).toMatchObject({ segundaPersona: true, propuesta: { id, esSuya: false } });
    expect((await propose(old.clave, curp, segunda)).error).toMatchObject({
      status: 'ALREADY_EXISTS',
      details: { code: 'fusion-propuesta', id },
    });
    const again = (await propose(old.clave, curp)).result.propuesta;
    expect(again).not.toBe(id);
    expect(await estadoOf(id)).toBe('cancelada');
    expect(await estadoOf(again)).toBe('pendiente');
  });

  it('ends when its file gets another CURP meanwhile', async () => {
    const { id, old } = await proposed();
    const curp = makeCurp();
    expect((await propose(old.clave, curp)).result).toMatchObject({ tipo: 'asignar', clave: curp });
    expect(await estadoOf(id)).toBe('anulada');
    expect(await accionesOf(id)).toContainEqual(['fusion.anular', proponente.uid]);
    expect((await decide(id, segunda)).error?.details.code).toBe('fusion-decidida');
  });

  it('is done once, however many confirm', async () => {
    const { id, old, curp } = await proposed();
    const third = await makeCuenta(portal, { role: 'Escolar' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => decide(id, i % 2 === 0 ? segunda : third)),
    );
    expect(answers.filter(({ result }) => result)).toHaveLength(1);
    for (const { error } of answers) {
      if (error) expect(['fusion-decidida', 'fusion-cambio']).toContain(error.details.code);
    }
    expect(await isThere(old)).toBe(false);
    const done = await portal.services.db
      .selectFrom('historial')
      .select('id')
      .where('accion', '=', 'persona.fusionar')
      .where('entidad_id', '=', old.id)
      .execute();
    expect(done).toHaveLength(1);
    expect((await portal.call('getPersona', { clave: old.clave }, segunda)).result.clave).toBe(
      curp,
    );
  });

  it('is for staff only, and leaves in both files who looked', async () => {
    const { id, old } = await proposed();
    const owner = await makeCuenta(portal, { personaId: old.id });
    await expectRefused(portal.call, [owner], {
      listFusiones: {},
      getFusion: { id },
      decideFusion: { id, decision: 'confirmar' },
      cancelFusion: { id },
    });
    await portal.call('getFusion', { id }, segunda);
    const accesos = await portal.call('listAccesosExpediente', {}, owner);
    expect(accesos.result.filas.map(({ accion }: { accion: string }) => accion)).toEqual(
      expect.arrayContaining(['fusion.proponer', 'fusion.leer']),
    );
  });
});

describe('where nobody else is of the staff', () => {
  it('whoever there is does it, and the history says that nobody confirmed it', async () => {
    const { db } = portal.services;
    const { old, target, curp } = await dos();
    await db
      .updateTable('cuentas')
      .set({ disabled: true })
      .where('uid', '<>', proponente.uid)
      .execute();
    try {
      const { result } = await propose(old.clave, curp);
      expect(result).toEqual({ tipo: 'fusionar', clave: curp, propuesta: null });
      const row = await db
        .selectFrom('historial')
        .select('despues')
        .where('accion', '=', 'persona.recibirFusion')
        .where('entidad_id', '=', target.id)
        .executeTakeFirstOrThrow();
      expect(row.despues).toMatchObject({ sinSegundaPersona: true });
    } finally {
      await db.updateTable('cuentas').set({ disabled: false }).execute();
    }
  });
});
