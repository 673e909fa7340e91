import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { seccion, texto } from '../../../../../tests/factories/definiciones.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';
import { expectRefused } from '../../../../../tests/refused.ts';
import { problemasDe } from '../../versiones/server/service.ts';
import type { SeccionEnBiblioteca } from '../contract.ts';
import { seedSecciones } from './seed.ts';

let app: TestPortal;
let admin: { token: string };
const AHORA = new Date('2026-11-23T16:00:00.000Z');
beforeAll(async () => {
  app = await startTestPortal({}, { jobs: false });
  app.setNow(AHORA);
  admin = await makeCuenta(app, { role: 'Admin' });
});
afterAll(() => app?.stop());

const call = (name: string, data: unknown) => app.call(name, data, admin);
const list = async (): Promise<SeccionEnBiblioteca[]> =>
  (await call('listSeccionesBiblioteca', {})).result.secciones;
const open = async (id: string) => (await call('getSeccionBiblioteca', { id })).result;
const UNA = seccion('motivos', texto('porque'), {
  ...texto('detalle'),
  visibleSi: { campo: 'porque', operador: 'contestado' },
});
const save = (nombre: string, one: object = UNA) =>
  call('saveSeccionBiblioteca', { nombre, descripcion: 'Para talleres.', seccion: one });
const saved = async (nombre: string, one: object = UNA): Promise<string> =>
  (await save(nombre, one)).result.id;
const archive = (id: string, archivada: boolean) =>
  call('archiveSeccionBiblioteca', { id, archivada });
const codeOf = ({ error }: Awaited<ReturnType<typeof call>>) => error?.details?.code;
const create = (nombre: string, secciones: string[], desde: string | null = null) =>
  call('createPlantilla', { nombre, descripcion: '', desde, secciones });
const read = async (made: { plantillaId: string; versionId: string }) =>
  (await call('getVersionPlantilla', made)).result.definicion;

it('only an Admin reads and keeps the library', async () => {
  const escolar = await makeCuenta(app, { role: 'Escolar' });
  await expectRefused(app.call, [{ token: escolar.token }], {
    listSeccionesBiblioteca: {},
    getSeccionBiblioteca: {},
    saveSeccionBiblioteca: {},
    replaceSeccionBiblioteca: {},
    updateSeccionBiblioteca: {},
    archiveSeccionBiblioteca: {},
  });
});

describe('what comes with the product', () => {
  it('is there without a demonstration, may be published as it is, and shows the newer kinds of field', async () => {
    const incluidas = (await list()).filter(({ incluida }) => incluida);
    expect(incluidas.map(({ nombre }) => nombre)).toEqual([
      'Apoyos requeridos',
      'Datos de contacto',
      'Datos laborales',
      'Declaraciones',
      'Documentos',
    ]);
    expect(incluidas.filter(({ sensible }) => sensible).map(({ nombre }) => nombre)).toEqual([
      'Apoyos requeridos',
    ]);
    const ids = incluidas.map(({ id }) => id);
    const { result } = await create('Con toda la biblioteca', ids);
    const definicion = await read(result);
    expect(definicion.secciones).toHaveLength(5);
    expect(problemasDe(definicion)).toEqual([]);
    const tipos = definicion.secciones.flatMap((one: { campos: { tipo: string }[] }) =>
      one.campos.map(({ tipo }) => tipo),
    );
    expect(tipos).toEqual(expect.arrayContaining(['catalogo', 'documento', 'datoPersona']));
    // Each of its documents can be sent, and each of its catalogs chosen from.
    const { problemas } = (await call('getVersionPlantilla', result)).result;
    expect(problemas).toEqual([]);
  });

  it('is not brought twice, nor over what the school made of it', async () => {
    const { db } = app.services;
    const [primera] = (await list()).filter(({ incluida }) => incluida);
    const { nombre, descripcion, id } = primera!;
    const antes = { nombre, descripcion };
    await call('updateSeccionBiblioteca', { id, nombre: 'Ajustes', descripcion, antes });
    expect((await archive(id, true)).http).toBe(200);
    const before = await list();
    expect(await seedSecciones(db)).toBe(0);
    expect(await list()).toEqual(before);
  });
});

it('what one says is replaced, if it is what was seen; the history keeps what it said', async () => {
  const id = await saved('Por reemplazar');
  const [{ actualizadoEn: vista }] = (await list()).filter((one) => one.id === id) as [
    SeccionEnBiblioteca,
  ];
  const otra = { ...UNA, titulo: 'Otra', campos: [texto('porque', { etiqueta: '¿Para qué?' })] };
  const replace = (one: object, seen = vista) =>
    call('replaceSeccionBiblioteca', { id, vista: seen, seccion: one });
  expect(codeOf(await replace({ ...UNA, titulo: '' }))).toBe('seccion-con-problemas');
  app.setNow(new Date('2026-11-23T16:05:00.000Z'));
  expect((await replace(otra)).http).toBe(200);
  expect(await open(id)).toMatchObject({ nombre: 'Por reemplazar', seccion: otra });
  // Who saw it as it was before does not write over it; what is archived is not replaced.
  expect(codeOf(await replace(UNA))).toBe('seccion-cambio');
  const now = (await open(id)).actualizadoEn;
  await archive(id, true);
  expect(codeOf(await replace(UNA, now))).toBe('seccion-cambio');
  const { antes, despues } = await app.services.db
    .selectFrom('historial')
    .select(['antes', 'despues'])
    .where('entidad_id', '=', id)
    .where('accion', '=', 'seccion.reemplazar')
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(antes)).toContain('la pregunta: «Pregunta detalle»');
  expect(JSON.stringify(antes)).toContain('cuando «Pregunta porque» tenga respuesta');
  expect(JSON.stringify(despues)).toContain('la pregunta: «¿Para qué?»');
});

