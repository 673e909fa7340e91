import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeDiseno, makeImagenDiseno } from '../../../../../tests/factories/disenos.ts';
import { makeEmitido, makeFirmante, pedidoDe } from '../../../../../tests/factories/emitidos.ts';
import { makeCurp, makePersona } from '../../../../../tests/factories/personas.ts';
import { linesOf } from '../../../../../tests/pdf.ts';
import { tool } from '../../../../../tests/pdf-tools.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { filesDir, objectPath } from '../../../../platform/server/storage/store.ts';
import type { Diseno } from '../../disenos/contract.ts';
import { disenoInicial } from '../../disenos/rules.ts';
import { emitidoPdfPath } from '../../routes.ts';
import { TIPOS, type Tipo, tipoOf } from '../../rules.ts';
import { findEmitido } from '../../server/data.ts';
import { printPending } from './service.ts';

const dir = mkdtempSync(join(tmpdir(), 'emitidos-'));
let portal: TestPortal;
let escolar: string;
let admin: { uid: string; token: string };
let firmante: string;
let persona: { clave: string; token: string };

beforeAll(async () => {
  portal = await startTestPortal({ PUBLIC_URL: 'https://escuela.example' }, { jobs: false });
  escolar = (await makeCuenta(portal, { role: 'Escolar' })).token;
  admin = await makeCuenta(portal, { role: 'Admin' });
  firmante = await makeFirmante(portal, admin.token);
  const curp = makeCurp();
  const { id } = await makePersona(portal.services.db, { clave: curp, curp });
  persona = { clave: curp, token: (await makeCuenta(portal, { personaId: id })).token };
});
afterAll(async () => {
  await portal.stop();
  rmSync(dir, { recursive: true });
});

const make = (tipo: Tipo, diseno: string | null = null) =>
  makeEmitido(portal, {
    ...{ tipo, clave: persona.clave, firmante, por: escolar, aprueba: admin.token },
    ...{ diseno },
  });

