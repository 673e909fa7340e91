import { expect, it } from 'vitest';
import { sayAge } from './keep-offline.ts';

it('says how old what a page says is, by its greatest unit', () => {
  expect(sayAge(30_000)).toBe('ahora mismo');
  expect(sayAge(5 * 60_000)).toBe('hace 5 minutos');
  expect(sayAge(90 * 60_000)).toBe('hace 1 hora');
  expect(sayAge(3 * 86_400_000 + 1)).toBe('hace 3 días');
});
