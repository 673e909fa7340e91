/** Every paper of the school, dropped on `/validar` as a person does: its bytes are the ones that people are given. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import ExcelJS from 'exceljs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Escuela, startEscuela } from '../../../../../tests/factories/escuela.ts';
import { makeCursada, TERMINADA } from '../../../../../tests/factories/resultados.ts';
import { linesOf } from '../../../../../tests/pdf.ts';
import { createPapeles, type PapelDeClase } from '../../../../platform/server/papeles.ts';
import type { Ejemplar } from '../../../../platform/shared/papeles.ts';
import { formatFolio, makeFolio } from '../../../inscripciones/acuse/rules.ts';
import { actaPdfPath, kardexPdfPath } from '../../../resultados/routes.ts';
import { makeFolio as makeFolioSoporte } from '../../../soporte/rules.ts';
import {
  emitidoPdfPath,
  hojaTarjetasPath,
  tarjetaPdfPath,
  validarFolioPath,
  validarListaPath,
} from '../../routes.ts';

let escuela: Escuela;
beforeAll(async () => {
  escuela = await startEscuela();
  escuela.portal.setNow(TERMINADA);
});
afterAll(() => escuela.portal.stop());

const pdfOf = async (path: string): Promise<Buffer> => {
  const answer = await fetch(`${escuela.portal.url}${path}`, {
    headers: { authorization: `Bearer ${escuela.escolar}` },
  });
  expect([path, answer.status]).toEqual([path, 200]);
  return Buffer.from(await answer.arrayBuffer());
};

/**
 * What the page (platform/web/public/find-file.ts) finds out of a file: it asks about the folio of its title, and looks for its digest among
 * those of that folio. `altered`: it is none of them.
 */
const drop = async (bytes: Buffer): Promise<{ tono: string; texto: string } | 'altered'> => {
  const [, folio = ''] =
    /<dc:title>.*?([A-Z]{2}\d\d-[-0-9A-Z]+)/s.exec(bytes.toString('latin1')) ?? [];
  const answer = await escuela.get(validarFolioPath(folio), 'application/json');
  expect([folio, answer.status]).toEqual([folio, 200]);
  const { ejemplares } = (await answer.json()) as { ejemplares: Ejemplar[] };
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return ejemplares.find((one) => one.sha256 === sha256)?.dictamen ?? 'altered';
};

const ok = async (name: string, data: unknown) => {
  const { result, error } = await escuela.call(name, data, escuela.escolar);
  expect(error, JSON.stringify(error)).toBeUndefined();
  return result;
};

const closed = async () => {
  const cursada = await makeCursada(escuela.portal, { personas: 2 });
  const edicionId = cursada.edicion.id;
  await ok('saveResultadosEdicion', {
    edicionId,
    calificaciones: cursada.inscritas.map(({ id }) => ({
      inscripcionId: id,
      valor: 9,
      version: 0,
    })),
    observaciones: [],
  });
  const { huella } = await ok('previewCierreActa', { edicionId });
  const { actaId } = await ok('confirmCierreActa', { edicionId, huella });
  const correct = (calificacion: number) =>
    ok('applyCorreccionActa', {
      ...{ edicionId, version: 1, motivo: 'Se revisó el examen.' },
      correcciones: [
        {
          ...{ inscripcionId: cursada.inscritas[0]!.id, calificacion },
          ...{ asistencia: null, observacion: '' },
        },
      ],
    });
  return { ...cursada, actaId, correct };
};

it('a document, its card and a sheet of cards are known, with how the document stands', async () => {
  const { id } = await escuela.make('credencial');
  const otra = await escuela.make('credencial');
  const papeles = [emitidoPdfPath(id), tarjetaPdfPath(id)];
  const files = await Promise.all(papeles.map(pdfOf));
  for (const bytes of files) {
    expect(await drop(bytes)).toEqual({
      tono: 'success',
      texto: expect.stringContaining('auténtico'),
    });
  }
  const hoja = await pdfOf(hojaTarjetasPath([id, otra.id]));
  expect(await drop(hoja)).toMatchObject({ tono: 'success' });
  // The card again is the same paper; a byte changed is none.
  expect(Buffer.compare(await pdfOf(tarjetaPdfPath(id)), files[1]!)).toBe(0);
  const altered = Buffer.from(files[1]!);
  altered[altered.length - 2]! ^= 1;
  expect(await drop(altered)).toBe('altered');
  await escuela.step(id, 'revocar');
  for (const bytes of files) {
    expect(await drop(bytes)).toMatchObject({
      tono: 'danger',
      texto: expect.stringContaining('lo revocó'),
    });
  }
});

