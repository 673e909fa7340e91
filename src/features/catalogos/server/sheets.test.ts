import { afterAll, beforeAll, expect, it } from 'vitest';
import { importRows } from '../../../../tests/importar.ts';
import { startTestPortal, type TestPortal } from '../../../../tests/portal.ts';
import { type Sheet, SheetProblems } from '../../../platform/server/sheets/define.ts';
import { catalogosSheets } from './sheets.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { jobs: false });
});
afterAll(() => portal.stop());

type Fila = Record<string, string | number | boolean | null>;
const sheet = (id: string): Sheet => catalogosSheets.find((one) => one.id === `catalogo-${id}`)!;
const ctx = () => ({
  db: portal.services.db,
  now: new Date(),
  actorUid: 'u1',
});
const numbered = (filas: Fila[]) => filas.map((valores, i) => ({ fila: i + 2, valores }));
const check = (id: string, filas: Fila[]) => sheet(id).checkRows!(numbered(filas), ctx());
const write = (id: string, filas: Fila[]) => importRows(portal.services, sheet(id), filas);
const read = async (id: string, filtros: unknown): Promise<Fila[]> => {
  const found: Fila[] = [];
  const filters = sheet(id).filters!.parse(filtros);
  for await (const rows of sheet(id).exportRows!(filters, ctx())) found.push(...(rows as Fila[]));
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
  expect(await write('sedes', filas)).toEqual({ nuevas: 1, cambiadas: 2, sinCambio: 0 });
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
    { clave: 'MAL', nombre: 'Mal', entidad: 'Jalisco' },
  ];
  expect(await check('sedes', filas)).toEqual([
    expect.objectContaining({ fila: 3, columna: 'entidad', valor: 'Jalisco', nivel: 'error' }),
  ]);
  await expect(write('sedes', filas)).rejects.toThrow(SheetProblems);
  expect((await read('sedes', { busqueda: 'bien' })).length).toBe(0);
  expect((await check('residencias', [{ clave: '2-otra', nombre: 'Otra' }]))[0]).toMatchObject({
    columna: 'padre',
  });
});
