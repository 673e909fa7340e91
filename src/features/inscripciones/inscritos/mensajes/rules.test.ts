import { expect, it } from 'vitest';
import { parrafosDe } from './rules.ts';

it('an empty line parts two paragraphs, and a line alone does not', () => {
  expect(parrafosDe('Uno.\r\nSigue.\n \n\n  Dos.\n')).toEqual(['Uno.\nSigue.', 'Dos.']);
  expect(parrafosDe('Solo uno')).toEqual(['Solo uno']);
});
