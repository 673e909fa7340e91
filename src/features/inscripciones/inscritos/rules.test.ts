import { expect, it } from 'vitest';
import { decisionesDe, isReversible } from './rules.ts';

const AHORA = new Date('2026-11-30T12:00:00Z');
const INICIA = '2026-12-01';

it('what was decided may be taken back until it begins, and only when somebody decided it', () => {
  expect(isReversible('rechazada', AHORA, INICIA, AHORA)).toBe(true);
  expect(isReversible('inscrita', null, INICIA, AHORA)).toBe(false);
  expect(isReversible('baja', AHORA, INICIA, AHORA)).toBe(false);
  expect(isReversible('inscrita', AHORA, INICIA, new Date('2026-12-01T06:00:00Z'))).toBe(false);
});

it('offers what its state admits', () => {
  expect(decisionesDe('enRevision', false)).toEqual(['aceptar', 'rechazar']);
  expect(decisionesDe('inscrita', true)).toEqual(['darDeBaja', 'reconsiderar']);
  expect(decisionesDe('acreditada', false)).toEqual([]);
});
