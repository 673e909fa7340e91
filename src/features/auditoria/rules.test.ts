import { expect, it } from 'vitest';
import { foldServer } from '../../platform/server/feature.ts';
import type { DatoDescrito } from '../../platform/shared/historial.ts';
import { SERVER_FEATURES } from '../../server-features.ts';
import { decirRenglon, describeCambio, idsNombrados, nombreDeRegistro } from './rules.ts';

const { vocabulario } = foldServer(SERVER_FEATURES).given;
const ID = 'b433b2bc-9915-4a13-b657-01081697e3da';

const lines = (accion: string, antes: object | null, despues: object | null, nombres = {}) =>
  describeCambio(vocabulario, {
    accion,
    antes: antes as Record<string, unknown> | null,
    despues: despues as Record<string, unknown> | null,
    nombres,
  }).renglones.map(decirRenglon);

it('says what changed as people call it, and what an id names', () => {
  const despues = { catalogo: 'sedes', entidad: ID, activo: true, hasta: '2026-12-24', version: 3 };
  expect(
    lines('catalogo.editar', { catalogo: 'sedes', activo: false }, despues, { [ID]: 'Chihuahua' }),
  ).toEqual([
    'Catálogo: Sedes',
    'Activo: No → Sí',
    'Entidad: Chihuahua',
    'Último día: 24 de diciembre de 2026',
  ]);
  expect(lines('cuenta.cambiarRol', { role: null }, { role: 'Escolar' })).toEqual([
    'Rol: sin dato → Escolar',
  ]);
  expect(
    lines('hoja.exportar', null, {
      hoja: 'catalogo-sedes',
      filtros: { estado: 'activos' },
      filas: 3000,
    }),
  ).toEqual(['Lista: Sedes', 'Filtros: Estado activos', 'Filas: 3,000']);
});

it('says long lists, and what no longer has a name, by their number', () => {
  expect(lines('cuenta.listar', null, { personas: [ID] })).toEqual([
    'Expedientes a la vista: 1 registro',
  ]);
  expect(lines('cuenta.listar', null, { personas: [ID] }, { [ID]: 'Ana Ruiz' })).toEqual([
    'Expedientes a la vista: Ana Ruiz',
  ]);
  expect(lines('cuenta.listar', null, { personas: Array(1200).fill(ID) })).toEqual([
    'Expedientes a la vista: 1,200 registros',
  ]);
  // Those of a closed list are not records: they are few, and named.
  const dato = vocabulario.describeDato('persona.editarDato', 'campos') as DatoDescrito;
  const campos = Object.keys(dato.valores!).slice(0, 7);
  const [said] = lines('persona.editarDato', null, { campos });
  expect(said?.split(', ')).toHaveLength(7);
  expect(lines('persona.crear', null, { cuenta: ID })).toEqual([
    'Cuenta: un registro que ya no existe',
  ]);
});

it('keeps digests and ids of inner things apart, as they are kept', () => {
  const { renglones, tecnicos } = describeCambio(vocabulario, {
    accion: 'acuse.hacerPdf',
    antes: null,
    despues: { sha256: 'ab12', nuevoDato: 1 },
    nombres: {},
  });
  expect(renglones).toEqual([]);
  expect(tecnicos).toEqual([
    { clave: 'sha256', valor: '"ab12"' },
    { clave: 'nuevoDato', valor: '1' },
  ]);
});

it('asks for the names of what is named, by kind, and of no list that is said by its number', () => {
  const found = idsNombrados(vocabulario, [
    { accion: 'catalogo.editar', antes: { padre: ID }, despues: { padre: 'otro', nombre: 'X' } },
    { accion: 'cuenta.listar', antes: null, despues: { personas: Array(6).fill(ID) } },
  ]);
  expect([...found].map(([kind, ids]) => [kind, [...ids]])).toEqual([['catalogo', [ID, 'otro']]]);
});

it('every action is offered under a group, and no group is without words', () => {
  for (const { value, grupo } of vocabulario.acciones) expect([value, grupo]).not.toContain('');
});

it('a record is called by its name as it is kept; of a person, in normal case', () => {
  expect(nombreDeRegistro('LUZ MARÍA DE LA O')).toBe('Luz María de la O');
  const como = ['Maestría en Justicia, Generación 2027', 'SP26-8S8K-9WFP-K', 'ana@demo.example'];
  expect(como.map(nombreDeRegistro)).toEqual(como);
});
