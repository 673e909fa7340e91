import { expect, it } from 'vitest';
import { decisionesDe, isReversible } from './rules.ts';

const AHORA = new Date('2026-11-30T12:00:00Z');
const EDICION = { inicia: '2026-12-01', cancelada: false };

it('what was decided may be taken back until it begins, and only when somebody decided it', () => {
  expect(isReversible('rechazada', AHORA, EDICION, AHORA)).toBe(true);
  expect(isReversible('inscrita', null, EDICION, AHORA)).toBe(false);
  expect(isReversible('rechazada', AHORA, { ...EDICION, cancelada: true }, AHORA)).toBe(false);
  expect(isReversible('baja', AHORA, EDICION, AHORA)).toBe(false);
  expect(isReversible('inscrita', AHORA, EDICION, new Date('2026-12-01T06:00:00Z'))).toBe(false);
});

it('offers what its state admits', () => {
  expect(decisionesDe('enRevision', false)).toEqual(['aceptar', 'rechazar']);
  expect(decisionesDe('inscrita', true)).toEqual(['darDeBaja', 'reconsiderar']);
  expect(decisionesDe('acreditada', false)).toEqual([]);
});
