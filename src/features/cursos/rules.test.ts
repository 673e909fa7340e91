import { describe, expect, it } from 'vitest';
import { describePeriodo } from './rules.ts';

describe('the days of an edition', () => {
  it.each([
    ['2027-01-12', '2027-01-12', '12 de enero de 2027'],
    ['2027-01-05', '2027-01-12', 'Del 5 al 12 de enero de 2027'],
    ['2027-01-12', '2027-03-30', 'Del 12 de enero al 30 de marzo de 2027'],
    ['2026-12-01', '2027-03-30', 'Del 1 de diciembre de 2026 al 30 de marzo de 2027'],
  ])('%s – %s', (inicia, termina, expected) => {
    expect(describePeriodo(inicia, termina)).toBe(expected);
  });
});