it('an acta is known in each of its versions, and a kárdex until what it says changes', async () => {
  const { actaId, inscritas, correct } = await closed();
  const acta = await pdfOf(actaPdfPath(actaId, 1));
  const kardex = await pdfOf(kardexPdfPath(inscritas[0]!.clave));
  expect(await drop(acta)).toMatchObject({ tono: 'success' });
  expect(await drop(kardex)).toMatchObject({
    tono: 'success',
    texto: expect.stringContaining('lo que hoy consta'),
  });
  // What it is called by is a folio, and no CURP or key of a file.
  const lines = (await linesOf(kardex)).join(' ');
  expect(lines).toMatch(/Folio KX27-/);
  expect(lines).not.toContain(`Folio ${inscritas[0]!.clave}`);
  expect(Buffer.compare(await pdfOf(kardexPdfPath(inscritas[0]!.clave)), kardex)).toBe(0);
  await correct(10);
  expect(await drop(acta)).toMatchObject({
    tono: 'warning',
    texto: expect.stringContaining('versión 1'),
  });
  expect(await drop(kardex)).toMatchObject({
    tono: 'warning',
    texto: expect.stringContaining('pida uno nuevo'),
  });
  expect(await drop(await pdfOf(actaPdfPath(actaId, 2)))).toMatchObject({ tono: 'success' });
  expect(await drop(await pdfOf(kardexPdfPath(inscritas[0]!.clave)))).toMatchObject({
    tono: 'success',
  });
});

it('an acuse is known, by its folio too; and each in a list', async () => {
  const { inscritas, actaId } = await closed();
  const [inscripcion] = inscritas;
  const folio = makeFolio(2026, 'K9Y2ZKYW2KGS');
  const clave = '7QM2VTR8XWCK4N7QM2VTR8XWCK';
  const datos = readFileSync(
    join(import.meta.dirname, '../../../../../tests/fixtures/formatos/acuse-3.json'),
    'utf8',
  );
  const { db } = escuela.portal.services;
  await sql`insert into acuses (folio, clave, inscripcion_id, datos, emitido_en)
    values (${folio}, ${clave}, ${inscripcion!.id}, ${datos}::jsonb, now())`.execute(db);
  const { result } = await escuela.check(folio.toLowerCase());
  expect(result).toMatchObject({ tipo: 'papel', titular: null, ejemplares: [] });
  expect(JSON.stringify(result)).not.toContain(clave);
  const acta = (await pdfOf(actaPdfPath(actaId, 1))).toString('latin1');
  const [folioActa] = /AT\d\d-[-0-9A-Z]{16}/.exec(acta)!;
  const body = new FormData();
  body.set('folios', `Acta ${folioActa} de Ana\nmi acuse: ${folio}\nAT26-0000-0000-0000-0`);
  const answer = await fetch(`${escuela.portal.url}${validarListaPath}`, { method: 'POST', body });
  expect(answer.status).toBe(200);
  const path = join(escuela.portal.services.env.dataDir, 'papeles.xlsx');
  await writeFile(path, Buffer.from(await answer.arrayBuffer()));
  const workbook = await new ExcelJS.Workbook().xlsx.readFile(path);
  const rows: unknown[][] = [];
  workbook.worksheets[0]!.eachRow((row) => rows.push((row.values as unknown[]).slice(1, 4)));
  expect(rows.slice(1, 4)).toEqual([
    [folioActa, 'Vigente', 'Acta de resultados'],
    [formatFolio(folio), 'Emitido', 'Acuse de inscripción'],
    ['AT26-0000-0000-0000-0', 'No encontrado'],
  ]);
});

it('the transcript of a conversation is known, and nothing of what was said in it', async () => {
  const { db } = escuela.portal.services;
  const { rows } = await sql<{ id: string }>`
    insert into soporte_conversaciones (folio, persona_id, asunto, estado, cerrada_en, creado_en, actualizado_en)
    values (${makeFolioSoporte(2026, 'K9Y2ZKYW')}, ${escuela.persona.id}, 'Mi beca', 'cerrada', now(), now(), now()) returning id`.execute(
    db,
  );
  const said = await drop(await pdfOf(`/soporte/conversaciones/${rows[0]!.id}.pdf`));
  expect(said).toMatchObject({ tono: 'success' });
  expect(JSON.stringify(said)).not.toContain('beca');
});

it('no kind of paper is left without somebody who knows it, nor has two', () => {
  const one = (clase: PapelDeClase['clase'], codigos: string[]): PapelDeClase => ({
    ...{ clase, codigos },
    find: async () => null,
  });
  expect(() => createPapeles([one('acta', ['AT'])])).toThrow('kardex');
});
