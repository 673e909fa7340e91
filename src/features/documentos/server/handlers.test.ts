/** The vault over HTTP: who may, what is let in, what staff put there, and what documents prove. */
import { randomUUID } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { claimedPng } from '../../../../tests/factories/bombas.ts';
import { type Boveda, startBoveda } from '../../../../tests/factories/boveda.ts';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { makeDocumento, makePdf, sendArchivo } from '../../../../tests/factories/documentos.ts';
import { makeCurp, makePersona } from '../../../../tests/factories/personas.ts';
import { expectRefused } from '../../../../tests/refused.ts';

import { archivoProblem, HEAD_BYTES } from '../rules.ts';

let portal: Boveda['portal'];
let escolar: Boveda['escolar'];
let otra: Boveda['otra'];
let titular: Boveda['titular'];
let open: Boveda['open'];
let archivo: Boveda['archivo'];
let lugar: Boveda['lugar'];
let acciones: Boveda['acciones'];
let clear: Boveda['clear'];

beforeAll(async () => {
  ({ portal, escolar, otra, titular, open, archivo, lugar, acciones, clear } = await startBoveda());
});
afterAll(() => portal.stop());
afterEach(() => clear());

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
    const save = (cuenta: Boveda['otra'], rest: object = {}) =>
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

describe('PDFs as programs and gateways leave them', () => {
  it('takes bytes before the head and padding or a foot behind the end, in the browser and here', async () => {
    const ana = await titular();
    const pdf = await makePdf();
    const form = '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n';
    for (const [name, bytes] of [
      ['mark', Buffer.concat([Buffer.from('\ufeff'), pdf])],
      ['line', Buffer.concat([Buffer.from('\r\n'), pdf])],
      ['form', Buffer.concat([Buffer.from(form), pdf, Buffer.from('\r\n--x--\r\n')])],
      ['zeros', Buffer.concat([pdf, Buffer.alloc(9_000)])],
      ['blanks', Buffer.concat([pdf, Buffer.alloc(5_000, ' ')])],
      ['foot', Buffer.concat([pdf, Buffer.from(`\n<p>${'pie '.repeat(600)}</p>\n`)])],
    ] as const) {
      expect([name, archivoProblem(bytes.length, bytes.subarray(0, HEAD_BYTES))]).toEqual([
        name,
        null,
      ]);
      expect([name, (await sendArchivo(portal, ana, bytes)).http]).toEqual([name, 200]);
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
      written('/OpenAction<</S/GoTo/D[3 0 R/Fit]>>'),
    ]) {
      expect(await sendArchivo(portal, ana, good)).toMatchObject({ http: 200 });
    }
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
        { etiqueta: 'Estado', valor: 'Titulado' },
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
