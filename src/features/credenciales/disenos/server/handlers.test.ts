import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import {
  drawPicture,
  makeDiseno,
  makeImagenDiseno,
  uploadImagenDiseno,
} from '../../../../../tests/factories/disenos.ts';
import { makeFirmante, pedidoDeActa } from '../../../../../tests/factories/emitidos.ts';
import { makeCurp, makePersona } from '../../../../../tests/factories/personas.ts';
import { linesOf } from '../../../../../tests/pdf.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { emitidoPdfPath } from '../../routes.ts';
import { findEmitido } from '../../server/data.ts';
import type { Diseno, DisenoResumido } from '../contract.ts';
import { disenoInicial } from '../rules.ts';

let portal: TestPortal;
let admin: { uid: string; token: string };
let escolar: { uid: string; token: string };
let firmante: string;
let clave: string;

beforeAll(async () => {
  portal = await startTestPortal({ PUBLIC_URL: 'https://escuela.example' }, { jobs: false });
  admin = await makeCuenta(portal, { role: 'Admin' });
  escolar = await makeCuenta(portal, { role: 'Escolar' });
  firmante = await makeFirmante(portal, admin.token);
  clave = makeCurp();
  await makePersona(portal.services.db, { clave, curp: clave });
});
afterAll(() => portal.stop());

const ask = (name: string, input: unknown, { token } = admin) =>
  portal.call(name, input, { token });
const must = async (name: string, input: unknown, who = admin) => {
  const { result, error } = await ask(name, input, who);
  if (error) throw new Error(`${name}: ${JSON.stringify(error)}`);
  return result;
};
const codeOf = async (name: string, input: unknown, who = admin) =>
  (await ask(name, input, who)).error?.details?.code ?? null;

const nombre = () => `Diseño ${randomUUID().slice(0, 8)}`;
const nuevo = (tipo = 'certificado', desde: string | null = null) =>
  must('createDiseno', { tipo, nombre: nombre(), desde });
const inicial = disenoInicial('certificado');
const con = (changed: Partial<Diseno>): Diseno => ({ ...inicial, ...changed });

/** A design of certificados, published. */
const publicado = (definicion: Diseno) =>
  makeDiseno(portal, admin.token, { tipo: 'certificado', definicion });
const upload = (bytes: Uint8Array) => uploadImagenDiseno(portal, admin, bytes);

const emite = async (disenoId: string | null) =>
  must(
    'createDocumentoEmitido',
    await pedidoDeActa(portal.services.db, clave, firmante, { diseno: disenoId }),
    escolar,
  );
const pdfOf = async (id: string) => {
  const answer = await fetch(`${portal.url}${emitidoPdfPath(id)}`, {
    headers: { authorization: `Bearer ${escolar.token}` },
  });
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
};
const update = (statement: string) => portal.services.database.execute(statement);