describe('a section that is kept', () => {
  it('comes back as it was, by itself, and is told in the history', async () => {
    const mira = { ...UNA.campos[0]!, visibleSi: { campo: 'otraParte', operador: 'contestado' } };
    const id = await saved('Motivos', { ...UNA, campos: [mira, UNA.campos[1]] });
    expect(await open(id)).toMatchObject({
      nombre: 'Motivos',
      estado: 'disponible',
      campos: 2,
      incluida: false,
      // What it asked of another section it asks no more.
      seccion: UNA,
    });
    const written = await app.services.db
      .selectFrom('historial')
      .select('accion')
      .where('entidad_id', '=', id)
      .execute();
    expect(written).toEqual([{ accion: 'seccion.guardar' }]);
  });

  it('is refused incomplete, with what it lacks, and under a name that is taken', async () => {
    const vacia = await save('Incompleta', { ...UNA, titulo: '', campos: [] });
    expect(vacia).toMatchObject({
      http: 400,
      error: { details: { code: 'seccion-con-problemas' } },
    });
    expect(vacia.error?.details?.problemas).toHaveLength(2);
    await saved('Única');
    const otra = await save('ÚNICA ');
    expect(otra).toMatchObject({
      http: 409,
      error: {
        details: { code: 'seccion-nombre-repetido', fields: { nombre: expect.any(String) } },
      },
    });
  });

  it('two that are kept at once under one name: one is', async () => {
    const both = await Promise.all([save('A la vez'), save('a la vez')]);
    expect(both.map(({ http }) => http).sort()).toEqual([200, 409]);
  });

  it('is renamed by who saw it as it is, and by nobody else', async () => {
    const id = await saved('Nombre viejo');
    const antes = { nombre: 'Nombre viejo', descripcion: 'Para talleres.' };
    const next = { id, nombre: 'Nombre nuevo', descripcion: '', antes };
    expect((await call('updateSeccionBiblioteca', next)).http).toBe(200);
    expect(await open(id)).toMatchObject({ nombre: 'Nombre nuevo', descripcion: '' });
    expect(await call('updateSeccionBiblioteca', next)).toMatchObject({
      http: 409,
      error: { details: { code: 'seccion-cambio' } },
    });
    const taken = await saved('Ya tomado');
    const again = {
      ...{ id: taken, nombre: 'nombre NUEVO', descripcion: '' },
      antes: { nombre: 'Ya tomado', descripcion: 'Para talleres.' },
    };
    expect(await call('updateSeccionBiblioteca', again)).toMatchObject({
      error: { details: { code: 'seccion-nombre-repetido' } },
    });
  });

  it('archived, is taken by nobody and changes nothing of what took it; offered again, it is', async () => {
    const id = await saved('Se archiva');
    const { result: made } = await create('La que la copió', [id]);
    expect((await archive(id, true)).http).toBe(200);
    expect(codeOf(await archive(id, true))).toBe('seccion-cambio');
    expect((await read(made)).secciones).toEqual([UNA]);
    expect(await create('La que ya no puede', [id])).toMatchObject({
      http: 404,
      error: { details: { code: 'seccion-no-existe' } },
    });
    // Its name was free meanwhile.
    const otra = await saved('Se archiva');
    expect(codeOf(await archive(id, false))).toBe('seccion-nombre-repetido');
    await archive(otra, true);
    expect((await archive(id, false)).http).toBe(200);
    expect((await open(id)).estado).toBe('disponible');
  });
});

it('a plantilla starts from another and from sections after it, whose keys are made its own', async () => {
  const id = await saved('Repetible');
  const { result: base } = await create('La de antes', [id]);
  const { result: made } = await create('La que sigue', [id, id], base.versionId);
  const { secciones } = await read(made);
  expect(secciones.map(({ clave }: { clave: string }) => clave)).toEqual([
    'motivos',
    'motivos1',
    'motivos2',
  ]);
  const claves = secciones.flatMap((one: typeof UNA) => one.campos.map(({ clave }) => clave));
  expect(new Set(claves).size).toBe(6);
});

it('one that somebody made unreadable in the database is shown as that, and the others as they are', async () => {
  const id = await saved('La que se leía');
  const otra = await saved('La que se lee');
  await app.services.database.execute(
    `update plantilla_secciones set definicion = '{"secciones": "x"}' where id = $1`,
    [id],
  );
  const campos = new Map((await list()).map((one) => [one.id, one.campos]));
  expect([campos.get(id), campos.get(otra)]).toEqual([null, 2]);
});
