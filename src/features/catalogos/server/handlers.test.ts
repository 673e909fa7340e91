import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertCuentaVerificada, makeCuenta } from '../../../../tests/factories/cuentas.ts';
import { makeCurso, makeEdicion } from '../../../../tests/factories/cursos.ts';
import { makePersona } from '../../../../tests/factories/personas.ts';
import { makePlantilla } from '../../../../tests/factories/plantillas.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';
import { expectRefused } from '../../../../tests/refused.ts';
import { hashPassword } from '../../../platform/server/passwords.ts';
import type { Role } from '../../../platform/shared/actor.ts';
import { cursoOfertaPath, edicionPath } from '../../cursos/routes.ts';
import { createCursos } from '../../cursos/server/service.ts';
import type { Oferta } from '../../inscripciones/ofertas/contract.ts';
import type { Item } from '../contract.ts';
import { CATALOGO_IDS, type CatalogoId, catalogoOf } from '../definiciones/rules.ts';
import { itemPath } from '../routes.ts';
import { seedCatalogos } from './seed.ts';
import { readDiasInhabiles } from './service.ts';

const PASSWORD = 'Tren-Nube-Lago-2026';
let portal: TestPortal;
let admin: string;
let otherAdmin: string;
let escolar: string;
let persona: string;

const signIn = async (uid: string, role: Role | null, hash: string): Promise<string> => {
  const email = `${uid}@catalogos.example`;
  await insertCuentaVerificada(portal.services.db, {
    uid,
    email,
    password_hash: hash,
    display_name: `PERSONA ${uid.toUpperCase()}`,
    role,
  });
  const response = await fetch(
    `${portal.url}/identitytoolkit.googleapis.com/v1/accounts:signInWithPassword?key=k`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: PASSWORD }),
    },
  );
  return ((await response.json()) as { idToken: string }).idToken;
};

beforeAll(async () => {
  portal = await startTestPortal();
  const hash = await hashPassword(PASSWORD);
  admin = await signIn('ana', 'Admin', hash);
  otherAdmin = await signIn('beto', 'Admin', hash);
  escolar = await signIn('ciro', 'Escolar', hash);
  persona = await signIn('dora', null, hash);
});
afterAll(() => portal.stop());

const call = (name: string, data: unknown, token?: string) =>
  portal.call(name, data, token ? { token } : {});

const list = async (catalogo: CatalogoId, more: object = {}, token = admin) =>
  (await call('listItemsCatalogo', { catalogo, ...more }, token)).result as {
    total: number;
    filas: Item[];
  };

const find = async (catalogo: CatalogoId, clave: string): Promise<Item> => {
  const { filas } = await list(catalogo, { busqueda: clave, estado: 'todos', porPagina: 200 });
  return filas.find((item) => item.clave === clave)!;
};

const add = async (
  catalogo: CatalogoId,
  valores: Record<string, unknown>,
  token = admin,
): Promise<Item> => {
  const answer = await call(
    'saveItemCatalogo',
    { catalogo, id: null, version: null, valores },
    token,
  );
  expect(answer.error).toBeUndefined();
  return answer.result;
};

const edit = (item: Item, valores: object, token: string) =>
  call(
    'saveItemCatalogo',
    {
      catalogo: item.catalogo,
      id: item.id,
      version: item.version,
      valores: { ...item.valores, ...valores },
    },
    token,
  );

it('an Admin finds an item in any catalog by its words, and nobody else', async () => {
  const search = async (busqueda: string, token = admin) =>
    call('listHallazgosCatalogos', { busqueda }, token);
  for (const token of [escolar, persona]) {
    expect((await search('chihuahua', token)).error?.status).toBe('PERMISSION_DENIED');
  }
  expect((await search('ch')).error?.status).toBe('INVALID_ARGUMENT');
  const { result } = await search('CHIHUAHUA');
  const catalogos = result.map(({ catalogo }: Item) => catalogo);
  expect(result[0].nombre).toBe('Chihuahua');
  expect(new Set(catalogos).size).toBeGreaterThan(1);
  expect(result.length).toBeLessThanOrEqual(8);
  // Mistyped it is found as well, and what is nowhere is not.
  expect((await search('chihuahau')).result.map(({ nombre }: Item) => nombre)).toContain(
    'Chihuahua',
  );
  expect((await search('zzqqxx')).result).toEqual([]);
});