describe('a design', () => {
  it('there is one of each kind from the start, in force, and staff may read and not write', async () => {
    const { disenos } = (await must('listDisenos', null, escolar)) as { disenos: DisenoResumido[] };
    const first = disenos.filter((one) => one.predeterminado);
    expect(first.map(({ tipo }) => tipo).sort()).toEqual([
      'certificacion',
      'certificado',
      'credencial',
      'grado',
      'reconocimiento',
    ]);
    for (const { tipo, versiones } of first) {
      const opened = await must('getVersionDiseno', { versionId: versiones[0]!.id }, escolar);
      expect(opened.definicion).toEqual(disenoInicial(tipo));
    }
    const denied = await ask('createDiseno', { tipo: 'grado', nombre: nombre() }, escolar);
    expect(denied.error?.status).toBe('PERMISSION_DENIED');
    const { token } = await makeCuenta(portal);
    expect((await portal.call('listDisenos', null, { token })).error?.status).toBe(
      'PERMISSION_DENIED',
    );
  });

  it('is written, published, and then never changes: the next version is another', async () => {
    const { disenoId, versionId } = await nuevo();
    const definicion = con({ datos: false });
    await must('saveVersionDiseno', { versionId, revision: 0, definicion });
    expect(await codeOf('saveVersionDiseno', { versionId, revision: 0, definicion })).toBe(
      'diseno-cambio',
    );
    expect(await codeOf('publishVersionDiseno', { versionId, revision: 0 })).toBe('diseno-cambio');
    expect(await codeOf('startVersionDiseno', { versionId })).toBe('diseno-con-borrador');
    await must('publishVersionDiseno', { versionId, revision: 1 });
    expect(await codeOf('saveVersionDiseno', { versionId, revision: 1, definicion })).toBe(
      'diseno-no-borrador',
    );
    expect(await codeOf('discardVersionDiseno', { versionId })).toBe('diseno-no-borrador');
    for (const [statement, refusal] of [
      [`update diseno_versiones set definicion = '{}' where id = '${versionId}'`, /no cambia/],
      [`update diseno_versiones set numero = 9 where id = '${versionId}'`, /no cambia/],
      [`delete from diseno_versiones where id = '${versionId}'`, /no se borra/],
    ] as const) {
      await expect(update(statement)).rejects.toThrow(refusal);
    }
    const second = await must('startVersionDiseno', { versionId });
    await must('publishVersionDiseno', { versionId: second.versionId, revision: 0 });
    const { diseno } = await must('getVersionDiseno', { versionId });
    expect(diseno.versiones).toMatchObject([
      { numero: 2, estado: 'publicada' },
      { numero: 1, estado: 'archivada' },
    ]);
    await expect(
      update(`update diseno_versiones set estado = 'publicada' where id = '${versionId}'`),
    ).rejects.toThrow();
    await must('archiveDiseno', { id: disenoId });
    expect(await codeOf('archiveDiseno', { id: disenoId })).toBe('diseno-no-publicado');
  });

  it('is not published with a field that there is not, nor with a text that does not fit', async () => {
    const { versionId } = await nuevo();
    const textos = { ...inicial.textos, cuerpo: 'Con {{horsa}} horas' };
    await must('saveVersionDiseno', { versionId, revision: 0, definicion: con({ textos }) });
    const wrong = await ask('publishVersionDiseno', { versionId, revision: 1 });
    expect(wrong.error?.message).toContain('«{{horsa}}» no es un campo');
    expect(wrong.error?.details).toMatchObject({ problemas: [{ donde: 'textos.cuerpo' }] });
    const margenes = { arriba: 50, abajo: 50, izquierda: 50, derecha: 50 };
    const tight = con({
      pagina: { ...inicial.pagina, margenes },
      textos: { ...inicial.textos, cuerpo: 'Largo '.repeat(90), leyenda: 'Leyenda '.repeat(49) },
    });
    await must('saveVersionDiseno', { versionId, revision: 1, definicion: tight });
    const full = await ask('publishVersionDiseno', { versionId, revision: 2 });
    expect(full.error?.message).toContain('no cabe en una página');
    await must('discardVersionDiseno', { versionId });
    expect(await codeOf('getVersionDiseno', { versionId })).toBe('diseno-no-existe');
  });

  it('has a name of its own in its kind, and the default one is not retired', async () => {
    const { disenoId, versionId } = await nuevo();
    const other = await nuevo();
    const { diseno } = await must('getVersionDiseno', { versionId });
    const taken = { id: other.disenoId, nombre: diseno.nombre };
    expect(await codeOf('updateNombreDiseno', taken)).toBe('diseno-nombre-repetido');
    await must('updateNombreDiseno', { id: disenoId, nombre: `${diseno.nombre} 2` });
    expect(await codeOf('setDisenoPredeterminado', { id: disenoId })).toBe('diseno-no-publicado');
    const before = (await must('listDisenosEmision', { tipo: 'certificado' })).disenos[0];
    await must('publishVersionDiseno', { versionId, revision: 0 });
    await must('setDisenoPredeterminado', { id: disenoId });
    expect(await codeOf('archiveDiseno', { id: disenoId })).toBe('diseno-predeterminado');
    expect((await must('listDisenosEmision', { tipo: 'certificado' })).disenos[0].id).toBe(
      disenoId,
    );
    await must('setDisenoPredeterminado', { id: before.id });
  });

  it('a copy of one of another kind is refused, and one of its own kind says the same', async () => {
    const { versionId } = await publicado(con({ datos: false }));
    expect(
      await codeOf('createDiseno', { tipo: 'grado', nombre: nombre(), desde: versionId }),
    ).toBe('diseno-no-disponible');
    const copy = await nuevo('certificado', versionId);
    const { definicion } = await must('getVersionDiseno', { versionId: copy.versionId });
    expect(definicion).toEqual(con({ datos: false }));
  });
});

describe('a picture of a signature or a seal', () => {
  it('is one by its bytes, of a size that prints well, and never changes', async () => {
    const id = await makeImagenDiseno(portal, admin);
    const { imagenes } = await must('listImagenesDiseno', null, escolar);
    expect(imagenes).toContainEqual({ id, nombre: 'firma.png', ancho: 600, alto: 240 });
    await expect(update(`delete from diseno_imagenes where id = '${id}'`)).rejects.toThrow(
      /no cambia/,
    );
    expect((await upload(Buffer.from('GIF89a not a picture at all'))).status).toBe(400);
    const small = await upload(await drawPicture(90, 30));
    const answer = await ask('createImagenDiseno', {
      id: randomUUID(),
      subida: small.name,
      nombre: 'chica.png',
    });
    expect(answer.error?.details?.fields?.imagen).toContain('borrosa');
    const theirs = { id: randomUUID(), subida: `disenos/otra/${randomUUID()}.png`, nombre: 'x' };
    expect(await codeOf('createImagenDiseno', theirs)).toBe('diseno-sin-imagen');
  });

  it('is seen by staff, and by nobody else', async () => {
    const id = await makeImagenDiseno(portal, admin);
    const get = (token?: string) =>
      fetch(`${portal.url}/disenos/imagenes/${id}`, {
        headers: token ? { authorization: `Bearer ${token}` } : {},
      });
    const seen = await get(escolar.token);
    expect([seen.status, seen.headers.get('content-type')]).toEqual([200, 'image/png']);
    const { token } = await makeCuenta(portal);
    expect([(await get(token)).status, (await get()).status]).toEqual([401, 401]);
  });
});