/** Designs that share nothing: paper, frame, colour, language, seal. */
const VESTIDOS: Readonly<Record<Tipo, (picture: string) => Partial<Diseno>>> = {
  certificado: (imagen) => ({
    pagina: { ...disenoInicial('certificado').pagina, tamano: 'oficio' },
    estilo: { marco: 'orla', color: 'vino', alineacion: 'centro', fondo: true },
    firmantes: [{ firmante, imagen }],
  }),
  credencial: () => ({
    pagina: { ...disenoInicial('credencial').pagina, orientacion: 'vertical' },
    estilo: { marco: 'franja', color: 'marino', alineacion: 'izquierda', fondo: false },
  }),
  reconocimiento: (imagen) => ({
    pagina: { ...disenoInicial('reconocimiento').pagina, tamano: 'a4' },
    estilo: { marco: 'ninguno', color: 'verde', alineacion: 'centro', fondo: true },
    sello: { clase: 'imagen', imagen },
    datos: false,
  }),
  grado: () => ({ idioma: 'en' }),
  certificacion: () => ({
    estilo: { marco: 'filete', color: 'grafito', alineacion: 'izquierda', fondo: true },
    sello: { clase: 'ninguno', imagen: null },
  }),
};
const disenoDe = async (tipo: Tipo): Promise<string> => {
  const imagen = await makeImagenDiseno(portal, admin);
  const definicion = { ...disenoInicial(tipo), ...VESTIDOS[tipo](imagen) };
  return (await makeDiseno(portal, admin.token, { tipo, definicion })).disenoId;
};
const get = (id: string, token?: string) =>
  fetch(`${portal.url}${emitidoPdfPath(id, { descargar: true })}`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
const bytesOf = async (id: string, token = persona.token) => {
  const answer = await get(id, token);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};

describe.each(TIPOS)('the PDF of a %s', (tipo) => {
  it('is signed, archival, tagged, carries its credential, and says no CURP', async () => {
    const { id, folio, url } = await make(tipo, await disenoDe(tipo));
    const pdf = await bytesOf(id);
    const file = join(dir, `${tipo}.pdf`);
    await writeFile(file, pdf);
    const signed = await tool('pdfsig', '-nocert', file);
    expect(signed).toContain('Signature is Valid');
    expect(signed).toContain('Total document signed');
    expect(await tool('qpdf', '--check', file)).toContain('No syntax or stream encoding errors');
    const info = await tool('pdfinfo', file);
    expect(info).toMatch(/Tagged:\s+yes/);
    expect(info).toMatch(/Pages:\s+1\n/);
    expect(info).toContain(`${tipoOf(tipo).palabra} ${folio}`);
    const xmp = await tool('pdfinfo', '-meta', file);
    expect(xmp).toContain('<pdfaid:part>3</pdfaid:part><pdfaid:conformance>A<');
    expect(xmp).toContain('<pdfuaid:part>1</pdfuaid:part>');
    const fonts = (await tool('pdffonts', file)).trim().split('\n').slice(2);
    for (const font of fonts) expect(font).toMatch(/\s+yes yes yes\s+\d+\s+0$/);
    expect(await tool('pdfdetach', '-list', file)).toMatch(/1: credential\.json\n/);
    await tool('pdfdetach', '-save', '1', '-o', `${file}.json`, file);
    const row = await findEmitido(portal.services.db, id);
    const within = await readFile(`${file}.json`, 'utf8');
    expect(JSON.parse(within)).toEqual(row!.credencial);
    const said = (await linesOf(pdf)).join('\n');
    for (const text of [
      folio,
      'Ana Pérez Ruiz',
      'Argumentación jurídica',
      'Dra. Irene Solís Vega',
    ]) {
      expect(said).toContain(text);
    }
    // Whatever its design, its code leads to where it is validated.
    await tool('pdftoppm', '-r', '150', '-png', '-singlefile', file, file);
    expect(
      (
        await tool(
          'zbarimg',
          '-Sdisable',
          '-Sqrcode.enable',
          '--nodbus',
          '--quiet',
          '--raw',
          `${file}.png`,
        )
      ).trim(),
    ).toBe(url);
    expect(said).toContain('(demostración)');
    for (const all of [said, within, xmp]) expect(all).not.toContain(persona.clave);
  });
});

it('is what it was, whatever becomes of the document, and after it is lost', async () => {
  const { id } = await make('certificado');
  const [first, other] = await Promise.all([bytesOf(id), bytesOf(id, escolar)]);
  expect(other.equals(first)).toBe(true);
  const step = { id, paso: 'revocar', motivo: 'Se emitió por error.' };
  await portal.call('updateVigenciaDocumentoEmitido', step, { token: escolar });
  expect((await bytesOf(id)).equals(first)).toBe(true);
  const { services } = portal;
  const row = await findEmitido(services.db, id);
  expect(row!.pdf_sha256).toBe(services.storage.kept.digest(first));
  rmSync(join(filesDir(services.env.dataDir), objectPath(row!.pdf_objeto!)));
  expect((await bytesOf(id)).equals(first)).toBe(true);
  await expect(
    services.database.execute(`update documentos_emitidos set pdf_sha256 = 'x' where id = '${id}'`),
  ).rejects.toThrow(/no cambia/);
});

it('is for whom it is of and for staff, once it was issued', async () => {
  const { id } = await make('certificado');
  expect((await get(id)).status).toBe(401);
  const other = await makePersona(portal.services.db);
  expect((await get(id, (await makeCuenta(portal, { personaId: other.id })).token)).status).toBe(
    404,
  );
  expect((await get('00000000-0000-4000-8000-000000000000', escolar)).status).toBe(404);
  expect((await get('x', escolar)).status).toBe(404);
  const { result } = await portal.call(
    'createDocumentoEmitido',
    pedidoDe('grado', persona.clave, firmante),
    { token: escolar },
  );
  expect((await get(result.id, escolar)).status).toBe(400);
  expect((await get(result.id, persona.token)).status).toBe(404);
});

it('made in the background is made once, and one that fails holds no other up', async () => {
  const made = [await make('reconocimiento'), await make('reconocimiento')];
  const [broken] = made.map(({ id }) => id).sort();
  const { pdf } = portal.services;
  const { draw } = pdf;
  const wrong = made.find(({ id }) => id === broken)!.folio;
  pdf.draw = async (doc) => {
    if (doc.title.includes(wrong)) throw new Error('no se pudo');
    return draw.call(pdf, doc);
  };
  const { signal } = new AbortController();
  const digests = async () =>
    (await Promise.all(made.map(({ id }) => findEmitido(portal.services.db, id)))).map(
      (row) => [row!.id, row!.pdf_sha256 !== null] as const,
    );
  try {
    await printPending(portal.services, signal);
    expect(Object.fromEntries(await digests())).toEqual(
      Object.fromEntries(made.map(({ id }) => [id, id !== broken])),
    );
  } finally {
    pdf.draw = draw;
  }
  await Promise.all([printPending(portal.services, signal), printPending(portal.services, signal)]);
  const { rows } = await portal.services.database.execute(
    `select count(*)::int as n from historial where accion = 'emitido.hacerPdf' and entidad_id = '${broken}'`,
  );
  expect(rows[0]!.n).toBe(1);
});