describe('reference data', () => {
  it('is there from the first start, in the tree and with its references', async () => {
    const { result } = await call('listCatalogos', null, persona);
    const count = Object.fromEntries(
      result.map((c: { id: string; activos: number; inactivos: number }) => [
        c.id,
        c.activos + c.inactivos,
      ]),
    );
    expect(Object.keys(count)).toEqual([...CATALOGO_IDS]);
    expect(count).toMatchObject({
      entidades: 33,
      circuitos: 32,
      residencias: 61,
      organos: 943,
      'tipos-organo': 17,
      categorias: 27,
      niveles: 11,
      'tipos-documento': 22,
      'tipos-actividad': 14,
      modalidades: 5,
      'dias-inhabiles': 30,
      firmantes: 0,
    });
    expect((await list('organos', { estado: 'inactivos' })).total).toBe(55);

    const { filas } = await list('organos', { busqueda: 'laboral toluca' });
    expect(filas[0]).toMatchObject({
      ruta: [{ nombre: 'Segundo Circuito' }, { nombre: 'Toluca' }],
      referencias: { tipo: { clave: 'TLF' }, padre: { nombre: 'Toluca' } },
    });
    const circuito = await find('circuitos', '2');
    expect(circuito.referencias.entidad).toMatchObject({ clave: 'MC' });

    const raices = (await call('listRamasCatalogo', { catalogo: 'organos', padreId: null }, admin))
      .result;
    expect(raices).toHaveLength(32);
    const suma = raices.reduce((sum: number, { debajo: n }: { debajo: number }) => sum + n, 0);
    expect(suma).toBe(943 - 55);
    const ramas = (
      await call('listRamasCatalogo', { catalogo: 'organos', padreId: circuito.id }, admin)
    ).result as { item: Item; debajo: number }[];
    expect(new Set(ramas.map(({ item }) => item.catalogo))).toEqual(
      new Set(['residencias', 'organos']),
    );
    const debajo = await list('organos', { padreId: circuito.id });
    const total = ramas.reduce(
      (n, { item, debajo: h }) => n + (item.catalogo === 'organos' ? 1 : h),
      0,
    );
    expect(debajo.total).toBe(total);
  });

  it('sows only what is missing: edited stays edited, deleted stays deleted', async () => {
    const { db } = portal.services;
    const area = await find('areas', 'POSGRADO');
    await edit(area, { nombre: 'Estudios de posgrado' }, admin);
    const gone = await find('tipos-documento', 'APOSTILLE');
    await call('deleteItemCatalogo', { id: gone.id, version: gone.version }, admin);
    expect(await seedCatalogos(db)).toBe(0);
    expect((await find('areas', 'POSGRADO')).nombre).toBe('Estudios de posgrado');
    expect((await list('tipos-documento', { estado: 'todos' })).total).toBe(21);
    await db.deleteFrom('catalogo_semillas').where('clave', '=', 'APOSTILLE').execute();
    expect(await seedCatalogos(db)).toBe(1);
  });

  it('gives the calendar its non-working days', async () => {
    await add('dias-inhabiles', { clave: '2026-12-16', nombre: 'Periodo', hasta: '2026-12-31' });
    const dias = await readDiasInhabiles(portal.services.db);
    expect(dias).toContainEqual({ desde: '2026-09-16', hasta: '2026-09-16' });
    expect(dias).toContainEqual({ desde: '2026-12-16', hasta: '2026-12-31' });
  });
});

describe('who may', () => {
  it('a visitor nothing, a person reads what is active, only an Admin writes', async () => {
    const { id, version } = await find('areas', 'AMPARO');
    const valores = { clave: 'X', nombre: 'X' };
    await expectRefused(call, [escolar, persona], {
      saveItemCatalogo: { catalogo: 'areas', id: null, version: null, valores },
      setActivoItemCatalogo: { id, activo: false },
      reorderItemsCatalogo: { id, antesDe: null },
      deleteItemCatalogo: { id, version },
      getUsoItemCatalogo: { id },
    });
    expect((await call('listItemsCatalogo', { catalogo: 'areas' })).http).toBe(401);
    expect((await list('organos', { estado: 'todos' }, persona)).total).toBe(943 - 55);
    expect((await list('organos', { estado: 'inactivos' }, escolar)).total).toBe(943 - 55);
  });
});

