/** The queue of documents over HTTP: who has one, what staff decide, and what follows. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Boveda, startBoveda } from '../../../../../tests/factories/boveda.ts';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeDocumento, makePdf, sendArchivo } from '../../../../../tests/factories/documentos.ts';

let portal: Boveda['portal'];
let escolar: Boveda['escolar'];
let otra: Boveda['otra'];
let titular: Boveda['titular'];
let lugar: Boveda['lugar'];
let acciones: Boveda['acciones'];
let run: Boveda['run'];
let next: Boveda['next'];
let decide: Boveda['decide'];
let clear: Boveda['clear'];

beforeAll(async () => {
  ({ portal, escolar, otra, titular, lugar, acciones, run, next, decide, clear } =
    await startBoveda());
});
afterAll(() => portal.stop());
afterEach(() => clear());

const RECHAZO = { decision: 'rechazar', motivo: 'ILEGIBLE', nota: 'La foto salió movida.' };

describe('the queue', () => {
  it('gives the one that has waited longest, to nobody else while it is looked at', async () => {
    const ana = await titular();
    const [a, b] = [await makeDocumento(portal, ana), await makeDocumento(portal, ana, 'TITULO')];
    const first = await next(escolar);
    expect(first.result).toMatchObject({
      documento: {
        id: a,
        tipo: { clave: 'ACTA' },
        persona: { clave: ana.persona.clave, fechaNacimiento: '1988-02-29' },
        anterior: null,
      },
      espera: { cuantos: 2 },
    });
    expect(first.result.motivos.map((one: { clave: string }) => one.clave)).toContain('ILEGIBLE');
    expect((await next(otra)).result.documento.id).toBe(b);
    // Each finds their own again, and neither gets the other's.
    expect((await next(escolar)).result.documento.id).toBe(a);
    expect((await next(otra, { id: a })).error?.details?.code).toBe('documento-de-otro');
    expect((await decide(a, otra)).error?.details?.code).toBe('documento-de-otro');
    expect((await next(otra, { saltados: [b] })).result.documento).toBeNull();
    // After ten minutes without a sign it is whoever's comes.
    portal.setNow(new Date(Date.now() + 601_000));
    expect((await next(otra)).result.documento.id).toBe(a);
    expect(
      (await portal.call('renewRevisionDocumento', { id: a }, escolar)).error?.details?.code,
    ).toBe('documento-de-otro');
    expect((await portal.call('renewRevisionDocumento', { id: a }, otra)).result).toEqual({
      ok: true,
    });
    expect((await portal.call('endRevisionDocumento', null, otra)).result).toEqual({ ok: true });
    expect((await next(escolar)).result.documento.id).toBe(a);
    expect(await acciones(a)).toContain('documento.revisar');
  });

  it('is not about oneself', async () => {
    const jefa = await titular({ role: 'Escolar' });
    const id = await makeDocumento(portal, jefa);
    expect((await next(jefa)).result.documento).toBeNull();
    expect((await next(jefa, { id })).error?.status).toBe('PERMISSION_DENIED');
    expect((await decide(id, jefa)).error?.details?.code).toBe('documento-propio');
  });

  it('is emptied by two at once: each document decided once, and what waits told right after each act', async () => {
    const { db } = portal.services;
    const luz = await makeCuenta(portal, { role: 'Escolar' });
    const { rows: tipos } = await portal.services.database.execute(
      "select clave from catalogo_items where catalogo = 'tipos-documento' and activo order by clave limit 5",
    );
    const bytes = await makePdf();
    for (let i = 0; i < 4; i++) {
      const quien = await titular();
      for (const { clave } of tipos) await makeDocumento(portal, quien, String(clave), bytes);
    }
    const rows = await db.selectFrom('documentos').select(['id', 'creado_en']).execute();
    expect(rows).toHaveLength(20);
    const wait = new Map(rows.map(({ id, creado_en }) => [id, creado_en.toISOString()]));
    const undone = new Set<string>();
    const checkEspera = async () => {
      const { result } = await portal.call('getPendientesDocumentos', null, escolar);
      const desde = [...wait.values()].sort()[0] ?? null;
      expect(result).toEqual({ cuantos: wait.size, desde });
    };
    const reviewers = [escolar, luz].map((cuenta, first) => ({
      cuenta,
      turn: first,
      saltados: [] as string[],
      held: null as string | null,
    }));
    type Reviewer = (typeof reviewers)[number];
    const ok = async (answer: ReturnType<typeof decide>) =>
      expect((await answer).result).toEqual({ ok: true });
    const act = async ({ cuenta, turn, saltados, held: id }: Reviewer) => {
      if (id === null) return;
      const what = ['validar', 'saltar', 'rechazar', 'deshacer'][turn % 4];
      if (what === 'saltar') {
        saltados.push(id);
        return;
      }
      await ok(decide(id, cuenta, what === 'rechazar' ? RECHAZO : undefined));
      wait.delete(id);
      if (what !== 'deshacer' || undone.has(id)) return;
      undone.add(id);
      await ok(portal.call('withdrawDecisionDocumento', { id }, cuenta));
      wait.set(id, rows.find((row) => row.id === id)!.creado_en.toISOString());
    };
    for (let round = 0; wait.size > 0; round++) {
      expect(round).toBeLessThan(60);
      const given = await Promise.all(
        reviewers.map(({ cuenta, saltados }) => next(cuenta, { saltados })),
      );
      for (const [i, one] of reviewers.entries()) {
        one.held = given[i]!.result.documento?.id ?? null;
        one.turn += 1;
        // Nothing else is left: those of before.
        if (one.held === null) one.saltados = [];
        else expect(wait.has(one.held)).toBe(true);
      }
      const [a, b] = reviewers.map(({ held }) => held);
      if (a) {
        expect(a).not.toBe(b);
        expect((await decide(a, luz)).error?.details?.code).toBe('documento-de-otro');
      }
      await Promise.all(reviewers.map(act));
      await checkEspera();
    }
    expect(undone.size).toBeGreaterThan(0);
    const decided = await db.selectFrom('documentos').select(['id', 'estado']).execute();
    for (const { id, estado } of decided) {
      const acts = (await acciones(id)).filter((one) => /validar|rechazar|deshacer/.test(one));
      expect(acts, id).toHaveLength(undone.has(id) ? 3 : 1);
      expect(acts.at(-1)).toBe(estado === 'validado' ? 'documento.validar' : 'documento.rechazar');
    }
    expect((await next(escolar)).result).toMatchObject({ documento: null, espera: { cuantos: 0 } });
  });

  it('validates until a day, and the day after it is over', async () => {
    const ana = await titular();
    const id = await makeDocumento(portal, ana, 'DOMICILIO');
    const { documento } = (await next(escolar)).result;
    // The catalog says three months.
    expect(documento.venceEl).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(
      (await decide(id, escolar, { decision: 'validar', venceEl: '2020-01-01' })).error?.details,
    ).toMatchObject({ code: 'documento-fecha-pasada' });
    expect(
      (await decide(id, escolar, { decision: 'validar', venceEl: documento.venceEl })).result,
    ).toEqual({ ok: true });
    expect((await decide(id, otra)).error?.details?.code).toBe('documento-decidido');
    const { versiones } = await lugar(ana.persona.clave, ana, 'DOMICILIO');
    expect(versiones[0]).toMatchObject({ estado: 'validado', venceEl: documento.venceEl });
    const end = new Date(`${documento.venceEl}T12:00:00Z`);
    portal.setNow(new Date(+end - 20 * 86_400_000));
    await run('documentos-contar');
    await run('documentos-vencer');
    await run('documentos-vencer');
    portal.setNow(end);
    await run('documentos-vencer');
    expect((await lugar(ana.persona.clave, ana, 'DOMICILIO')).versiones[0].estado).toBe('validado');
    portal.setNow(new Date(+end + 86_400_000));
    await run('documentos-vencer');
    expect((await lugar(ana.persona.clave, ana, 'DOMICILIO')).versiones[0].estado).toBe('vencido');
    expect((await acciones(id)).slice(-2)).toEqual(['documento.validar', 'documento.vencer']);
    const { db } = portal.services;
    const mails = await db
      .selectFrom('correos')
      .select('asunto')
      .where('para', '=', ana.email)
      .orderBy('creado_en')
      .execute();
    expect(mails.map(({ asunto }) => asunto)).toEqual([
      'Validamos su documento',
      'Un documento suyo está por vencer',
    ]);
    const home = await portal.call('listPendientes', null, ana);
    expect(home.result.propios.map(({ titulo }: { titulo: string }) => titulo)).toContain(
      'Venció un documento suyo: Comprobante de domicilio',
    );
  });

  it('tells whoever wants no mail of it in the portal only; what staff put there is told in any case', async () => {
    const ana = await titular();
    const { result: antes } = await portal.call('getAvisosPropios', null, ana);
    const modos = ['documentosRevisados', 'documentosPorVencer'].map((clase) => ({
      clase,
      modo: 'portal',
    }));
    await portal.call('saveAvisosPropios', { modos, antes: antes.modos }, ana);
    const rechazado = await makeDocumento(portal, ana);
    await next(escolar);
    await decide(rechazado, escolar, RECHAZO);
    const id = await makeDocumento(portal, ana, 'DOMICILIO');
    const { documento } = (await next(escolar)).result;
    await decide(id, escolar, { decision: 'validar', venceEl: documento.venceEl });
    portal.setNow(new Date(+new Date(`${documento.venceEl}T12:00:00Z`) - 20 * 86_400_000));
    await run('documentos-contar');
    await run('documentos-vencer');
    const asuntos = async () =>
      (
        await portal.services.db
          .selectFrom('correos')
          .select('asunto')
          .where('para', '=', ana.email)
          .execute()
      ).map(({ asunto }) => asunto);
    expect(await asuntos()).toEqual([]);
    const home = await portal.call('listPendientes', null, ana);
    expect(home.result.propios.map(({ titulo }: { titulo: string }) => titulo)).toEqual(
      expect.arrayContaining([
        'Suba de nuevo: Acta de nacimiento',
        'Está por vencer: Comprobante de domicilio',
      ]),
    );
    portal.setNow(null);
    const { name: archivo } = await sendArchivo(portal, escolar, await makePdf());
    await portal.call(
      'saveDocumentoPersona',
      { tipo: 'ACTA', archivo, nombre: 'a.pdf', clave: ana.persona.clave },
      escolar,
    );
    expect(await asuntos()).toEqual(['Control Escolar agregó un documento a su expediente']);
  });

  it('rejects with a reason, which may be withdrawn until its person is told', async () => {
    const ana = await titular();
    const id = await makeDocumento(portal, ana);
    await next(escolar);
    expect((await decide(id, escolar, { ...RECHAZO, motivo: 'X' })).error?.details?.code).toBe(
      'documento-sin-motivo',
    );
    expect((await decide(id, escolar, RECHAZO)).result).toEqual({ ok: true });
    await run('documentos-contar');
    const withdraw = (cuenta: Boveda['otra']) =>
      portal.call('withdrawDecisionDocumento', { id }, cuenta);
    expect((await withdraw(otra)).error?.details?.code).toBe('documento-ya-contado');
    expect((await withdraw(escolar)).result).toEqual({ ok: true });
    expect((await lugar(ana.persona.clave, ana)).versiones[0]).toMatchObject({
      estado: 'pendiente',
      motivo: null,
    });
    expect((await decide(id, escolar, RECHAZO)).result).toEqual({ ok: true });
    portal.setNow(new Date(Date.now() + 301_000));
    await run('documentos-contar');
    await run('documentos-contar');
    expect((await withdraw(escolar)).error?.details?.code).toBe('documento-ya-contado');
    const mails = await portal.services.db
      .selectFrom('correos')
      .select(['asunto', 'contenido'])
      .where('para', '=', ana.email)
      .execute();
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(mails[0])).toContain(
      'Acta de nacimiento: no se pudo validar. No se lee bien: envíelo con mejor luz o escaneado. La foto salió movida.',
    );
    // What is sent next shows what was said of the one before.
    await makeDocumento(portal, ana);
    expect((await next(escolar)).result.documento).toMatchObject({
      version: 2,
      anterior: { estado: 'rechazado', nota: 'La foto salió movida.' },
    });
  });
});
