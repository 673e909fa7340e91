/** The whole import of courses and of editions, over HTTP: file, what it would do, job, report; made, changed, in conflict, refused. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCuenta } from '../../../../../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../../../../../tests/factories/cursos.ts';
import { makePlantilla } from '../../../../../tests/factories/plantillas.ts';
import { uploadHoja } from '../../../../../tests/importar.ts';
import { startTestPortal, type TestPortal } from '../../../../../tests/portal.ts';

type Row = readonly (string | number | null)[];
let portal: TestPortal;
let admin: Awaited<ReturnType<typeof makeCuenta>>;
let otra: typeof admin;
let plantilla: { id: string; nombre: string };
const now = new Date();
const day = (n: number) => new Date(now.getTime() + n * 86_400_000).toISOString().slice(0, 10);

beforeAll(async () => {
  portal = await startTestPortal();
  admin = await makeCuenta(portal, { role: 'Admin' });
  otra = await makeCuenta(portal, { role: 'Admin' });
  const { id } = await makePlantilla(portal.services.db);
  plantilla = await portal.services.db
    .selectFrom('plantillas')
    .select(['id', 'nombre'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
});
afterAll(() => portal.stop());

const ok = async (name: string, data: unknown, who = admin) => {
  const { result, error } = await portal.call(name, data, who);
  expect(error, JSON.stringify(error)).toBeUndefined();
  return result;
};
const historyOf = (trabajo: string) =>
  portal.services.db
    .selectFrom('historial')
    .select(['accion', 'actor_uid', 'motivo', 'antes', 'despues'])
    .where('peticion_id', '=', trabajo)
    .where('entidad', 'in', ['curso', 'edicion'])
    .orderBy('id')
    .execute();
const waiting = () => portal.services.db.selectFrom('oferta_cambios').selectAll().execute();

describe('courses', () => {
  const HEADERS = ['Clave', 'Nombre', 'Tipo', 'Modalidad', 'Área', 'Horas'];
  const upload = (rows: readonly Row[], who = admin) =>
    uploadHoja(portal, 'cursos', [HEADERS, ...rows], who);
  const nuevo = (clave: string, nombre = `Curso ${clave}`, area = 'AMPARO'): Row => [
    ...[clave, nombre, 'CURSO', 'MIXTA', area, 20],
  ];
  const read = async (busqueda: string) =>
    (await ok('listCursos', { busqueda })).filas.map(
      ({ clave, nombre }: { clave: string; nombre: string }) => [clave, nombre],
    );
  const stored = async (busqueda: string) => {
    const [{ id }] = (await ok('listCursos', { busqueda })).filas;
    return (await ok('getCursoGuardado', { id })).curso;
  };

  it('are of an Admin', async () => {
    const escolar = await makeCuenta(portal, { role: 'Escolar' });
    expect((await upload([nuevo('NO-1')], escolar)).error?.status).toBe('PERMISSION_DENIED');
  });

  it('are made, and then changed, by the rows that were confirmed', async () => {
    const first = await upload([nuevo('WEB-1'), nuevo('WEB-2')]);
    expect(await first.preview()).toMatchObject({
      errores: 0,
      cifras: { nuevas: 2, cambiadas: 0, sinCambio: 0 },
    });
    expect(await read('web-')).toEqual([]);
    const made = await first.run();
    expect(made).toMatchObject({ estado: 'terminado', cifras: { filas: 2, nuevas: 2 } });
    expect(await read('web-')).toEqual([
      ['WEB-1', 'Curso WEB-1'],
      ['WEB-2', 'Curso WEB-2'],
    ]);
    expect(await historyOf(made.id)).toMatchObject([
      { accion: 'curso.agregar', actor_uid: admin.uid, motivo: 'Importación' },
      { accion: 'curso.agregar', actor_uid: admin.uid, motivo: 'Importación' },
    ]);

    const second = await upload([nuevo('WEB-1'), ['WEB-2', 'Otro nombre', null, null, null, 30]]);
    const vista = await second.preview();
    expect(vista.cifras).toEqual({ nuevas: 0, cambiadas: 1, sinCambio: 1 });
    expect(vista.cambios[0]).toMatchObject({
      fila: 3,
      celdas: [
        { columna: 'nombre', antes: 'Curso WEB-2', despues: 'Otro nombre' },
        { columna: 'horas', antes: '20', despues: '30' },
      ],
    });
    const changed = await second.run();
    expect(changed).toMatchObject({ estado: 'terminado', cifras: { cambiadas: 1 } });
    expect(await stored('web-2')).toMatchObject({
      version: 2,
      datos: { nombre: 'Otro nombre', horas: 30 },
    });
    expect(await historyOf(changed.id)).toMatchObject([
      { accion: 'curso.editar', antes: { nombre: 'Curso WEB-2', horas: 20 } },
    ]);
    expect(await waiting()).toEqual([]);
  });

  it('that somebody saves after they were shown stay as they did, and so does the rest', async () => {
    await (await upload([nuevo('CHO-1'), nuevo('CHO-2')])).run();
    const file = await upload([
      ['CHO-1', 'De la hoja', null, null, null, null],
      ['CHO-2', 'De la hoja también', null, null, null, null],
    ]);
    expect((await file.preview()).cifras).toMatchObject({ cambiadas: 2 });
    const { id, version, datos } = await stored('cho-1');
    await ok('saveCurso', { id, version, datos: { ...datos, horas: 25 } }, otra);
    const trabajo = await file.run();
    expect(trabajo).toMatchObject({ estado: 'fallido', cifras: { errores: 1 } });
    expect(trabajo.archivo?.nombre).toContain('Informe');
    expect(await read('cho-')).toEqual([
      ['CHO-1', 'Curso CHO-1'],
      ['CHO-2', 'Curso CHO-2'],
    ]);
    expect(await waiting()).toEqual([]);
  });

  it('with an error in one row are none', async () => {
    const file = await upload([nuevo('MAL-1'), nuevo('MAL-2', 'x'.repeat(260)), ['MAL-3', '']]);
    const vista = await file.preview();
    expect(vista.cifras).toBeNull();
    expect(new Set(vista.problemas.map(({ fila }) => fila))).toEqual(new Set([3, 4]));
    const trabajo = await file.run();
    expect(trabajo).toMatchObject({ estado: 'fallido', puedeReintentar: false });
    expect(trabajo.mensaje).toContain('No se importó nada');
    expect(await read('mal-')).toEqual([]);
  });
});

describe('editions', () => {
  let headers: string[];
  beforeAll(async () => {
    const { columnas } = await ok('describeHoja', { hoja: 'ediciones' });
    const of = (key: string) =>
      columnas.find((one: { key: string }) => one.key === key).header as string;
    headers = [
      ...['curso', 'nombre', 'inicia', 'termina', 'inscripcionAbre', 'inscripcionCierra'],
      ...['cupo', 'plantilla'],
    ].map(of);
  });
  const upload = (rows: readonly Row[]) =>
    uploadHoja(portal, 'ediciones', [headers, ...rows], admin);
  const nueva = (clave: string, nombre: string): Row => [
    ...[clave, nombre, day(40), day(60), `${day(5)} 09:00`, `${day(30)} 18:00`, 30],
    plantilla.nombre,
  ];
  const cambio = (clave: string, nombre: string, cupo: number): Row => [
    ...[clave, nombre, null, null, null, null, cupo, null],
  ];
  const cupos = async (busqueda: string) =>
    (await ok('listEdiciones', { busqueda })).filas.map(
      ({ nombre, cupo }: { nombre: string; cupo: number }) => [nombre, cupo],
    );
  const makeUna = async (over: Parameters<typeof makeEdicion>[2] = {}) => {
    const { db } = portal.services;
    const curso = await makeCurso(db);
    const ids = { cursoId: curso.id, plantillaId: plantilla.id, ahora: now };
    const edicion = await makeEdicion(db, ids, {
      inicia: day(40),
      termina: day(60),
      nombre: 'Única',
      ...over,
    });
    return { clave: curso.clave, id: edicion.id };
  };

  it('are made, and then changed', async () => {
    const { clave } = await makeCurso(portal.services.db);
    const first = await upload([nueva(clave, 'Primera'), nueva(clave, 'Segunda')]);
    expect(await first.preview()).toMatchObject({ errores: 0, cifras: { nuevas: 2 } });
    const made = await first.run();
    expect(made).toMatchObject({ estado: 'terminado', cifras: { nuevas: 2 } });
    const second = await upload([cambio(clave, 'Primera', 45), cambio(clave, 'Segunda', 30)]);
    expect((await second.preview()).cambios).toMatchObject([
      { fila: 2, celdas: [{ columna: 'cupo', antes: '30', despues: '45' }] },
    ]);
    const changed = await second.run();
    expect(changed).toMatchObject({ estado: 'terminado', cifras: { cambiadas: 1 } });
    expect(new Map(await cupos(clave))).toEqual(
      new Map([
        ['Primera', 45],
        ['Segunda', 30],
      ]),
    );
    expect((await historyOf(made.id)).map(({ accion }) => accion)).toEqual([
      'edicion.agregar',
      'edicion.agregar',
    ]);
    expect(await historyOf(changed.id)).toMatchObject([
      { accion: 'edicion.editar', antes: { cupo: 30 }, despues: { cupo: 45 } },
    ]);
  });

  it('that somebody saves after they were shown stay as they did', async () => {
    const { clave, id } = await makeUna();
    const file = await upload([cambio(clave, 'Única', 50)]);
    await file.preview();
    const { edicion } = await ok('getEdicionGuardada', { id });
    const { datos, version } = edicion;
    await ok('saveEdicion', { id, version, datos: { ...datos, cupo: 35 }, avisar: false }, otra);
    expect(await file.run()).toMatchObject({ estado: 'fallido', cifras: { errores: 1 } });
    expect(await cupos(clave)).toEqual([['Única', 35]]);
  });

  it('whose seats were taken after they were shown keep them', async () => {
    const { clave, id } = await makeUna({ ocupados: 2 });
    const file = await upload([cambio(clave, 'Única', 3)]);
    expect((await file.preview()).errores).toBe(0);
    await portal.services.db
      .updateTable('ediciones')
      .set({ ocupados: 5 })
      .where('id', '=', id)
      .execute();
    expect(await file.run()).toMatchObject({ estado: 'fallido' });
    expect(await cupos(clave)).toEqual([['Única', 30]]);
  });

  it('with an error in one row are none', async () => {
    const { clave } = await makeUna({ ocupados: 12 });
    const file = await upload([
      nueva(clave, 'Buena'),
      cambio(clave, 'Única', 11),
      nueva('NADIE-1', 'De nadie'),
    ]);
    const { problemas, cifras } = await file.preview();
    expect(cifras).toBeNull();
    expect(problemas.map(({ fila, columna }) => [fila, columna])).toEqual([
      [3, 'cupo'],
      [4, 'curso'],
    ]);
    expect(await file.run()).toMatchObject({ estado: 'fallido', cifras: { errores: 2 } });
    expect(await cupos(clave)).toEqual([['Única', 30]]);
    expect(await waiting()).toEqual([]);
  });
});
