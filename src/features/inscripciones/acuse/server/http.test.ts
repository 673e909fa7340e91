import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AHORA, type EnrolmentApp, startEnrolmentApp } from '../../../../../tests/factories/app.ts';
import { DEFINICION, publish, RESPUESTAS } from '../../../../../tests/factories/plantillas.ts';
import { linesOf } from '../../../../../tests/pdf.ts';
import { filesDir, objectPath } from '../../../../platform/server/storage/store.ts';
import { makeFolio } from '../rules.ts';

let app: EnrolmentApp;
let folio: string;
let clave: string;
let plantillaId: string;
let edicionId: string;
beforeAll(async () => {
  app = await startEnrolmentApp();
  const { ids, plantilla, edicion } = await app.offer();
  const data = { ...ids, version: 1, respuestas: RESPUESTAS };
  ({ folio, clave } = (await app.call('submitInscripcion', data, await app.person())).result);
  plantillaId = plantilla.id;
  edicionId = edicion.id;
});
afterAll(() => app.stop());

const unknown = makeFolio(2026, '000000000000');
const otherKey = () => (clave.startsWith('0') ? '1' : '0') + clave.slice(1);

describe('GET /acuse as data', () => {
  it('says of a folio what a file is compared with, and nothing of the person; the key opens nothing there', async () => {
    const get = (query: string) =>
      fetch(`${app.url}/acuse?${query}`, { headers: { accept: 'application/json' } });
    const { result } = await app.call('getAcuse', { folio });
    for (const query of [`folio=${folio}`, `folio=${folio}&clave=${clave}`]) {
      const answer = await get(query);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      expect(await answer.json()).toEqual({ ...result, detalle: null });
    }
    expect((await get(`folio=${unknown}`)).status).toBe(404);
    expect((await get('')).status).toBe(404);
  });
});

describe('getAcuse', () => {
  it('with the key says everything, without signing in', async () => {
    const { result } = await app.call('getAcuse', { folio, clave });
    expect(result).toMatchObject({
      existe: true,
      folio,
      de: 'inscripción',
      emitidoEn: AHORA.toISOString(),
      detalle: {
        estado: { codigo: 'inscrita', nombre: 'Inscrita' },
        estadoActual: 'inscrita',
        persona: { nombreCompleto: 'Ana Pérez Ruiz', curp: null },
        curso: {
          nombre: 'Juicio de amparo indirecto',
          tipo: 'Curso',
          modalidad: 'En línea asincrónica (aula virtual)',
        },
        edicion: { inicia: '2026-12-01' },
        plantilla: { nombre: 'Inscripción general', version: 1 },
        reglas: [{ descripcion: 'La inscripción está abierta.', cumple: true }],
        demo: true,
      },
    });
    expect(result.detalle.secciones[1].respuestas).toContainEqual({
      etiqueta: 'Diga cuál',
      valor: 'Defensoría pública',
    });
    expect(result.detalle.qr).toMatch(/^<svg /);
    // Its own address, with the key in it, is not part of the answer; nor is what is sensitive.
    expect(JSON.stringify(result)).not.toContain(clave);
    expect(JSON.stringify(result)).not.toMatch(/apoyo|Rampa/i);
    expect(result.detalle.secciones[1].respuestas.at(-1)).toEqual({
      etiqueta: 'Acepto el compromiso de asistencia',
      valor: 'Sí, acepto',
      aceptado: 'Me comprometo a asistir al 80 % de las sesiones.',
    });
  });

  it('without the key, or with a wrong one, only says that it exists and when', async () => {
    const bare = await app.call('getAcuse', { folio });
    expect(bare.result).toEqual({
      existe: true,
      folio,
      de: 'inscripción',
      emitidoEn: AHORA.toISOString(),
      sha256: null,
      ejemplares: [],
      detalle: null,
    });
    for (const wrong of [otherKey(), '', 'x', clave.slice(1), `${clave}0`]) {
      expect((await app.call('getAcuse', { folio, clave: wrong })).result).toEqual(bare.result);
    }
  });

  it('reads folio and key however they are typed', async () => {
    const typed = folio.toLowerCase().replaceAll('-', ' ').replaceAll('0', 'o');
    const { result } = await app.call('getAcuse', {
      folio: typed,
      clave: clave.toLowerCase().replaceAll('1', 'l'),
    });
    expect(result.detalle).not.toBeNull();
    expect(result.folio).toBe(folio);
  });

  it('does not find a folio that was not issued, or cannot be one', async () => {
    for (const other of [unknown, 'AC26', "' or 1=1 --", folio.replace(/.$/, '_')]) {
      const { http, error } = await app.call('getAcuse', { folio: other, clave });
      expect([http, error!.details.code]).toEqual([404, 'acuse-no-existe']);
    }
  });

  it('shows the present state beside the one that was printed', async () => {
    const set = (estado: 'baja' | 'inscrita') =>
      app.db
        .updateTable('inscripciones')
        .set({ estado })
        .where('edicion_id', '=', edicionId)
        .execute();
    await set('baja');
    const { result } = await app.call('getAcuse', { folio, clave });
    expect(result.detalle).toMatchObject({
      estado: { nombre: 'Inscrita' },
      estadoActual: 'baja',
    });
    // Nobody comes back from there, whoever asks.
    await expect(set('inscrita')).rejects.toThrow('de «baja» no se pasa a «inscrita»');
  });
});