describe('the sample', () => {
  it('is the page of a document, says what is wrong beside it, and issues nothing', async () => {
    const textos = { ...inicial.textos, titulo: 'Diploma', cuerpo: 'Con {{horsa}} horas' };
    const { count } = (await update('select count(*)::int from documentos_emitidos')).rows[0] as {
      count: number;
    };
    const asked = { tipo: 'certificado', definicion: con({ textos }) };
    const { pdf, paginas, problemas } = await must('previewDiseno', asked, escolar);
    expect(paginas).toBe(1);
    expect(problemas).toMatchObject([{ donde: 'textos.cuerpo' }]);
    const said = (await linesOf(Buffer.from(pdf, 'base64'))).join('\n');
    for (const text of [
      'Diploma',
      'Muestra sin firma',
      'Ana Sofía Pérez Ruiz',
      'Nombre de quien firma',
    ]) {
      expect(said).toContain(text);
    }
    expect(Buffer.from(pdf, 'base64').toString('latin1')).not.toContain('/ByteRange');
    const after = (await update('select count(*)::int from documentos_emitidos')).rows;
    expect(after).toEqual([{ count }]);
  });

  it('of a signatory who is not in the catalog any more says so', async () => {
    const gone = { firmante: randomUUID(), imagen: null };
    const { problemas } = await must('previewDiseno', {
      tipo: 'certificado',
      definicion: con({ firmantes: [gone] }),
    });
    expect(problemas).toMatchObject([{ donde: 'firmantes.0' }]);
  });
});

describe('a document', () => {
  it('keeps the version that it was issued with, whatever becomes of the design', async () => {
    const rubrica = await makeImagenDiseno(portal, admin);
    const firmas = [{ firmante, imagen: rubrica }];
    const textos = { ...inicial.textos, titulo: 'Diploma de la primera' };
    const { disenoId, versionId } = await publicado(con({ textos, firmantes: firmas }));
    const first = await emite(disenoId);
    const next = await must('startVersionDiseno', { versionId });
    const definicion = con({ textos: { ...textos, titulo: 'Diploma de la segunda' } });
    await must('saveVersionDiseno', { versionId: next.versionId, revision: 0, definicion });
    await must('publishVersionDiseno', { versionId: next.versionId, revision: 1 });
    const second = await emite(disenoId);
    const [one, two] = [await pdfOf(first.id), await pdfOf(second.id)];
    expect((await linesOf(one)).join('\n')).toContain('Diploma de la primera');
    expect((await linesOf(two)).join('\n')).toContain('Diploma de la segunda');
    // The signature is drawn where the design has it.
    expect(one.toString('latin1')).toContain('/Image');
    const row = await findEmitido(portal.services.db, first.id);
    expect(row!.diseno_version_id).toBe(versionId);
    await expect(
      update(
        `update documentos_emitidos set diseno_version_id = '${next.versionId}' where id = '${first.id}'`,
      ),
    ).rejects.toThrow(/no cambia/);
    const { diseno } = await must('getVersionDiseno', { versionId });
    expect(diseno.versiones.map((one: { documentos: number }) => one.documentos)).toEqual([1, 1]);
  });

  it('has the default of its kind unless another one is chosen, which must be in force and of its kind', async () => {
    const { id } = await emite(null);
    const row = await findEmitido(portal.services.db, id);
    const { diseno } = await must('getVersionDiseno', { versionId: row!.diseno_version_id });
    expect(diseno.predeterminado).toBe(true);
    const refused = async (disenoId: string) =>
      codeOf(
        'createDocumentoEmitido',
        await pedidoDeActa(portal.services.db, clave, firmante, { diseno: disenoId }),
        escolar,
      );
    const draft = await nuevo();
    expect(await refused(draft.disenoId)).toBe('diseno-no-disponible');
    const [grado] = (await must('listDisenosEmision', { tipo: 'grado' })).disenos;
    expect(await refused(grado.id)).toBe('diseno-no-disponible');
    const archived = await publicado(inicial);
    await must('archiveDiseno', { id: archived.disenoId });
    expect(await refused(archived.disenoId)).toBe('diseno-no-disponible');
  });
});
