import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeOferta } from '../../../../../tests/factories/ofertas.ts';
import { makePersona } from '../../../../../tests/factories/personas.ts';
import {
  DEFINICION,
  publishSiguiente,
  RESPUESTAS,
} from '../../../../../tests/factories/plantillas.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { expectRefused } from '../../../../../tests/refused.ts';
import { foldServer } from '../../../../platform/server/feature.ts';
import { actAsSystem } from '../../../../platform/server/request-context.ts';
import { SERVER_FEATURES } from '../../../../server-features.ts';
import { publishDue } from './service.ts';

const PROVEEDORES = foldServer(SERVER_FEATURES).given.all('hechos');
let app: TestPortal;
let admin: { token: string };
const AHORA = new Date('2026-11-21T16:00:00.000Z');
beforeAll(async () => {
  app = await startTestPortal({}, { jobs: false });
  app.setNow(AHORA);
  admin = await makeCuenta(app, { role: 'Admin' });
});
afterAll(() => app?.stop());

const call = (name: string, data: unknown) => app.call(name, data, admin);
const offer = () => makeOferta(app.services.db, { ahora: AHORA });
const enrolee = async () => {
  const persona = await makePersona(app.services.db);
  return makeCuenta(app, { personaId: persona.id });
};
const due = () => actAsSystem(() => publishDue(app.services, PROVEEDORES));
const create = async (nombre: string, desde: string | null = null) =>
  (await call('createPlantilla', { nombre, descripcion: '', desde })).result as {
    plantillaId: string;
    versionId: string;
  };
const read = async ({ plantillaId, versionId }: { plantillaId: string; versionId: string }) =>
  (await call('getVersionPlantilla', { plantillaId, versionId })).result;
const save = (versionId: string, revision: number, definicion: unknown = DEFINICION) =>
  call('saveVersionPlantilla', { versionId, revision, definicion });
const publish = (versionId: string, revision: number, desde: string | null = null) =>
  call('publishVersionPlantilla', { versionId, revision, nota: 'Primera', desde });

it('only an Admin keeps plantillas', async () => {
  const escolar = await makeCuenta(app, { role: 'Escolar' });
  await expectRefused(app.call, [{ token: escolar.token }], {
    listPlantillas: {},
    getPlantilla: {},
    createPlantilla: {},
    saveVersionPlantilla: {},
  });
});

