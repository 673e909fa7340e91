import { describe, expect, it } from 'vitest';
import { describePeriodo, estadoDeEdicion } from './rules.ts';

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

describe('where an edition is in its life', () => {
  const edicion = {
    inicia: '2027-02-10',
    termina: '2027-03-10',
    inscripcionAbre: '2027-01-10T15:00:00.000Z',
    inscripcionCierra: '2027-02-01T00:00:00.000Z',
    cancelada: false,
  };
  it.each([
    ['2027-01-10T14:59:59.999Z', 'programada'],
    ['2027-01-10T15:00:00.000Z', 'inscripcionesAbiertas'],
    ['2027-01-31T23:59:59.999Z', 'inscripcionesAbiertas'],
    ['2027-02-01T00:00:00.000Z', 'porComenzar'],
    // Ten at night of the ninth in Mexico City, then midnight.
    ['2027-02-10T05:59:59.999Z', 'porComenzar'],
    ['2027-02-10T06:00:00.000Z', 'enCurso'],
    ['2027-03-11T05:59:59.999Z', 'enCurso'],
    ['2027-03-11T06:00:00.000Z', 'concluida'],
  ])('at %s: %s', (ahora, estado) => {
    expect(estadoDeEdicion(edicion, new Date(ahora))).toBe(estado);
    expect(estadoDeEdicion({ ...edicion, cancelada: true }, new Date(ahora))).toBe('cancelada');
  });

  it('is being given though enrolment is still open, or has not opened yet', () => {
    const ahora = new Date('2027-02-15T12:00:00Z');
    for (const inscripcionCierra of ['2027-03-01T00:00:00Z', '2027-01-20T00:00:00Z']) {
      expect(estadoDeEdicion({ ...edicion, inscripcionCierra }, ahora)).toBe('enCurso');
    }
    const tarde = {
      ...edicion,
      inscripcionAbre: '2027-03-01T00:00:00Z',
      inscripcionCierra: '2027-03-05T00:00:00Z',
    };
    expect(estadoDeEdicion(tarde, ahora)).toBe('enCurso');
  });
});
