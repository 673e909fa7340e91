import { describe, expect, it } from 'vitest';
import {
  COMO_SE_CUENTA,
  leerMarca,
  MARCAS,
  porcentajeDe,
  type Recuento,
  TODAS_LAS_MARCAS,
} from './asistencia/rules.ts';
import {
  decidirPorCifras,
  decidirResultado,
  describeMinimos,
  destinoDeCelda,
  formatCalificacion,
  leerCalificacion,
  porQueNoSeCierra,
} from './rules.ts';

const cero: Recuento = { asistio: 0, retardo: 0, justificada: 0, falta: 0, sinRegistro: 0 };

describe('a grade as it is typed', () => {
  it.each([
    ['8', 8],
    ['8.5', 8.5],
    ['8,5', 8.5],
    [' 10 ', 10],
    ['10.00', 10],
    ['9.750', 9.75],
    ['0', 0],
    ['.5', 0.5],
    ['7.', 7],
    ['', null],
    ['  ', null],
  ])('«%s» is %s', (texto, valor) => {
    expect(leerCalificacion(texto)).toEqual({ valor });
  });
  it.each(['85', '10.01', '-1', 'ocho', '8.555', '1,000.5', '8 5', '8.5.1', 'NaN', '1e1', '100'])(
    '«%s» is none, and says why',
    (texto) => {
      expect(leerCalificacion(texto)).toEqual({ error: expect.any(String) });
    },
  );
  it('is read again from how it is shown, whatever it is', () => {
    for (let n = 0; n <= 1000; n += 1) {
      const valor = n / 100;
      expect(leerCalificacion(formatCalificacion(valor))).toEqual({ valor });
      expect(leerCalificacion(formatCalificacion(valor).replace('.', ','))).toEqual({ valor });
    }
    expect(formatCalificacion(null)).toBe('');
  });
});

describe('attendance', () => {
  it.each([
    [{ asistio: 8, falta: 2 }, 80],
    [{ asistio: 7, retardo: 1, falta: 2 }, 80],
    // The justified ones count neither way.
    [{ asistio: 4, justificada: 5, falta: 1 }, 80],
    [{ justificada: 3 }, null],
    [{}, null],
    [{ falta: 3 }, 0],
    [{ asistio: 2, falta: 1, sinRegistro: 9 }, 66.66],
  ])('%o: %s', (recuento, esperado) => {
    expect(porcentajeDe({ ...cero, ...recuento })).toBe(esperado);
  });
  it('reaches a minimum exactly when the sessions do, without rounding', () => {
    for (let contadas = 1; contadas <= 60; contadas += 1) {
      for (let asistio = 0; asistio <= contadas; asistio += 1) {
        for (const minima of [1, 33, 66, 67, 80, 99, 100]) {
          const pct = porcentajeDe({ ...cero, asistio, falta: contadas - asistio })!;
          expect(pct >= minima).toBe(asistio * 100 >= minima * contadas);
        }
      }
    }
  });
  it('is typed with a letter or the word, however it is written', () => {
    for (const marca of TODAS_LAS_MARCAS) {
      const { palabra, letra } = MARCAS[marca];
      for (const texto of [palabra, letra, letra.toLowerCase(), palabra.toUpperCase()]) {
        expect(leerMarca(texto)).toEqual({ valor: marca });
      }
    }
    expect(leerMarca('asistio')).toEqual({ valor: 'asistio' });
    expect(leerMarca(' ')).toEqual({ valor: null });
    expect(leerMarca('x')).toHaveProperty('error');
    expect(COMO_SE_CUENTA).toContain('retardo');
  });
});

describe('who passes', () => {
  const minimos = { calificacion: 8, asistencia: 80 };
  it.each([
    [8, { asistio: 8, falta: 2 }, 'acreditada'],
    [7.99, { asistio: 10 }, 'noAcreditada'],
    [10, { asistio: 79, falta: 21 }, 'noAcreditada'],
    // Nothing counts: there was no session, or all were justified.
    [8, {}, 'acreditada'],
    [8, { justificada: 4 }, 'acreditada'],
  ])('%s with %o: %s', (calificacion, recuento, resultado) => {
    const decision = decidirResultado(
      { calificacion, asistencia: { ...cero, ...recuento } },
      minimos,
    );
    expect(decision).toMatchObject({ resultado });
    expect('razones' in decision && decision.razones).toHaveLength(2);
  });
  it.each([
    [null, {}, ['la calificación']],
    [9, { sinRegistro: 1 }, ['la asistencia de 1 sesión']],
    [null, { asistio: 1, sinRegistro: 2 }, ['la calificación', 'la asistencia de 2 sesiones']],
  ])('%s with %o is not decided', (calificacion, recuento, falta) => {
    const registrado = { calificacion, asistencia: { ...cero, ...recuento } };
    expect(decidirResultado(registrado, minimos)).toEqual({ falta });
  });
  it('needs nothing of what the edition does not ask', () => {
    const nada = { calificacion: null, asistencia: { ...cero, sinRegistro: 3 } };
    expect(decidirResultado(nada, { calificacion: null, asistencia: null })).toEqual({
      resultado: 'acreditada',
      porcentaje: null,
      razones: ['La edición no pide calificación ni asistencia mínimas.'],
    });
  });
  it('who has more never fares worse', () => {
    for (let nota = 0; nota < 10; nota += 0.25) {
      const menos = decidirPorCifras({ calificacion: nota, porcentaje: 80 }, minimos);
      const mas = decidirPorCifras({ calificacion: nota + 0.25, porcentaje: 90 }, minimos);
      if (menos.resultado === 'acreditada') expect(mas.resultado).toBe('acreditada');
    }
  });
});

describe('closing', () => {
  const edicion = {
    termina: '2027-01-15',
    inscripcionCierra: '2027-01-10T00:00:00Z',
    cancelada: false,
  };
  it.each([
    [{ hoy: '2027-01-14' }, {}, 'La edición no ha terminado.'],
    [{ hoy: '2027-01-15' }, {}, null],
    [{ hoy: '2027-02-15' }, { cancelada: true }, 'La edición se canceló.'],
    [
      { hoy: '2027-01-15' },
      { inscripcionCierra: '2027-01-16T00:00:00Z' },
      'Su inscripción sigue abierta.',
    ],
  ])('%o %o', ({ hoy }, cambios, porque) => {
    const ahora = new Date(`${hoy}T18:00:00Z`);
    expect(porQueNoSeCierra({ ...edicion, ...cambios }, { hoy, ahora })).toBe(porque);
  });
});

it('a cell is saved by whoever saw what it says', () => {
  expect(destinoDeCelda({ valor: 8, version: 3 }, { valor: 9, version: 3 })).toBe('guardar');
  expect(destinoDeCelda({ valor: 8, version: 3 }, { valor: 9, version: 2 })).toBe('conflicto');
  expect(destinoDeCelda({ valor: 8, version: 3 }, { valor: 8, version: 1 })).toBe('igual');
});

it('says what an edition asks of those who pass it', () => {
  expect(describeMinimos({ calificacion: 8, asistencia: 80 })).toBe(
    'Acredita quien tenga 8.00 de calificación y 80\u00a0% de asistencia.',
  );
  expect(describeMinimos({ calificacion: null, asistencia: 80 })).toBe(
    'Acredita quien tenga 80\u00a0% de asistencia.',
  );
  expect(describeMinimos({ calificacion: null, asistencia: null })).toMatch(
    /^La edición no tiene mínimos/,
  );
});