describe('from an empty draft to the version in force', () => {
  it('says of rules that contradict each other that nobody can enrol, and lets them be published', async () => {
    const made = await create('Para nadie');
    const edad = (clave: string, operator: string, value: number) => ({
      ...{ clave, descripcion: clave, efecto: 'impide', mensaje: 'No la cumple.' },
      condicion: { combinator: 'and', rules: [{ field: 'persona.edad', operator, value }] },
    });
    const reglas = [...DEFINICION.reglas, edad('joven', '<', 30), edad('mayor', '>', 60)];
    const { result } = await save(made.versionId, 0, { ...DEFINICION, reglas });
    const said = result.problemas.filter((p: { gravedad: string }) => p.gravedad !== 'sugiere');
    expect(said).toEqual([
      {
        donde: `reglas.${reglas.length - 1}.condicion`,
        mensaje: expect.stringContaining('«joven»'),
        gravedad: 'advierte',
      },
    ]);
    expect((await publish(made.versionId, 1)).result).toEqual({ publicada: true });
  });

  it('says what is missing, refuses to publish it so, and publishes it once it is whole', async () => {
    const made = await create('Inscripción a talleres');
    const empty = await read(made);
    expect(empty).toMatchObject({
      version: { numero: 1, estado: 'borrador' },
      revision: 0,
      publicadaId: null,
    });
    expect(empty.problemas).toContainEqual({
      donde: 'secciones',
      mensaje: 'Agregue al menos una sección.',
      gravedad: 'impide',
    });
    const refused = await publish(made.versionId, 0);
    expect([refused.http, refused.error?.details?.code]).toEqual([400, 'version-con-problemas']);

    const half = {
      secciones: [{ clave: 'datos', titulo: '', campos: [] }],
      reglas: [],
    };
    const { result: first } = await save(made.versionId, 0, half);
    expect(first).toMatchObject({ revision: 1, guardadoEn: expect.any(String) });
    expect(first.problemas.map(({ donde }: { donde: string }) => donde)).toEqual(
      expect.arrayContaining(['secciones.0.titulo', 'secciones.0.campos', 'reglas']),
    );
    expect((await read(made)).definicion).toEqual(half);

    const { result: whole } = await save(made.versionId, 1);
    expect(whole.problemas.filter((p: { gravedad: string }) => p.gravedad === 'impide')).toEqual(
      [],
    );
    expect((await publish(made.versionId, 2)).result).toEqual({ publicada: true });
    const { result: list } = await call('listPlantillas', { busqueda: 'talleres' });
    expect(list.filas).toEqual([
      expect.objectContaining({
        id: made.plantillaId,
        publicada: expect.objectContaining({ numero: 1 }),
        borrador: null,
        ediciones: 0,
      }),
    ]);
    // It is for ever: neither saved, nor published again, nor thrown away.
    for (const answer of [
      await save(made.versionId, 2),
      await publish(made.versionId, 2),
      await call('discardVersionPlantilla', { versionId: made.versionId }),
    ]) {
      expect([answer.http, answer.error?.details?.code]).toEqual([400, 'version-no-es-borrador']);
    }
    await expect(
      app.services.db.deleteFrom('plantilla_versiones').where('id', '=', made.versionId).execute(),
    ).rejects.toThrow('una versión publicada no se borra');
  });

  it('two who edit one draft: the second is told, and nothing of the first is lost', async () => {
    const made = await create('De dos personas');
    await save(made.versionId, 0);
    expect((await read(made)).guardadoPor).toEqual({ nombre: 'Ana Pérez Ruiz', propio: true });
    const colega = await makeCuenta(app, { role: 'Admin' });
    const seen = await app.call('getVersionPlantilla', made, colega);
    expect(seen.result.guardadoPor).toEqual({ nombre: 'Ana Pérez Ruiz', propio: false });
    const other = { ...DEFINICION, mensajes: { bienvenida: 'La mía.' } };
    const late = await save(made.versionId, 0, other);
    expect([late.http, late.error?.details]).toEqual([
      409,
      expect.objectContaining({ code: 'version-cambio', revision: 1 }),
    ]);
    expect((await read(made)).definicion.mensajes).toEqual(DEFINICION.mensajes);
    // Nor is published what was not seen.
    expect((await publish(made.versionId, 0)).http).toBe(409);
  });

  it('a name is one plantilla, accents and case apart', async () => {
    await create('Inscripción única');
    const again = await call('createPlantilla', {
      nombre: 'INSCRIPCION UNICA',
      descripcion: '',
      desde: null,
    });
    expect([again.http, again.error?.details?.fields?.nombre]).toEqual([
      409,
      'Ya hay una plantilla con ese nombre. Escriba otro.',
    ]);
  });
});

