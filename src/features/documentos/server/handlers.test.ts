/** The vault over HTTP: who may, what is let in, what staff decide, and what follows. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { claimedPng } from '../../../../tests/factories/bombas.ts';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { makeDocumento, makePdf, sendArchivo } from '../../../../tests/factories/documentos.ts';
import { makeCurp, makePersona } from '../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';
import { expectRefused } from '../../../../tests/refused.ts';
import { actAsSystem } from '../../../platform/server/request-context.ts';
import { documentosJobs } from './jobs.ts';

type Cuenta = Awaited<ReturnType<typeof makeCuenta>>;
let portal: TestPortal;
let escolar: Cuenta;
let otra: Cuenta;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
  escolar = await makeCuenta(portal, { role: 'Escolar' });
  otra = await makeCuenta(portal, { role: 'Admin' });
});
afterAll(() => portal.stop());
afterEach(async () => {
  portal.setNow(null);
  await portal.services.db.deleteFrom('documentos').execute();
});

/** Somebody with a file of their own. */
const titular = async (overrides: object = {}) => {
  const persona = await makePersona(portal.services.db);
  const cuenta = await makeCuenta(portal, { personaId: persona.id, ...overrides });
  return { ...cuenta, persona };
};

const open = (path: string, token?: string) =>
  fetch(`${portal.url}${path}`, token ? { headers: { authorization: `Bearer ${token}` } } : {});
const archivo = (id: string, token?: string) => open(`/documentos/${id}/archivo`, token);

const lugar = async (clave: string, { token }: { token: string }, tipo = 'ACTA') => {
  const { result } = await portal.call('listDocumentosPersona', { clave }, { token });
  return result.lugares.find((one: { tipo: { clave: string } }) => one.tipo.clave === tipo);
};

