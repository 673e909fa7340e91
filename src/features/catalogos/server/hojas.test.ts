import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importRows } from '../../../../tests/importar.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';
import { type Hoja, HojaProblems } from '../../../platform/server/hojas/define.ts';
import { fold } from '../../../platform/shared/search.ts';
import { catalogosHojas } from './hojas.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
});
afterAll(() => portal.stop());

type Fila = Record<string, string | number | boolean | null>;
const hoja = (id: string): Hoja => catalogosHojas.find((one) => one.id === `catalogo-${id}`)!;
const ctx = () => ({
  db: portal.services.db,
  now: new Date(),
  actorUid: 'u1',
});
const numbered = (filas: Fila[]) => filas.map((valores, i) => ({ fila: i + 2, valores }));
const look = (id: string, filas: Fila[]) => hoja(id).checkRows!(numbered(filas), ctx());
const check = async (id: string, filas: Fila[]) => (await look(id, filas)).problems;
const write = (id: string, filas: Fila[]) => importRows(portal.services, hoja(id), filas);
const read = async (id: string, filtros: unknown): Promise<Fila[]> => {
  const found: Fila[] = [];
  const filters = hoja(id).filters!.parse(filtros);
  for await (const rows of hoja(id).exportRows!(filters, ctx())) found.push(...(rows as Fila[]));
  return found;
};

it('what is exported can be imported again, and changes nothing', async () => {
  const organos = await read('organos', {});
  expect(organos).toHaveLength(943);
  expect(organos.find(({ nombre }) => String(nombre).includes('Toluca'))).toMatchObject({
    padre: '2-toluca',
    tipo: expect.stringMatching(/^[A-Z_]+$/),
  });
  expect(await check('organos', organos)).toEqual([]);
  expect(await write('organos', organos)).toEqual({ nuevas: 0, cambiadas: 0, sinCambio: 943 });
});

it('matches by key: adds, changes, keeps what an empty cell says, deactivates', async () => {
  const filas: Fila[] = [
    { clave: 'CENTRAL', nombre: 'Sede central', entidad: null, activo: null },
    { clave: 'NUEVA', nombre: 'Sede nueva', entidad: 'JC', cupo: 40, activo: null },
    { clave: 'AULA', nombre: 'Aula virtual', activo: false },
  ];
  expect(await check('sedes', filas)).toEqual([]);
  expect((await look('sedes', filas)).efectos).toEqual([
    {
      fila: 2,
      efecto: 'cambia',
      nombre: expect.any(String),
      celdas: [{ columna: 'nombre', antes: expect.any(String), despues: 'Sede central' }],
    },
    { fila: 3, efecto: 'nueva' },
    expect.objectContaining({
      efecto: 'cambia',
      celdas: expect.arrayContaining([{ columna: 'activo', antes: 'Sí', despues: 'No' }]),
    }),
  ]);
  expect(await write('sedes', filas)).toEqual({ nuevas: 1, cambiadas: 2, sinCambio: 0 });
  expect((await look('sedes', filas)).efectos?.map(({ efecto }) => efecto)).toEqual([
    'igual',
    'igual',
    'igual',
  ]);
  expect(await read('sedes', { estado: 'activos' })).toEqual([
    expect.objectContaining({ clave: 'CENTRAL', nombre: 'Sede central', entidad: 'DF' }),
    expect.objectContaining({ clave: 'NUEVA', entidad: 'JC', cupo: 40, activo: true }),
  ]);
  const solo = (
    await portal.services.database.execute("select id from catalogo_items where clave = 'NUEVA'")
  ).rows.map(({ id }) => id);
  expect(await read('sedes', { solo })).toHaveLength(1);
  expect(await read('sedes', { busqueda: 'sede', excepto: solo })).not.toContainEqual(
    expect.objectContaining({ clave: 'NUEVA' }),
  );
  const notes = await portal.services.db
    .selectFrom('historial')
    .select(['accion', 'antes', 'despues'])
    .where('motivo', '=', 'Importación')
    .orderBy('id')
    .execute();
  expect(notes.map(({ accion }) => accion)).toEqual([
    'catalogo.agregar',
    'catalogo.editar',
    'catalogo.editar',
  ]);
  expect(notes).toContainEqual(
    expect.objectContaining({
      antes: expect.objectContaining({ activo: true }),
      despues: expect.objectContaining({ activo: false }),
    }),
  );
});

it('says by row and column what is wrong, and writes nothing', async () => {
  const filas: Fila[] = [
    { clave: 'BIEN', nombre: 'Bien' },
    { clave: 'MAL', nombre: 'Mal', entidad: 'Xalisco' },
  ];
  expect(await check('sedes', filas)).toEqual([
    expect.objectContaining({ fila: 3, columna: 'entidad', valor: 'Xalisco', nivel: 'error' }),
  ]);
  await expect(write('sedes', filas)).rejects.toThrow(HojaProblems);
  expect((await read('sedes', { busqueda: 'bien' })).length).toBe(0);
  expect((await check('residencias', [{ clave: '2-otra', nombre: 'Otra' }]))[0]).toMatchObject({
    columna: 'padre',
  });
});