describe('the PDF', () => {
  const get = (path: string) => fetch(`${app.url}${path}`);

  it('is served to whoever has the key, in the page or as a download', async () => {
    const shown = await get(`/acuse/${folio}.pdf?clave=${clave}`);
    expect(shown.status).toBe(200);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="acuse-${folio}.pdf"`,
      'cache-control': 'private, no-store',
    });
    expect(
      Buffer.from(await shown.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    const saved = await get(`/acuse/${folio.toLowerCase()}.pdf?clave=${clave}&descargar=1`);
    expect(saved.headers.get('content-disposition')).toBe(
      `attachment; filename="acuse-${folio}.pdf"`,
    );
  });

  it('has the folio that was issued whole, wherever it stands', async () => {
    const pdf = await (await get(`/acuse/${folio}.pdf?clave=${clave}`)).arrayBuffer();
    const lines = await linesOf(new Uint8Array(pdf));
    expect(lines.some((line) => line.startsWith(folio))).toBe(true);
    expect(lines.filter((line) => line.includes('AC26') && !line.includes(folio))).toEqual([]);
    expect(lines.join(' ')).not.toMatch(/apoyo|Rampa/i);
  });

  it('is the same bytes every time, whatever happened since', async () => {
    const bytes = async () =>
      Buffer.from(await (await get(`/acuse/${folio}.pdf?clave=${clave}`)).arrayBuffer());
    const before = await bytes();
    await publish(app.db, plantillaId, { ...DEFINICION, reglas: [] });
    await app.db.updateTable('cursos').set({ nombre: 'Otro nombre' }).execute();
    await app.db.updateTable('personas').set({ nombre_completo: 'OTRO NOMBRE' }).execute();
    app.setNow(new Date('2031-01-01'));
    const after = await bytes();
    app.setNow(AHORA);
    expect(after.equals(before)).toBe(true);
  });

  it('answers a wrong key as it answers a folio that does not exist', async () => {
    const answers = await Promise.all(
      [
        `/acuse/${folio}.pdf`,
        `/acuse/${folio}.pdf?clave=${otherKey()}`,
        `/acuse/${folio}.pdf?clave=${clave}&clave=${clave}`,
        `/acuse/${unknown}.pdf?clave=${clave}`,
        `/acuse/x.pdf?clave=${clave}`,
      ].map(async (path) => {
        const response = await get(path);
        return [response.status, await response.text()];
      }),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]![0]).toBe(404);
    expect(JSON.parse(String(answers[0]![1]))).toMatchObject({ error: { status: 'NOT_FOUND' } });
    expect((await get(`/acuse/${folio}?clave=${clave}`)).status).toBe(404);
  });
});

it('sends a browser with a wrong link to the page that says what is wrong, exists or not', async () => {
  for (const [path, to] of [
    [`/acuse/${folio}.pdf?clave=MALA`, `/acuse?folio=${folio}&clave=MALA`],
    [`/acuse/${folio}.pdf`, `/acuse?folio=${folio}`],
    [`/acuse/${unknown}.pdf?clave=${clave}`, `/acuse?folio=${unknown}&clave=${clave}`],
    ['/acuse/..%2F%2Fx.pdf', '/acuse?folio=..%2F%2Fx'],
  ]) {
    const { status, headers } = await fetch(`${app.url}${path}`, {
      headers: { accept: 'text/html,*/*;q=0.8' },
      redirect: 'manual',
    });
    expect([status, headers.get('location')]).toEqual([303, to]);
  }
});

describe('the PDF is the one that was made first', () => {
  /** Another acuse, so that nobody has asked for its PDF. */
  const issue = async () => {
    const { ids } = await app.offer();
    const data = { ...ids, version: 1, respuestas: RESPUESTAS };
    const { result } = await app.call('submitInscripcion', data, await app.person());
    return {
      folio: result.folio as string,
      get: () => fetch(`${app.url}/acuse/${result.folio}.pdf?clave=${result.clave}`),
      row: () =>
        app.db
          .selectFrom('acuses')
          .select(['pdf_objeto', 'pdf_sha256'])
          .where('folio', '=', result.folio.replaceAll('-', ''))
          .executeTakeFirstOrThrow(),
    };
  };
  const bytesOf = async (response: Response) => {
    expect(response.status).toBe(200);
    return Buffer.from(await response.arrayBuffer());
  };
  const historyOf = async (folio: string) =>
    (
      await app.db
        .selectFrom('historial')
        .select(['accion', 'despues'])
        .where('entidad_id', '=', folio.replaceAll('-', ''))
        .orderBy('id')
        .execute()
    ).map(({ accion, despues }) => [accion, (despues as { sha256?: string })?.sha256]);
  /** As after years: another typesetter, which sets the same record otherwise. */
  const otherTypesetter = async (work: () => Promise<void>) => {
    const { pdf } = app.services;
    const { render } = pdf;
    pdf.render = async (doc) => render.call(pdf, { ...doc, title: `${doc.title} (otro)` });
    try {
      await work();
    } finally {
      pdf.render = render;
    }
  };
  const pathOf = (objeto: string) => join(filesDir(app.services.env.dataDir), objectPath(objeto));

  it('also when many ask at once, and whatever sets it later', async () => {
    const acuse = await issue();
    const [first, ...others] = await Promise.all(
      (await Promise.all(Array.from({ length: 4 }, () => acuse.get()))).map(bytesOf),
    );
    for (const other of others) expect(other.equals(first!)).toBe(true);
    const { pdf_sha256, pdf_objeto } = await acuse.row();
    // What anybody compares theirs with.
    const asked = await app.call('getAcuse', { folio: acuse.folio });
    expect(asked.result.sha256).toBe(createHash('sha256').update(first!).digest('hex'));
    expect(await historyOf(acuse.folio)).toEqual([['acuse.hacerPdf', pdf_sha256]]);
    expect((await readFile(pathOf(pdf_objeto!))).equals(first!)).toBe(true);
    await otherTypesetter(async () => {
      const fresh = await bytesOf(await (await issue()).get());
      expect(fresh.includes('(otro)')).toBe(true);
      expect((await bytesOf(await acuse.get())).equals(first!)).toBe(true);
    });
  });

  it('lost in the store, it is made again and put back; never another one in its place', async () => {
    const acuse = await issue();
    const first = await bytesOf(await acuse.get());
    const before = await acuse.row();
    rmSync(pathOf(before.pdf_objeto!));
    await otherTypesetter(async () => {
      const gone = await acuse.get();
      expect(gone.status).toBe(503);
      expect(gone.headers.get('retry-after')).toBe('10');
      expect(await gone.text()).toContain('Avise a la escuela');
    });
    expect((await bytesOf(await acuse.get())).equals(first)).toBe(true);
    const after = await acuse.row();
    expect(after.pdf_sha256).toBe(before.pdf_sha256);
    expect((await readFile(pathOf(after.pdf_objeto!))).equals(first)).toBe(true);
    expect((await historyOf(acuse.folio)).map(([accion]) => accion)).toEqual([
      'acuse.hacerPdf',
      'acuse.reponerPdf',
    ]);
  });

  it('and neither it nor the record is changed, whoever asks', async () => {
    const acuse = await issue();
    await bytesOf(await acuse.get());
    for (const change of [
      { pdf_sha256: 'ab'.repeat(32) },
      { clave: 'OTRA' },
      { emitido_en: new Date(0) },
    ]) {
      await expect(
        app.db
          .updateTable('acuses')
          .set(change)
          .where('folio', '=', acuse.folio.replaceAll('-', ''))
          .execute(),
      ).rejects.toThrow('un acuse emitido no cambia');
    }
  });
});

it('an acuse of the first format opens, on the page and as a PDF', async () => {
  const { edicion, plantilla } = await app.offer();
  const { personaId } = await app.person();
  const datos = JSON.parse(
    await readFile(
      join(import.meta.dirname, '../../../../../tests/fixtures/formatos/acuse-1.json'),
      'utf8',
    ),
  );
  // One that even lacks what was added before there were formats.
  delete datos.demo;
  const { id } = await app.db
    .insertInto('inscripciones')
    .values({
      persona_id: personaId,
      edicion_id: edicion.id,
      plantilla_version_id: plantilla.versionId,
      estado: 'baja',
      respuestas: '{}',
      evaluacion: null,
      enviada_en: AHORA,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const old = { folio: String(datos.folio), clave: 'E4DBW1X1DWSX7VB175MJAYVZ92' };
  await app.db
    .insertInto('acuses')
    .values({
      folio: old.folio.replaceAll('-', ''),
      clave: old.clave,
      inscripcion_id: id,
      datos: JSON.stringify(datos),
      emitido_en: AHORA,
      pdf_objeto: null,
      pdf_sha256: null,
    })
    .execute();
  const { result } = await app.call('getAcuse', old);
  expect(result.detalle).toMatchObject({
    estado: { codigo: 'inscrita', nombre: 'Inscrita' },
    estadoActual: 'baja',
    demo: false,
  });
  const pdf = await fetch(`${app.url}/acuse/${old.folio}.pdf?clave=${old.clave}`);
  const lines = await linesOf(new Uint8Array(await pdf.arrayBuffer()));
  expect(lines.some((line) => line.startsWith(old.folio))).toBe(true);
});

it('counts no acuse that opens, however many ask from one address', async () => {
  const counted = () =>
    app.db.selectFrom('limites').select('cuenta').where('llave', 'like', 'acuse:%').execute();
  const before = await counted();
  expect((await app.call('getAcuse', { folio, clave })).http).toBe(200);
  expect((await app.call('getAcuse', { folio })).http).toBe(200);
  expect((await fetch(`${app.url}/acuse/${folio}.pdf?clave=${clave}`)).status).toBe(200);
  expect(await counted()).toEqual(before);
  await app.call('getAcuse', { folio, clave: 'Z'.repeat(clave.length) });
  expect(await counted()).not.toEqual(before);
});

it('limits the guesses of an address, together for the callable and the PDF', async () => {
  // The counter as it is after a long burst: asking 600 times would only make this slow.
  await app.db
    .updateTable('limites')
    .set({ cuenta: 600 })
    .where('llave', 'like', 'acuse:%')
    .execute();
  const wrong = 'Z'.repeat(clave.length);
  expect((await app.call('getAcuse', { folio, clave: wrong })).http).toBe(429);
  expect((await app.call('getAcuse', { folio: 'x' })).http).toBe(429);
  expect((await fetch(`${app.url}/acuse/${folio}.pdf?clave=${wrong}`)).status).toBe(429);
  // Whoever else is behind that address opens theirs.
  expect((await app.call('getAcuse', { folio, clave })).http).toBe(200);
  expect((await app.call('getAcuse', { folio })).http).toBe(200);
  expect((await fetch(`${app.url}/acuse/${folio}.pdf?clave=${clave}`)).status).toBe(200);
});
