import { expect, it } from 'vitest';
import { readCedula } from '../academicos/rules.ts';
import { readExpediente } from './rules.ts';

it('a number of expediente is kept without spaces, in capitals', () => {
  expect(readExpediente(' ab 1234/56 ')).toEqual({ valor: 'AB1234/56' });
  for (const wrong of ['', 'SIN', '#12', 'A'.repeat(21), '-']) {
    expect(readExpediente(wrong)).toHaveProperty('problema');
  }
});

it('a cédula profesional is its digits', () => {
  expect(readCedula('12 345 678')).toEqual({ valor: '12345678' });
  expect(readCedula('54321')).toEqual({ valor: '54321' });
  for (const wrong of ['1234', '0123456', '123456789', 'CED-1234567', '']) {
    expect(readCedula(wrong)).toHaveProperty('problema');
  }
});