const acciones = async (id: string) =>
  (
    await portal.services.db
      .selectFrom('historial')
      .select('accion')
      .where('entidad_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ accion }) => accion);

const run = (job: string) =>
  actAsSystem(() => documentosJobs[job]!(portal.services).run({} as never, {} as never));

describe('a vault', () => {
  it('takes what its person sends, and keeps every version', async () => {
    const ana = await titular();
    const pdf = await makePdf(2);
    const first = await makeDocumento(portal, ana, 'ACTA', pdf);
    const second = await makeDocumento(portal, ana);
    const { versiones } = await lugar(ana.persona.clave, ana);
    expect(versiones).toMatchObject([
      { id: second, version: 2, estado: 'pendiente', nombre: 'acta.pdf' },
      { id: first, version: 1, estado: 'sustituido', bytes: pdf.length },
    ]);
    const read = await archivo(first, ana.token);
    expect(Buffer.from(await read.arrayBuffer()).equals(pdf)).toBe(true);
    // Never a page of ours, whatever it holds.
    const headers = Object.fromEntries(read.headers);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': "attachment; filename*=UTF-8''acta.pdf",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    });
    expect(headers['content-security-policy']).toMatch(/default-src 'none';.*sandbox/);
    expect(await acciones(first)).toEqual(['documento.subir', 'documento.sustituir']);
  });

  it('is nobody else’s, and staff read it on the record', async () => {
    const [ana, luz] = [await titular(), await titular()];
    const id = await makeDocumento(portal, ana);
    const asked = await portal.call('listDocumentosPersona', { clave: ana.persona.clave }, luz);
    expect(asked.error?.status).toBe('PERMISSION_DENIED');
    const missing = await portal.call('listDocumentosPersona', { clave: 'SC000000000' }, luz);
    expect(missing.error).toEqual(asked.error);
    expect((await portal.call('listDocumentosPersona', { clave: ana.persona.clave })).http).toBe(
      401,
    );
    expect([(await archivo(id)).status, (await archivo(id, luz.token)).status]).toEqual([401, 404]);
    expect((await archivo('x', luz.token)).status).toBe(404);
    await expectRefused(portal.call, [ana], {
      startRevisionDocumento: {},
      getPendientesDocumentos: null,
      endRevisionDocumento: null,
      renewRevisionDocumento: { id },
      decideRevisionDocumento: { id, decision: 'validar', venceEl: null },
      withdrawDecisionDocumento: { id },
    });
    expect(await acciones(id)).toEqual(['documento.subir']);
    expect((await archivo(id, escolar.token)).status).toBe(200);
    expect(await acciones(id)).toEqual(['documento.subir', 'documento.leer']);
    await lugar(ana.persona.clave, escolar);
    expect(await acciones(ana.persona.id)).toContain('documento.listar');
  });

  it('takes only what its own person put there, once', async () => {
    const [ana, luz] = [await titular(), await titular()];
    const { name: archivo } = await sendArchivo(portal, ana, await makePdf());
    const save = (cuenta: Cuenta, rest: object = {}) =>
      portal.call(
        'saveDocumentoPersona',
        { tipo: 'ACTA', archivo, nombre: 'a.pdf', ...rest },
        cuenta,
      );
    expect((await save(luz)).error?.details?.code).toBe('documento-sin-archivo');
    expect((await save(ana, { tipo: 'NADA' })).error?.details?.code).toBe('documento-sin-tipo');
    expect((await save(await makeCuenta(portal))).error?.status).toBe('PERMISSION_DENIED');
    const photo = await sendArchivo(
      portal,
      ana,
      await sharp({ create: { width: 9, height: 9, channels: 3, background: '#123' } })
        .png()
        .toBuffer(),
      `users/${ana.uid}/yo.png`,
    );
    expect((await save(ana, { archivo: photo.name })).error?.details?.code).toBe(
      'documento-sin-archivo',
    );
    expect((await save(ana)).result).toMatchObject({ version: 1 });
    expect((await save(ana)).error?.details?.code).toBe('documento-sin-archivo');
    // What is on its way is nobody's to read, nor to write over.
    const waiting = await sendArchivo(portal, ana, await makePdf());
    const path = `/v0/b/_/o/${encodeURIComponent(waiting.name)}?alt=media`;
    for (const { token } of [ana, luz, escolar]) expect((await open(path, token)).status).toBe(404);
    expect((await sendArchivo(portal, luz, await makePdf(), waiting.name)).http).toBe(403);
    expect((await sendArchivo(portal, ana, await makePdf(), waiting.name)).http).toBe(403);
  });

  it('keeps photos upright, without their place, and nothing that hides behind them', async () => {
    const ana = await titular();
    const taken = await sharp({
      create: { width: 60, height: 40, channels: 3, background: '#a40' },
    })
      .withMetadata({ orientation: 6 })
      .withExifMerge({ IFD0: { Make: 'X' }, IFD3: { GPSLatitudeRef: 'N' } })
      .jpeg()
      .toBuffer();
    const plain = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#0a4' } })
      .png()
      .toBuffer();
    const hidden = '<script>alert(1)</script>';
    for (const sent of [taken, Buffer.concat([plain, Buffer.from(hidden)])]) {
      const id = await makeDocumento(portal, ana, 'FOTO', sent);
      const read = await archivo(id, ana.token);
      expect(read.headers.get('content-disposition')).toMatch(/^inline/);
      const kept = Buffer.from(await read.arrayBuffer());
      expect(kept.includes(hidden)).toBe(false);
      const { exif, orientation, width, height } = await sharp(kept).metadata();
      expect([exif, orientation]).toEqual([undefined, undefined]);
      if (sent === taken) expect([width, height]).toEqual([40, 60]);
    }
  });
});

describe('what is not let in', () => {
  const launch = '/OpenAction<</S/Launch/F(calc.exe)>>';
  const written = (catalog: string, rest = '') =>
    Buffer.from(
      `%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R${catalog}>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\n${rest}xref\n0 1\n0000000000 65535 f \ntrailer<</Root 1 0 R/Size 4>>\nstartxref\n9\n%%EOF\n`,
    );

  const HOSTILE: readonly [string, () => Buffer | Promise<Buffer>, string][] = [
    ['nothing', () => Buffer.alloc(0), 'archivo-vacio'],
    ['a program', () => Buffer.from('4d5a90000300000004000000ffff', 'hex'), 'tipo-no-admitido'],
    ['HTML', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'tipo-no-admitido'],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'tipo-no-admitido'],
    ['WebP', async () => sharp(bombless).webp().toBuffer(), 'tipo-no-admitido'],
    ['a ZIP', () => Buffer.from('504b0304140000000800', 'hex'), 'tipo-no-admitido'],
    [
      'a PDF within a page',
      async () => Buffer.concat([Buffer.from('<html>'), await makePdf()]),
      'tipo-no-admitido',
    ],
    [
      'a PDF with a ZIP behind',
      async () =>
        Buffer.concat([await makePdf(), Buffer.from('504b0304', 'hex'), Buffer.alloc(4000, 7)]),
      'pdf-danado',
    ],
    ['a PDF in name only', () => Buffer.from('%PDF-1.7\nhola\n%%EOF'), 'pdf-danado'],
    ['half a PDF', async () => (await makePdf(30)).subarray(0, 900), 'pdf-danado'],
    ['a PDF without its end', async () => (await makePdf()).subarray(0, -60), 'pdf-danado'],
    ['a PDF without pages', () => makePdf(0), 'pdf-vacio'],
    ['a PDF of 5,000 pages', () => makePdf(5000), 'pdf-demasiado-largo'],
    [
      'a PDF with a password',
      () => makePdf(1, (pdf) => pdf.encrypt({ userPassword: 'x', ownerPassword: 'y' })),
      'pdf-con-contrasena',
    ],
    [
      'JavaScript',
      () => makePdf(1, (pdf) => pdf.addJavaScript('a', 'app.alert(1)')),
      'pdf-con-acciones',
    ],
    [
      'JavaScript out of the way',
      () =>
        makePdf(1, (pdf) => {
          pdf.context.register(pdf.context.obj({ Next: [{ S: 'JavaScript', JS: 'x' }] }));
        }),
      'pdf-con-acciones',
    ],
    ['a program to start', () => written(launch), 'pdf-con-acciones'],
    // More brackets than a parser reads without running out of its stack.
    [
      'JavaScript beside what cannot be read',
      () =>
        written(
          '/OpenAction 4 0 R',
          `4 0 obj<</A ${'['.repeat(30_000)}${']'.repeat(30_000)}/S/JavaScript/JS(x)>>endobj\n`,
        ),
      'pdf-con-acciones',
    ],
    [
      'a file within',
      () => makePdf(1, (pdf) => pdf.attach(new Uint8Array([77, 90]), 'a.exe')),
      'pdf-con-adjuntos',
    ],
    ['a JPEG in name only', () => Buffer.from('ffd8ffe000104a46494600', 'hex'), 'imagen-danada'],
    ['a picture of 30,000 × 30,000', () => claimedPng(30_000), 'imagen-demasiado-grande'],
    [
      'too much',
      async () => Buffer.concat([await makePdf(), Buffer.alloc(10 * 1_048_576)]),
      'archivo-demasiado-grande',
    ],
  ];
  const bombless = { create: { width: 9, height: 9, channels: 3, background: '#123' } } as const;

  it('is said with what to do, leaves nothing, and the server lives', async () => {
    const ana = await titular();
    const refused: string[] = [];
    for (const [what, make, code] of HOSTILE) {
      const sent = await sendArchivo(portal, ana, await make());
      expect(`${what}: ${sent.code}`).toBe(`${what}: ${code}`);
      expect([400, 413]).toContain(sent.http);
      expect(sent.message).toMatch(/^[A-ZÁÉÍÓÚÑ].{20,}\.$/);
      refused.push(sent.name);
    }
    const { n } = await portal.services.db
      .selectFrom('archivos')
      .select((e) => e.fn.countAll<number>().as('n'))
      .where('nombre', 'in', refused)
      .executeTakeFirstOrThrow();
    expect(Number(n)).toBe(0);
    expect((await open('/healthz')).status).toBe(200);
    // What only looks like it is let in: one that opens without a password, an address, many real pages.
    for (const good of [
      await makePdf(100),
      await makePdf(1, (pdf) => pdf.encrypt({ userPassword: '', ownerPassword: 'y' })),
      written('/OpenAction<</S/URI/URI(https://scjn.example)>>'),
    ]) {
      expect(await sendArchivo(portal, ana, good)).toMatchObject({ http: 200 });
    }
  });
});

const next = (cuenta: Cuenta, input: object = {}) =>
  portal.call('startRevisionDocumento', input, cuenta);
const decide = (
  id: string,
  cuenta: Cuenta,
  input: object = { decision: 'validar', venceEl: null },
) => portal.call('decideRevisionDocumento', { id, ...input }, cuenta);
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
    await portal.call(
      'saveAvisosPropios',
      { soloEnPortal: ['documentosRevisados', 'documentosPorVencer'], antes: [] },
      ana,
    );
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
    const withdraw = (cuenta: Cuenta) => portal.call('withdrawDecisionDocumento', { id }, cuenta);
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

describe('a CURP that is given, and files that are merged', () => {
  it('carry the documents along, of two that wait the newer one', async () => {
    const { db } = portal.services;
    const curp = makeCurp();
    const ana = await titular();
    const target = await makePersona(db, { clave: curp, curp });
    const mine = await makeDocumento(portal, ana);
    await makeDocumento(portal, ana, 'TITULO');
    // The other file has a certificate that waits too, sent before.
    const { id: _, ...row } = await db
      .selectFrom('documentos')
      .selectAll()
      .where('id', '=', mine)
      .executeTakeFirstOrThrow();
    const theirs = await db
      .insertInto('documentos')
      .values({
        ...row,
        persona_id: target.id,
        objeto: 'otro',
        creado_en: new Date(+row.creado_en - 1000),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const input = { clave: ana.persona.clave, curp };
    const { result: ensayo } = await portal.call('rehearseCurp', input, escolar);
    expect(ensayo.siguen).toContain('Documento: Acta de nacimiento.');
    expect(ensayo.descartados).toEqual([
      'Acta de nacimiento: de las dos versiones por revisar solo espera la más nueva.',
    ]);
    const { result } = await portal.call(
      'assignCurp',
      { ...input, tomar: [], motivo: 'Constancia a la vista', huella: ensayo.huella },
      escolar,
    );
    if (result.propuesta) {
      const confirmed = await portal.call(
        'decideFusion',
        { id: result.propuesta, decision: 'confirmar' },
        otra,
      );
      expect(confirmed.result).toEqual({ clave: curp });
    }
    expect((await lugar(curp, escolar)).versiones).toMatchObject([
      { id: mine, version: 2, estado: 'pendiente' },
      { id: theirs.id, version: 1, estado: 'sustituido' },
    ]);
    expect((await lugar(curp, escolar, 'TITULO')).versiones).toHaveLength(1);
    expect((await acciones(mine)).at(-1)).toBe('documento.cambiarPersona');
  });
});

describe('what staff put in a vault', () => {
  it('is the person’s, who is told and finds who did; nobody else may', async () => {
    const [ana, luz] = [await titular(), await titular()];
    const send = async (who: { uid: string; token: string }, clave: string) => {
      const { name: archivo } = await sendArchivo(portal, who, await makePdf());
      return portal.call(
        'saveDocumentoPersona',
        { tipo: 'ACTA', archivo, nombre: 'acta.pdf', clave },
        who,
      );
    };
    const { result } = await send(escolar, ana.persona.clave);
    expect(result).toMatchObject({ version: 1, estado: 'pendiente' });
    expect((await lugar(ana.persona.clave, ana)).versiones).toMatchObject([{ id: result.id }]);
    const [row] = await portal.services.db
      .selectFrom('historial')
      .select(['accion', 'actor_uid', 'persona_id'])
      .where('entidad_id', '=', result.id)
      .execute();
    expect(row).toEqual({
      accion: 'documento.subir',
      actor_uid: escolar.uid,
      persona_id: ana.persona.id,
    });
    const mails = await portal.services.db
      .selectFrom('correos')
      .select('asunto')
      .where('para', '=', ana.email)
      .execute();
    expect(mails).toEqual([{ asunto: 'Control Escolar agregó un documento a su expediente' }]);
    const refused = await send(luz, ana.persona.clave);
    expect(refused.error?.status).toBe('PERMISSION_DENIED');
    expect((await send(luz, 'SC000000000')).error).toEqual(refused.error);
    expect((await send(escolar, 'SC000000000')).error?.status).toBe('NOT_FOUND');
  });
});

describe('what a document proves', () => {
  const ESTUDIO = {
    programa: 'Licenciatura en Derecho',
    institucion: 'UNAM',
    estado: 'titulado',
    termino: '2012-06-30',
    cedula: '1234567',
  };
  const anotar = async (
    de: Awaited<ReturnType<typeof titular>>,
    documento: string,
    over: object = {},
  ) => {
    const { rows } = await portal.services.database.execute(
      "select id from catalogo_items where catalogo = 'niveles' and clave = 'LIC'",
    );
    const nivel = (rows[0] as unknown as { id: string }).id;
    return portal.call(
      'saveEntradaPersona',
      {
        clave: de.persona.clave,
        apartado: 'estudio',
        id: randomUUID(),
        version: null,
        valores: { ...ESTUDIO, nivel, documento, ...over },
      },
      de,
    );
  };

  it('stands beside it for whoever reviews it, also when a newer version took its place', async () => {
    const ana = await titular();
    const first = await makeDocumento(portal, ana, 'TITULO');
    const { result } = await anotar(ana, first);
    expect(result.referidos.documento).toMatchObject({ id: first, clave: 'TITULO', activo: true });
    // Two entries may say that the same document proves them.
    expect((await anotar(ana, first, { programa: 'Otra' })).error).toBeUndefined();
    const second = await makeDocumento(portal, ana, 'TITULO');
    const revision = await portal.call('startRevisionDocumento', { id: second }, escolar);
    const { prueba } = revision.result.documento;
    expect(prueba).toHaveLength(2);
    expect(prueba[0]).toMatchObject({
      titulo: 'Estudios',
      datos: expect.arrayContaining([
        { etiqueta: 'Programa', valor: 'Licenciatura en Derecho' },
        { etiqueta: 'Cómo va', valor: 'Titulado' },
      ]),
    });
    await portal.call('endRevisionDocumento', null, escolar);
    // The one that was replaced stays where it was chosen, is said so, and is not chosen again.
    const { result: read } = await portal.call(
      'getApartadosPersona',
      { clave: ana.persona.clave },
      ana,
    );
    const kept = read.entradas[0];
    expect(kept.referidos.documento).toMatchObject({ activo: false });
    expect(kept.referidos.documento.nombre).toContain('sustituido');
    const edited = await portal.call(
      'saveEntradaPersona',
      {
        clave: ana.persona.clave,
        apartado: 'estudio',
        id: kept.id,
        version: kept.version,
        valores: { ...kept.valores, institucion: 'Universidad Nacional' },
      },
      ana,
    );
    expect(edited.error).toBeUndefined();
    const chosen = await anotar(ana, first, { programa: 'Una más' });
    expect(chosen.error?.details.fields.documento).toBeTruthy();
  });

  it('is one of the same person', async () => {
    const [ana, luz] = [await titular(), await titular()];
    const { error } = await anotar(ana, await makeDocumento(portal, luz, 'TITULO'));
    expect(error?.details.fields.documento).toBeTruthy();
  });
});
