/** The catalogs over HTTP: what there is, who may, and items as they are written, by one and by two at once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Catalogos, startCatalogos } from '../../../../tests/factories/catalogos.ts';
import { expectRefused } from '../../../../tests/refused.ts';
import type { Item } from '../contract.ts';
import { CATALOGO_IDS, type CatalogoId, catalogoOf } from '../definiciones/rules.ts';
import { seedCatalogos } from './seed.ts';
import { readDiasInhabiles } from './service.ts';

let portal: Catalogos['portal'];
let admin: string;
let otherAdmin: string;
let escolar: string;
let persona: string;
let call: Catalogos['call'];
let list: Catalogos['list'];
let find: Catalogos['find'];
let add: Catalogos['add'];
let edit: Catalogos['edit'];

beforeAll(async () => {
  ({ portal, admin, otherAdmin, escolar, persona, call, list, find, add, edit } =
    await startCatalogos());
});
afterAll(() => portal.stop());

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
    // By the processor's clock: another one's says how busy the machine is, too.
    const started = process.threadCpuUsage();
    for (let i = 1; i <= 10; i++) await list('organos', { busqueda: words.slice(0, i * 3) });
    const { user, system } = process.threadCpuUsage(started);
    const each = (user + system) / 1_000 / 10;
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