describe('versions', () => {
  it('the one that replaces it archives it, and what was sent under it keeps it', async () => {
    const { ids, plantilla } = await offer();
    const person = await enrolee();
    await app.call('submitInscripcion', { ...ids, version: 1, respuestas: RESPUESTAS }, person);
    const { result: draft } = await call('startVersionPlantilla', {
      plantillaId: plantilla.id,
      desde: plantilla.versionId,
    });
    expect(draft.numero).toBe(2);
    const twice = await call('startVersionPlantilla', { plantillaId: plantilla.id, desde: null });
    expect([twice.http, twice.error?.details?.code]).toEqual([400, 'plantilla-con-borrador']);
    const secciones = DEFINICION.secciones.slice(0, 1);
    await save(draft.versionId, 0, { ...DEFINICION, secciones });
    expect((await publish(draft.versionId, 1)).result).toEqual({ publicada: true });
    const { result } = await call('getPlantilla', { id: plantilla.id });
    expect(
      result.versiones.map((v: Record<string, unknown>) => [v.numero, v.estado, v.inscripciones]),
    ).toEqual([
      [2, 'publicada', 0],
      [1, 'archivada', 1],
    ]);
    expect(result.ediciones).toEqual({ total: 1, porInscribir: 1 });
    // What the second one left out, and the third would otherwise give to something else.
    const { result: third } = await call('startVersionPlantilla', {
      plantillaId: plantilla.id,
      desde: draft.versionId,
    });
    const antes = DEFINICION.secciones.flatMap(({ campos }) => campos.map(({ clave }) => clave));
    const { clavesUsadas } = await read({
      plantillaId: plantilla.id,
      versionId: third.versionId,
    });
    expect(clavesUsadas).toEqual(antes.toSorted());
    // Who sent under the first one sees it, whole.
    const { result: mine } = await app.call('getInscripcion', ids, person);
    expect(mine.plantilla.version).toBe(1);
    expect(mine.plantilla.definicion.secciones).toHaveLength(DEFINICION.secciones.length);
  });

  it('is published by itself when its moment comes, and not before', async () => {
    const made = await create('Con fecha');
    await save(made.versionId, 0);
    const past = await publish(made.versionId, 1, new Date(AHORA.getTime() - 1).toISOString());
    expect([past.http, past.error?.details?.code]).toEqual([400, 'version-fecha-pasada']);
    const moment = new Date(AHORA.getTime() + 3_600_000);
    expect((await publish(made.versionId, 1, moment.toISOString())).result).toEqual({
      publicada: false,
    });
    await due();
    expect((await read(made)).version).toMatchObject({
      estado: 'borrador',
      publicarEn: moment.toISOString(),
    });
    app.setNow(moment);
    await due();
    await due();
    app.setNow(AHORA);
    expect((await read(made)).version).toMatchObject({
      estado: 'publicada',
      publicadaEn: moment.toISOString(),
      publicarEn: null,
      nota: 'Primera',
    });
  });

  it('is in force for the first who asks at its moment, whenever the job runs', async () => {
    const { ids, plantilla } = await offer();
    const person = await enrolee();
    const draft = (await call('startVersionPlantilla', { plantillaId: plantilla.id, desde: null }))
      .result;
    await save(draft.versionId, 0);
    const moment = new Date(AHORA.getTime() + 3_600_000);
    await publish(draft.versionId, 1, moment.toISOString());
    const seen = async () =>
      (await app.call('getInscripcion', ids, person)).result.plantilla.version as number;
    app.setNow(new Date(moment.getTime() - 1));
    expect(await seen()).toBe(1);
    app.setNow(moment);
    // Several at once, and no job has run.
    expect(await Promise.all([seen(), seen(), seen()])).toEqual([2, 2, 2]);
    app.setNow(AHORA);
  });

  it('what waits for its date is what was checked: not written in, put off, cancelled, and then written in again', async () => {
    const made = await create('Que espera');
    await save(made.versionId, 0);
    const { versionId } = made;
    const later = (hours: number) => new Date(AHORA.getTime() + hours * 3_600_000).toISOString();
    await publish(versionId, 1, later(1));
    const refused = await save(versionId, 1);
    expect([refused.http, refused.error?.details?.code]).toEqual([400, 'version-programada']);
    await publish(versionId, 1, later(2));
    app.setNow(new Date(later(1)));
    await due();
    app.setNow(AHORA);
    expect((await read(made)).version).toMatchObject({
      estado: 'borrador',
      publicarEn: later(2),
    });
    expect((await call('cancelPublicacionVersion', { versionId })).http).toBe(200);
    const twice = await call('cancelPublicacionVersion', { versionId });
    expect([twice.http, twice.error?.details?.code]).toEqual([400, 'version-no-programada']);
    app.setNow(new Date(later(3)));
    await due();
    app.setNow(AHORA);
    expect((await read(made)).version).toMatchObject({
      estado: 'borrador',
      publicarEn: null,
      nota: '',
    });
    expect((await save(versionId, 1)).result).toMatchObject({ revision: 2 });
  });

  it('what asks, when its moment comes, for what is there no more waits, is told, and is put in force once it is mended', async () => {
    const documento = {
      clave: 'titulo',
      etiqueta: 'Título',
      tipo: 'documento',
      documento: 'TITULO',
      obligatorio: true,
    };
    const secciones = [{ clave: 'documentos', titulo: 'Documentos', campos: [documento] }];
    const made = await create('Que pide un documento');
    await save(made.versionId, 0, { ...DEFINICION, secciones });
    const moment = new Date(AHORA.getTime() + 3_600_000);
    await publish(made.versionId, 1, moment.toISOString());
    const offered = (activo: boolean) =>
      app.services.db
        .updateTable('catalogo_items')
        .set({ activo })
        .where('catalogo', '=', 'tipos-documento')
        .where('clave', '=', 'TITULO')
        .execute();
    await offered(false);
    app.setNow(new Date(moment.getTime() + 10 * 60_000));
    await due();
    expect((await read(made)).version).toMatchObject({ estado: 'borrador' });
    const titulos = async () =>
      (await call('listPendientes', null)).result.personal.map(
        ({ titulo }: { titulo: string }) => titulo,
      );
    const told = 'No se publicó a su hora: Que pide un documento, versión 1';
    expect(await titulos()).toContain(told);
    await offered(true);
    await due();
    expect((await read(made)).version).toMatchObject({ estado: 'publicada' });
    expect(await titulos()).not.toContain(told);
    app.setNow(AHORA);
  });

  it('put in force at its moment, it reaches who was filling in the form: nothing of theirs is lost', async () => {
    const { ids, plantilla } = await offer();
    const person = await enrolee();
    const fill = (name: string, data: object) => app.call(name, { ...ids, ...data }, person);
    const respuestas = { ...RESPUESTAS, motivos: 'Lo que escribí antes' };
    const moment = new Date(AHORA.getTime() + 3_600_000);
    await publishSiguiente(
      call,
      { plantillaId: plantilla.id, desde: plantilla.versionId },
      ({ secciones: [, trabajo] }) =>
        trabajo!.campos.push({
          clave: 'cargo',
          etiqueta: 'Cargo',
          tipo: 'texto',
          obligatorio: true,
        }),
      moment,
    );

    // Until then the one in force is the one that is filled in.
    await due();
    expect((await fill('getInscripcion', {})).result.plantilla.version).toBe(1);
    const { desde } = { desde: (await fill('saveBorradorInscripcion', { respuestas })).result };
    app.setNow(moment);
    await due();
    const late = await fill('submitInscripcion', { version: 1, respuestas });
    expect([late.http, late.error?.details?.code]).toEqual([409, 'version-cambio']);
    // What is written under the old one is still kept, and the new one opens with it.
    const more = { ...respuestas, motivos: 'Y lo que escribí después' };
    expect(
      (await fill('saveBorradorInscripcion', { respuestas: more, desde: desde.guardadoEn })).http,
    ).toBe(200);
    const { result: opened } = await fill('getInscripcion', {});
    expect([opened.plantilla.version, opened.borrador.respuestas.motivos]).toEqual([
      2,
      more.motivos,
    ]);
    const missing = await fill('submitInscripcion', { version: 2, respuestas: more });
    expect(Object.keys(missing.error?.details?.fields ?? {})).toEqual(['cargo']);
    const sent = await fill('submitInscripcion', {
      version: 2,
      respuestas: { ...more, cargo: 'Secretaria' },
    });
    app.setNow(AHORA);
    expect([sent.http, sent.result.estado]).toEqual([200, 'inscrita']);
  });

  it('archived without another, its editions admit nobody, and what was written stays', async () => {
    const { ids, plantilla } = await offer();
    const ana = await enrolee();
    const respuestas = { motivos: 'Lo que alcancé a escribir' };
    await app.call('saveBorradorInscripcion', { ...ids, respuestas }, ana);
    const { versionId } = plantilla;
    const motivo = 'Se revisará el formulario.';
    expect((await call('archiveVersionPlantilla', { versionId, motivo })).http).toBe(200);
    expect((await call('archiveVersionPlantilla', { versionId, motivo })).http).toBe(400);
    const shown = await read({ plantillaId: plantilla.id, versionId });
    expect(shown.version).toMatchObject({ estado: 'archivada', archivadaMotivo: motivo });
    for (const [who, borrador] of [
      [ana, { respuestas: expect.objectContaining(respuestas) }],
      [await enrolee(), null],
    ] as const) {
      const { result } = await app.call('getInscripcion', ids, who);
      expect(result.plantilla).toMatchObject({ version: 1, enVigor: false });
      if (borrador) expect(result.borrador).toMatchObject(borrador);
      else expect(result.borrador).toBeNull();
    }
    const sent = { ...ids, version: 1, respuestas: RESPUESTAS };
    expect((await app.call('submitInscripcion', sent, ana)).error?.details?.code).toBe(
      'sin-formulario',
    );
    // A draft is its person's: they go on writing in it, or throw it away.
    expect((await app.call('saveBorradorInscripcion', { ...ids, respuestas }, ana)).http).toBe(200);
    expect((await app.call('discardBorradorInscripcion', ids, ana)).http).toBe(200);
    await publishSiguiente(call, { plantillaId: plantilla.id, desde: versionId }, () => {});
    expect((await app.call('getInscripcion', ids, ana)).result.plantilla.enVigor).toBe(true);
  });

  it('a version of another plantilla, or of no form, is not found', async () => {
    const [one, other] = [await create('Una más'), await create('Otra más')];
    for (const versionId of [other.versionId, 'x', crypto.randomUUID()]) {
      const { http } = await call('getVersionPlantilla', {
        plantillaId: one.plantillaId,
        versionId,
      });
      expect(http).toBe(404);
    }
  });
});