describe('a reference', () => {
  const insert = (catalogo: 'entidades', clave: string, nombre: string, activo = true) =>
    portal.services.db
      .insertInto('catalogo_items')
      .values({
        catalogo,
        clave,
        nombre,
        datos: sql<never>`'{}'::jsonb`,
        busqueda: fold(`${clave} ${nombre}`),
        orden: 900,
        activo,
      })
      .execute();
  const problemOf = async (entidad: string) =>
    (await check('sedes', [{ clave: 'POR-NOMBRE', nombre: 'Por nombre', entidad }])).map(
      ({ mensaje }) => mensaje,
    );

  it('is accepted by its name, as people write it', async () => {
    const filas = ['Querétaro', 'QUERETARO', '  querétaro ', 'Quere\u0301taro', 'QT'].map(
      (entidad, i) => ({ clave: `Q${i}`, nombre: `Sede ${i}`, entidad }),
    );
    expect(await check('sedes', filas)).toEqual([]);
    await write('sedes', filas);
    const written = await read('sedes', { busqueda: 'sede' });
    for (const { clave } of filas) {
      expect(written).toContainEqual(expect.objectContaining({ clave, entidad: 'QT' }));
    }
    // Written again by its key it is the same: nothing changes.
    expect(await write('sedes', filas)).toMatchObject({ sinCambio: filas.length });
  });

  it('is what is written whole: a part of a name, or a name with more, is nobody’s', async () => {
    for (const text of ['Querét', 'Querétaro de Arteaga', 'Q%', '_T', 'Q T', '-']) {
      expect(await problemOf(text), text).toEqual([
        'Ningún elemento tiene esa clave ni ese nombre.',
      ]);
    }
  });

  it('that is nobody’s is asked about, with what is like it; what changes is said by name', async () => {
    const [problem] = await check('sedes', [{ clave: 'D', nombre: 'D', entidad: 'Chihuaha' }]);
    expect(problem).toMatchObject({ columna: 'entidad', valor: 'Chihuaha', duda: true });
    const textos = ['Chihuaha', 'Estado de Chihuahua', 'Zzz'];
    const found = await hoja('sedes').suggest!('entidad', textos, ctx());
    const chihuahua = { valor: 'CH', texto: 'Chihuahua (CH)' };
    expect(found.get('Chihuaha')?.[0]).toEqual(chihuahua);
    expect(found.get('Estado de Chihuahua')?.[0]).toEqual(chihuahua);
    expect(found.get('Zzz')).toEqual([]);
    await write('sedes', [{ clave: 'D', nombre: 'D', entidad: 'CH' }]);
    const { efectos } = await look('sedes', [{ clave: 'D', nombre: 'D', entidad: 'Oaxaca' }]);
    expect(efectos?.[0]?.celdas).toEqual([
      { columna: 'entidad', antes: 'Chihuahua', despues: 'Oaxaca' },
    ]);
  });

  it('says by whom a datum is held that no two may have', async () => {
    const filas = ['X1', 'X2'].map((clave, i) => ({ clave, nombre: clave, inegi: `9${i}` }));
    await write('entidades', filas);
    expect(await check('entidades', filas)).toEqual([]);
    const taken = await check('entidades', [{ clave: 'X3', nombre: 'X3', inegi: '91' }]);
    expect(taken).toEqual([
      expect.objectContaining({ columna: 'inegi', mensaje: '«X2» ya tiene ese dato.' }),
    ]);
  });

  it('by a name that two have is refused, with both keys; by either key it is accepted', async () => {
    await insert('entidades', 'N1', 'Nueva Tierra');
    await insert('entidades', 'N2', 'NUEVA  TIÉRRA');
    expect(await problemOf('nueva tierra')).toEqual([
      '2 elementos se llaman así: «N1» y «N2». Escriba la clave del que corresponde.',
    ]);
    expect(await problemOf('N1')).toEqual([]);
    expect(await problemOf('N2')).toEqual([]);
  });

  it('by a name that one offered item has is that one, whatever was put away; a key wins', async () => {
    await insert('entidades', 'V1', 'Vieja Tierra', false);
    expect(await problemOf('Vieja tierra')).toEqual([
      '«Vieja Tierra» está inactivo: elija otro o reactívelo.',
    ]);
    await insert('entidades', 'V2', 'Vieja Tierra');
    expect(await problemOf('Vieja tierra')).toEqual([]);
    await insert('entidades', 'Puebla de los Ángeles', 'Otra');
    await insert('entidades', 'V3', 'Puebla de los Ángeles');
    await write('sedes', [{ clave: 'G', nombre: 'Gana', entidad: 'Puebla de los Ángeles' }]);
    expect(await read('sedes', { busqueda: 'gana' })).toEqual([
      expect.objectContaining({ entidad: 'Puebla de los Ángeles' }),
    ]);
  });
});
