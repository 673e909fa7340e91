import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../../tests/factories/cuentas.ts';
import { makeEmitido, makeFirmante } from '../../../../../../tests/factories/emitidos.ts';
import { makeCurp, makePersona } from '../../../../../../tests/factories/personas.ts';
import { startTestPortal, type TestPortal } from '../../../../../../tests/portal.ts';
import { validarListaPaginaPath, validarListaPath } from '../../../routes.ts';

/** The built site: the public wing draws the pages. */
const DIST = join(import.meta.dirname, '../../../../../../dist/web');
let portal: TestPortal;
let make: (tipo: 'certificado' | 'grado') => Promise<{ id: string; folio: string }>;
let escolar: string;

beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false, site: DIST });
  escolar = (await makeCuenta(portal, { role: 'Escolar' })).token;
  const admin = (await makeCuenta(portal, { role: 'Admin' })).token;
  const firmante = await makeFirmante(portal, admin);
  const curp = makeCurp();
  await makePersona(portal.services.db, { clave: curp, curp });
  make = (tipo) =>
    makeEmitido(portal, { tipo, clave: curp, firmante, por: escolar, aprueba: admin });
});
afterAll(() => portal.stop());

const send = (fields: Record<string, string | Blob>, path = validarListaPath) => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') body.append(name, value);
    else body.append(name, value, 'folios.csv');
  }
  return fetch(`${portal.url}${path}`, { method: 'POST', body });
};
const pageOf = async (answer: Response): Promise<string> => {
  expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
  return (await answer.text()).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
};
const rowsOf = async (answer: Response): Promise<string[][]> => {
  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ]);
  const path = join(portal.services.env.dataDir, 'informe.xlsx');
  await writeFile(path, Buffer.from(await answer.arrayBuffer()));
  const workbook = await new ExcelJS.Workbook().xlsx.readFile(path);
  const rows: string[][] = [];
  workbook.worksheets[0]!.eachRow((row) =>
    rows.push((row.values as string[]).slice(1).map(String)),
  );
  return rows;
};

it('answers what was pasted and what was in a file, in order, to anybody', async () => {
  const [one, two] = [await make('certificado'), await make('grado')];
  const step = { id: two.id, paso: 'revocar', motivo: 'Se emitió por error.' };
  await portal.call('updateVigenciaDocumentoEmitido', step, { token: escolar });
  const csv = new Blob([`Folio;Nombre\n${two.folio.replaceAll('-', '').toLowerCase()};Ana\n`]);
  const [, first, second, heading, third, note] = await rowsOf(
    await send({ folios: `${one.folio}\r\nCE26-0000-0000-0000-0000-0`, archivo: csv }),
  );
  expect(first!.slice(0, 4)).toEqual([one.folio, 'Vigente', 'Certificado', 'Ana Pérez Ruiz']);
  expect(second).toEqual(['CE26-0000-0000-0000-0000-0', 'No encontrado']);
  expect(heading).toEqual(['Folio;Nombre', 'Sin un folio completo']);
  expect(third!.slice(0, 3)).toEqual([two.folio, 'Revocado', 'Grado']);
  expect(third).toContain('Se emitió por error.');
  expect(note![0]).toContain('Líneas revisadas: 4.');
});

it('reads a workbook and UTF-16, and refuses what is neither with a sentence', async () => {
  const { folio } = await make('certificado');
  const book = new ExcelJS.Workbook();
  const worksheet = book.addWorksheet('Hoja');
  worksheet.addRows([
    ['Persona', 'Folio'],
    ['Ana', `Folio: ${folio}`],
  ]);
  const xlsx = new Blob([new Uint8Array(await book.xlsx.writeBuffer())]);
  const utf16 = new Blob([new Uint8Array(Buffer.from(`\ufeff${folio}\r\n`, 'utf16le'))]);
  for (const archivo of [xlsx, utf16]) {
    const rows = await rowsOf(await send({ archivo }));
    expect(rows.some(([one, word]) => one === folio && word === 'Vigente')).toBe(true);
  }
  const pdf = new Blob(['%PDF-1.7 sin bytes nulos']);
  const refused = await send({ archivo: pdf });
  expect(refused.status).toBe(400);
  expect(await pageOf(refused)).toContain('Es un PDF, no una hoja de cálculo.');
});

it('shows every line on a page, too, those of all worksheets', async () => {
  const { folio } = await make('certificado');
  const book = new ExcelJS.Workbook();
  book.addWorksheet('Portada').addRow(['Documentos de 2026']);
  book.addWorksheet('Datos').addRow([`1. https://x.example/validateCertificate/${folio}`, 'Ana']);
  const archivo = new Blob([new Uint8Array(await book.xlsx.writeBuffer())]);
  const answer = await send({ folios: 'CE26\n00000000-1', archivo }, validarListaPaginaPath);
  expect(answer.status).toBe(200);
  const page = await pageOf(answer);
  expect(page).toContain('4 líneas revisadas');
  expect(page).toMatch(/CE26 Sin un folio completo .*00000000-1 Sin un folio completo/);
  expect(page).toContain('Documentos de 2026 Sin un folio completo');
  expect(page).toContain(`${folio} Vigente Certificado`);
  const again = await fetch(portal.url + validarListaPaginaPath, { redirect: 'manual' });
  expect([again.status, again.headers.get('location')]).toEqual([303, '/validar']);
});

it('looks for 500, says that there are more, and refuses one list after another', async () => {
  const { db } = portal.services;
  await db.deleteFrom('limites').execute();
  const many = Array.from({ length: 502 }, (_, i) => `CE26-XXXX-${String(i).padStart(4, '0')}`);
  const rows = await rowsOf(await send({ folios: many.join('\n') }));
  expect(rows.at(-1)![0]).toContain('Líneas revisadas: 500. Se revisan 500 por lista: faltan 2');
  await db
    .updateTable('limites')
    .set({ cuenta: 40 })
    .where('llave', 'like', 'validacion-listas:%')
    .execute();
  const tooMany = await send({ folios: many.join('\n') });
  expect(tooMany.status).toBe(429);
  expect(await pageOf(tooMany)).toContain('No se revisó la lista');
  await db.deleteFrom('limites').execute();
  // Nothing to look for is a report of nothing; what is too long is refused.
  expect(await rowsOf(await send({ folios: '' }))).toHaveLength(2);
  const tooLong = await send({ folios: 'x'.repeat(300_000) });
  expect(tooLong.status).toBe(413);
  expect(await pageOf(tooLong)).toContain('256 KB como máximo');
});
