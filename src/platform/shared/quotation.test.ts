import { expect, it } from 'vitest';
import { quoted } from './quotation.ts';

it('a sentence quoted inside another one loses its full stop, and nothing else', () => {
  expect(quoted('Diez años de servicio.')).toBe('«Diez años de servicio»');
  expect(quoted('Y así…')).toBe('«Y así…»');
  expect(quoted('Y así...')).toBe('«Y así...»');
  expect(quoted('¿Cuál?')).toBe('«¿Cuál?»');
});
