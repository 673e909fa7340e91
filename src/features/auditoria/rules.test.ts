import { expect, it } from 'vitest';
import { describeCambio } from './rules.ts';

it('says what changed in words: identifiers, and long lists, by their number', () => {
  const id = '3ba2fe24-9915-4a13-b657-01081697e3da';
  expect(describeCambio({ role: null }, { role: 'Escolar' })).toEqual(['role: (vacío) → Escolar']);
  expect(describeCambio(null, { personas: [id] })).toEqual(['personas: 1 registro']);
  expect(describeCambio(null, { personas: [id, id] })).toEqual(['personas: 2 registros']);
  expect(describeCambio(null, { roles: ['Admin'] })).toEqual(['roles: ["Admin"]']);
  expect(describeCambio(null, { filas: Array(1200).fill('x') })).toEqual([
    'filas: 1,200 registros',
  ]);
});