describe('items', () => {
  it('are found as one types, without accents, in little time', async () => {
    const words = 'Décimo Tribunal Colegiado México';
    await list('organos', { busqueda: words });
    const started = performance.now();
    for (let i = 1; i <= 10; i++) await list('organos', { busqueda: words.slice(0, i * 3) });
    const each = (performance.now() - started) / 10;
    console.warn(`Search in 943 items over HTTP: ${each.toFixed(1)} ms each.`);
    expect(each).toBeLessThan(300);
    const plain = await list('organos', { busqueda: 'decimo TRIBUNAL' });
    expect(plain.total).toBe((await list('organos', { busqueda: 'Décimo tribunal' })).total);
    expect(plain.total).toBeGreaterThan(10);
    expect((await list('organos', { busqueda: '100%_' })).total).toBe(0);
    const misspelt = await list('organos', { busqueda: 'tribunnal laborall' });
    expect(misspelt).toMatchObject({ parecidas: true });
    expect(misspelt.filas[0]!.nombre).toMatch(/Tribunal Laboral/i);
  });

  it('are checked: what is missing, repeated, of another catalog or inactive', async () => {
    const errors = async (catalogo: CatalogoId, valores: object) =>
      (await call('saveItemCatalogo', { catalogo, id: null, version: null, valores }, admin)).error
        ?.details.fields;
    expect(Object.keys(await errors('areas', {}))).toEqual(['clave', 'nombre']);
    expect(await errors('entidades', { clave: 'AS', nombre: 'Otra', inegi: '01' })).toEqual({
      clave: expect.stringContaining('Aguascalientes'),
      inegi: expect.stringContaining('Aguascalientes'),
    });
    const area = await find('areas', 'PENAL');
    expect(await errors('residencias', { clave: 'x', nombre: 'X', padre: area.id })).toHaveProperty(
      'padre',
    );
    expect(await errors('residencias', { clave: 'x', nombre: 'X', padre: "no'" })).toHaveProperty(
      'padre',
    );
    expect(await errors('dias-inhabiles', { clave: '2026-02-30', nombre: 'No' })).toHaveProperty(
      'clave',
    );
    const tipo = await find('tipos-organo', 'CJF');
    await call('setActivoItemCatalogo', { id: tipo.id, activo: false }, admin);
    const padre = await find('circuitos', '9');
    const organo = { clave: 'n1', nombre: 'Nuevo', padre: padre.id };
    expect(await errors('organos', { ...organo, tipo: tipo.id })).toHaveProperty('tipo');
    const saved = await add('organos', organo);
    expect(saved.ruta.map(({ clave }) => clave)).toEqual(['9']);
  });

  it('stay readable when inactive, and leave the choices', async () => {
    const sede = await add('sedes', { clave: 'S1', nombre: 'Sede que cierra' });
    await call('setActivoItemCatalogo', { id: sede.id, activo: false }, admin);
    expect((await list('sedes', { busqueda: 'que cierra' }, persona)).total).toBe(0);
    expect((await call('getItemCatalogo', { id: sede.id }, persona)).result).toMatchObject({
      nombre: 'Sede que cierra',
      activo: false,
    });
  });

  it('two people edit one: the second is told what changed, may merge, and both are in history', async () => {
    const item = await add('firmantes', { clave: 'F1', nombre: 'Ana Ruiz', cargo: 'Dirección' });
    const mine = await edit(item, { cargo: 'Dirección general' }, admin);
    expect(mine.result.version).toBe(2);
    const late = await edit(item, { cargo: 'Subdirección', tratamiento: 'Dra.' }, otherAdmin);
    expect(late).toMatchObject({
      http: 409,
      error: {
        status: 'ABORTED',
        details: {
          code: 'cambio-previo',
          quien: 'PERSONA ANA',
          cambios: [{ campo: 'cargo', antes: 'Dirección', despues: 'Dirección general' }],
          actual: { version: 2, valores: { cargo: 'Dirección general' } },
        },
      },
    });
    const { actual } = late.error!.details;
    const merged = await edit(actual, { tratamiento: 'Dra.' }, otherAdmin);
    expect(merged.result).toMatchObject({
      version: 3,
      valores: { cargo: 'Dirección general', tratamiento: 'Dra.' },
    });
    const history = await portal.services.db
      .selectFrom('historial')
      .select(['actor_uid', 'accion', 'antes', 'despues'])
      .where('entidad_id', '=', item.id)
      .orderBy('id')
      .execute();
    expect(history.map(({ actor_uid, accion }) => [actor_uid, accion])).toEqual([
      ['ana', 'catalogo.agregar'],
      ['ana', 'catalogo.editar'],
      ['beto', 'catalogo.editar'],
    ]);
    expect(history[2]).toMatchObject({
      antes: { tratamiento: null },
      despues: { tratamiento: 'Dra.', version: 3 },
    });
  });

  it('of two saves at the same moment one wins and one is told', async () => {
    const item = await add('firmantes', { clave: 'F2', nombre: 'Luis', cargo: 'Uno' });
    const answers = await Promise.all(
      [admin, otherAdmin].map((token, i) => edit(item, { cargo: `Otro ${i}` }, token)),
    );
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 409]);
    const twice = await Promise.all(
      [1, 2, 3].map((i) =>
        call(
          'saveItemCatalogo',
          {
            catalogo: 'areas',
            id: null,
            version: null,
            valores: { clave: 'IGUAL', nombre: `${i}` },
          },
          admin,
        ),
      ),
    );
    expect(twice.filter(({ http }) => http === 200)).toHaveLength(1);
  });

  it('are put in order one by one', async () => {
    const claves = async () => (await list('modalidades')).filas.map(({ clave }) => clave);
    const before = await claves();
    const [first, second, ...rest] = (await list('modalidades')).filas;
    await call('reorderItemsCatalogo', { id: first!.id, antesDe: rest[0]!.id }, admin);
    expect(await claves()).toEqual([before[1], before[0], ...before.slice(2)]);
    await call('reorderItemsCatalogo', { id: second!.id, antesDe: null }, admin);
    expect(await claves()).toEqual([before[0], ...before.slice(2), before[1]]);
    const other = await find('areas', 'PENAL');
    expect(
      (await call('reorderItemsCatalogo', { id: first!.id, antesDe: other.id }, admin)).error
        ?.status,
    ).toBe('FAILED_PRECONDITION');
  });

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

  it('cannot hang from themselves: no catalog reaches itself through its parents', () => {
    const above = (id: CatalogoId): CatalogoId[] =>
      (catalogoOf(id).padres ?? []).flatMap((padre) => [padre, ...above(padre)]);
    for (const id of CATALOGO_IDS) expect(above(id)).not.toContain(id);
  });

  it('of two Admins at once: deleted or edited or deactivated, one wins and the other is told', async () => {
    const race = async (a: (item: Item) => unknown[], b: (item: Item) => unknown[]) => {
      const item = await add('areas', { clave: `CARRERA${races++}`, nombre: 'Carrera' });
      const answers = await Promise.all(
        [a(item), b(item)].map(([name, data]) => call(name as string, data as object, admin)),
      );
      const now = await call('getItemCatalogo', { id: item.id }, admin);
      return { codes: answers.map(({ http }) => http).sort(), now };
    };
    let races = 0;
    const edit = ({ id, version, valores }: Item) => [
      'saveItemCatalogo',
      { catalogo: 'areas', id, version, valores: { ...valores, nombre: 'Editada' } },
    ];
    const remove = ({ id, version }: Item) => ['deleteItemCatalogo', { id, version }];
    const deactivate = ({ id }: Item) => ['setActivoItemCatalogo', { id, activo: false }];
    for (let i = 0; i < 3; i++) {
      const deleted = await race(remove, edit);
      expect([
        [200, 404],
        [200, 409],
      ]).toContainEqual(deleted.codes);
      const off = await race(deactivate, edit);
      expect(off.now.result.activo).toBe(false);
      // Either the edition came first, or it was told that the item is inactive now.
      expect(off.codes[0]).toBe(200);
      if (off.codes[1] === 200) expect(off.now.result.nombre).toBe('Editada');
    }
  });

  it('put in order by two at once keep one order, without two in one place', async () => {
    const { filas } = await list('modalidades');
    const ids = filas.map(({ id }) => id);
    await Promise.all(
      [0, 1, 2, 3].map((i) =>
        call(
          'reorderItemsCatalogo',
          { id: ids[i], antesDe: i % 2 ? (ids[0] === ids[i] ? null : ids[0]) : null },
          admin,
        ),
      ),
    );
    const after = (await list('modalidades')).filas;
    expect(new Set(after.map(({ orden }) => orden)).size).toBe(ids.length);
    expect(after.map(({ id }) => id).sort()).toEqual([...ids].sort());
  });

  it('many are deactivated and offered again at once, of their own catalog only', async () => {
    const { filas } = await list('niveles');
    const foreign = await find('areas', 'PENAL');
    const ids = [...filas.slice(0, 2).map(({ id }) => id), foreign.id];
    const set = (data: object, token = admin) =>
      call('setActivoItemsCatalogo', { catalogo: 'niveles', ...data }, token);
    expect((await set({ activo: false, parte: { ids } }, escolar)).http).toBe(403);
    expect((await set({ activo: false, parte: { ids } })).result).toEqual({
      cambiadas: 2,
      sinCambio: 0,
      fallas: [],
      siguiente: null,
    });
    expect((await find('areas', 'PENAL')).activo).toBe(true);
    expect((await list('niveles')).total).toBe(filas.length - 2);
    const parte = {
      filtros: { estado: 'inactivos' },
      excepto: [filas[0]!.id],
      tras: null,
    };
    expect((await set({ activo: true, parte })).result).toMatchObject({
      cambiadas: 1,
      sinCambio: 0,
    });
    expect((await set({ activo: true, parte: { ids } })).result).toMatchObject({
      cambiadas: 1,
      sinCambio: 1,
    });
    const notes = await portal.services.db
      .selectFrom('historial')
      .select('accion')
      .where('entidad_id', '=', filas[1]!.id)
      .orderBy('id')
      .execute();
    expect(notes.map(({ accion }) => accion)).toEqual([
      'catalogo.desactivar',
      'catalogo.reactivar',
    ]);
  });
});
