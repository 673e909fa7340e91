/** Items that courses, editions and people point to: what they are called there, and what may become of them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalogos, startCatalogos } from '../../../../tests/factories/catalogos.ts';
import { makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../../../../tests/factories/cursos.ts';
import { makePersona } from '../../../../tests/factories/personas.ts';
import { makePlantilla } from '../../../../tests/factories/plantillas.ts';
import { cursoOfertaPath, edicionPath } from '../../cursos/routes.ts';
import { createCursos } from '../../cursos/server/service.ts';
import type { Oferta } from '../../inscripciones/ofertas/contract.ts';
import { itemPath } from '../routes.ts';

let portal: Catalogos['portal'];
let admin: string;
let persona: string;
let call: Catalogos['call'];
let list: Catalogos['list'];
let find: Catalogos['find'];
let add: Catalogos['add'];

beforeAll(async () => {
  ({ portal, admin, persona, call, list, find, add } = await startCatalogos());
});
afterAll(() => portal.stop());

describe('items that records point to', () => {
  it('in use are not deleted, and it says where', async () => {
    const circuito = await find('circuitos', '2');
    const uso = (await call('getUsoItemCatalogo', { id: circuito.id }, admin)).result.usos;
    expect(uso.length).toBe(2);
    const refused = await call(
      'deleteItemCatalogo',
      { id: circuito.id, version: circuito.version },
      admin,
    );
    expect(refused.error?.details).toMatchObject({ code: 'en-uso', usos: uso });

    const entidad = await find('entidades', 'MC');
    expect((await call('getUsoItemCatalogo', { id: entidad.id }, admin)).result.usos).toEqual([
      {
        cuantos: 1,
        texto: '1 circuito, en «Entidad»',
        ejemplos: [{ texto: 'Segundo Circuito', enlace: itemPath('circuitos', '2') }],
      },
    ]);
    expect(uso[0].ejemplos).toHaveLength(5);
    expect(uso[1].cuantos).toBeGreaterThan(uso[1].ejemplos.length);

    // Another feature's use: courses of an area.
    const area = await find('areas', 'ELECTORAL');
    const curso = await makeCurso(portal.services.db, {
      area_id: area.id,
      nombre: 'Justicia electoral',
    });
    const used = await call('deleteItemCatalogo', { id: area.id, version: area.version }, admin);
    expect(used.error?.details.usos).toEqual([
      {
        cuantos: 1,
        texto: '1 curso',
        ejemplos: [{ texto: 'Justicia electoral', enlace: cursoOfertaPath(curso.id) }],
      },
    ]);

    const free = await add('areas', { clave: 'LIBRE', nombre: 'Libre' });
    expect((await call('deleteItemCatalogo', { id: free.id, version: 9 }, admin)).http).toBe(409);
    expect((await call('deleteItemCatalogo', { id: free.id, version: 1 }, admin)).result).toEqual({
      ok: true,
    });
    expect((await call('getItemCatalogo', { id: free.id }, admin)).http).toBe(404);
  });

  it('are used by what they are and not by their name: renaming one loses nothing', async () => {
    const { db } = portal.services;
    const area = await add('areas', { clave: 'FISCAL', nombre: 'Fiscal' });
    const sede = await add('sedes', { clave: 'EXT_QRO', nombre: 'Extensión Querétaro' });
    const curso = await makeCurso(db, { area_id: area.id });
    const plantilla = await makePlantilla(db);
    const edicion = await makeEdicion(
      db,
      { cursoId: curso.id, plantillaId: plantilla.id, ahora: new Date() },
      { sede_id: sede.id },
    );
    for (const item of [area, sede]) {
      const valores = {
        ...item.valores,
        clave: `${item.clave}_2`,
        nombre: `${item.nombre} (nueva)`,
      };
      const { catalogo, id, version } = item;
      const saved = await call('saveItemCatalogo', { catalogo, id, version, valores }, admin);
      expect(saved.http).toBe(200);
      await call('setActivoItemCatalogo', { id, activo: false }, admin);
      const refused = await call('deleteItemCatalogo', { id, version: version + 2 }, admin);
      expect(refused.error?.details.usos).toMatchObject([{ cuantos: 1 }]);
    }
    // An inactive one is read where it was chosen.
    const { result } = await call('listOfertas', {}, persona);
    const oferta = (result.ofertas as Oferta[]).find((one) => one.edicion.id === edicion.id);
    expect(oferta?.curso.area).toBe('Fiscal (nueva)');
    expect(oferta?.edicion.sede).toBe('Extensión Querétaro (nueva)');
    const uso = await call('getUsoItemCatalogo', { id: sede.id }, admin);
    expect(uso.result.usos[0].ejemplos).toEqual([
      {
        texto: 'Juicio de amparo indirecto, Primera edición 2026',
        enlace: edicionPath(edicion.id),
      },
    ]);
  });

  it('keep the key by which records know them, while they do', async () => {
    await makeCurso(portal.services.db, { tipo: 'SEMINARIO' });
    const { id, version, valores } = await find('tipos-actividad', 'SEMINARIO');
    const save = (changes: object) =>
      call(
        'saveItemCatalogo',
        { catalogo: 'tipos-actividad', id, version, valores: { ...valores, ...changes } },
        admin,
      );
    expect((await save({ clave: 'SEM' })).error?.details.fields.clave).toMatch(/1 curso/);
    expect((await save({ nombre: 'Seminario o círculo de estudio' })).http).toBe(200);
  });

  it('of kind and modality are called as they are today, wherever a course shows', async () => {
    const { db } = portal.services;
    const { id: personaId } = await makePersona(db);
    const { token: ana } = await makeCuenta(portal, { personaId });
    const tipo = await add('tipos-actividad', {
      clave: 'ESTANCIA',
      nombre: 'Estancia',
      posgrado: true,
    });
    const modalidad = await add('modalidades', { clave: 'ITINERANTE', nombre: 'Itinerante' });
    // What an Admin has just added is chosen, by its key or by its name.
    const nuevo = {
      clave: 'EST-100',
      nombre: 'Estancia de investigación',
      area: 'amparo',
      horas: 10,
      creditos: null,
      objetivo: '',
    };
    const [curso] = await db
      .transaction()
      .execute((trx) =>
        createCursos(trx, [{ ...nuevo, tipo: 'ESTANCIA', modalidad: '  itineránte ' }]),
      );
    const plantilla = await makePlantilla(db);
    const ids = { cursoId: curso!.id, plantillaId: plantilla.id, ahora: new Date() };
    const edicion = await makeEdicion(db, ids);
    for (const item of [tipo, modalidad]) {
      const { catalogo, id, version, valores } = item;
      const renamed = { ...valores, nombre: `${item.nombre} B` };
      const saved = await call(
        'saveItemCatalogo',
        { catalogo, id, version, valores: renamed },
        admin,
      );
      expect(saved.http).toBe(200);
      expect((await call('setActivoItemCatalogo', { id, activo: false }, admin)).http).toBe(200);
    }
    // Read by their new names where they were chosen, inactive as they are…
    const shown = {
      tipo: { clave: 'ESTANCIA', nombre: 'Estancia B', posgrado: true },
      modalidad: { clave: 'ITINERANTE', nombre: 'Itinerante B' },
    };
    const { result } = await call('listOfertas', {}, ana);
    const oferta = (result.ofertas as Oferta[]).find((one) => one.edicion.id === edicion.id);
    expect(oferta?.curso).toMatchObject(shown);
    const route = {
      idCurso: curso!.id,
      idPlantilla: plantilla.id,
      tipo: 'estancia',
      edicionId: edicion.id,
    };
    expect((await call('getInscripcion', route, ana)).result.curso).toMatchObject(shown);
    expect((await call('getInscripcion', { ...route, tipo: 'curso' }, ana)).http).toBe(404);
    // …and not offered any more.
    expect((await list('modalidades')).filas.map(({ clave }) => clave)).not.toContain('ITINERANTE');
    const again = { ...nuevo, clave: 'EST-200', tipo: 'CURSO', modalidad: 'Itinerante B' };
    await expect(
      db.transaction().execute((trx) => createCursos(trx, [again])),
    ).rejects.toMatchObject({
      status: 'INVALID_ARGUMENT',
      details: { fields: { modalidad: expect.stringContaining('está inactivo') } },
    });
  });

  it('a modality that courses have is not deleted, and keeps its key', async () => {
    await makeCurso(portal.services.db, { modalidad: 'MIXTA' });
    const { id, version, valores } = await find('modalidades', 'MIXTA');
    const renamed = { ...valores, clave: 'OTRA' };
    const { error } = await call(
      'saveItemCatalogo',
      { catalogo: 'modalidades', id, version, valores: renamed },
      admin,
    );
    expect(error?.details.fields.clave).toMatch(/\d cursos?/);
    const uso = await call('getUsoItemCatalogo', { id }, admin);
    expect(JSON.stringify(uso.result)).toMatch(/\d cursos?/);
    expect((await call('deleteItemCatalogo', { id, version }, admin)).error).toBeDefined();
  });

  it('are not offered while what they hang from is inactive; old records go on', async () => {
    const circuito = await add('circuitos', { clave: '98', nombre: 'Circuito de prueba' });
    const residencia = await add('residencias', {
      clave: '98-lugar',
      nombre: 'Lugar',
      padre: circuito.id,
    });
    const organo = await add('organos', {
      clave: '98001',
      nombre: 'Juzgado de prueba Zacapu',
      padre: residencia.id,
    });
    const search = async (estado: string) =>
      (await list('organos', { estado, busqueda: 'zacapu' })).total;
    expect(await search('activos')).toBe(1);
    await call('setActivoItemCatalogo', { id: circuito.id, activo: false }, admin);
    expect([await search('activos'), await search('inactivos')]).toEqual([0, 1]);
    expect((await list('organos', { busqueda: 'zacapu' }, persona)).total).toBe(0);
    const branch = { catalogo: 'organos', padreId: residencia.id, valores: {} };
    const chosen = await call(
      'saveItemCatalogo',
      {
        catalogo: 'organos',
        id: null,
        version: null,
        valores: { clave: '98002', nombre: 'Otro', padre: branch.padreId },
      },
      admin,
    );
    expect(chosen.error?.details.fields.padre).toMatch(/depende de algo que está inactivo/);
    // What is there already can be edited and read.
    const { id, version, valores } = organo;
    const edited = await call(
      'saveItemCatalogo',
      { catalogo: 'organos', id, version, valores: { ...valores, materias: 'Civil' } },
      admin,
    );
    expect(edited.http).toBe(200);
    expect(edited.result.ruta.map((one: { activo: boolean }) => one.activo)).toEqual([false, true]);
    await call('setActivoItemCatalogo', { id: circuito.id, activo: true }, admin);
    expect(await search('activos')).toBe(1);
  });
});
