import { describe, expect, it } from 'vitest';
import { currentOf, filterItems, groupItems } from './navigation-items.ts';

const Nada = () => null;
const entry = (group: string, label: string) => ({ group, label, to: '/', icon: Nada });
const MENU = [
  entry('Mi portal', 'Inicio'),
  entry('Expedientes', 'Sin CURP'),
  entry('Administración', 'Catálogos'),
  entry('Expedientes', 'Datos por revisar'),
];

describe('where one is in the menu', () => {
  const all = ['/', '/people', '/people?pendiente=sinCurp', '/fusiones'];
  it.each([
    ['/', '', '/'],
    ['/people', '', '/people'],
    ['/people', '?pendiente=sinCurp&pagina=2', '/people?pendiente=sinCurp'],
    ['/people', '?pendiente=discrepancias', '/people'],
    ['/fusiones/1', '', '/fusiones'],
    ['/fusionesx', '', null],
    ['/person/X', '', null],
  ])('%s%s is %s', (pathname, search, expected) => {
    expect(currentOf(all, { pathname, search })).toBe(expected);
  });
});

it('groups come as their first entry does, and hold theirs together', () => {
  expect(groupItems(MENU).map(([group, items]) => [group, items.length])).toEqual([
    ['Mi portal', 1],
    ['Expedientes', 2],
    ['Administración', 1],
  ]);
});

it('is filtered by words without accents, of an entry or of its group', () => {
  const labels = (text: string) => filterItems(MENU, text).map(({ label }) => label);
  expect(labels('catalogos')).toEqual(['Catálogos']);
  expect(labels('EXPED revisar')).toEqual(['Datos por revisar']);
  expect(labels('expedientes')).toEqual(['Sin CURP', 'Datos por revisar']);
  expect(labels(' ')).toHaveLength(4);
});
