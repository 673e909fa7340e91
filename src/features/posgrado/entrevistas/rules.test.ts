import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calendarOf } from '../../../platform/shared/working-days.ts';
import {
  cambiaHasta,
  describeLugarLibre,
  isEnLinea,
  lugarProblem,
  MAX_DIAS,
  type Plan,
  planHorarios,
  porQueNoCambia,
} from './rules.ts';

const CALENDARIO = calendarOf(['2027-04-14', { desde: '2027-04-19', hasta: '2027-04-23' }]);
const PLAN: Plan = {
  ...{ desde: '2027-04-12', hasta: '2027-04-12', de: '09:00', a: '11:00' },
  ...{ minutos: 30, pausa: 10 },
};
/** HH:MM of an instant in Mexico City, six hours behind Greenwich all year. */
const horaDeMexico = (instant: Date) =>
  new Date(instant.getTime() - 6 * 3_600_000).toISOString().slice(11, 16);
const iso = ({ inicia, termina }: { inicia: Date; termina: Date }) =>
  `${inicia.toISOString().slice(5, 16)} ${termina.toISOString().slice(11, 16)}`;

describe('the slots of a plan', () => {
  it('follow one another with a pause, and fit whole in its hours of Mexico City', () => {
    expect(planHorarios(PLAN, CALENDARIO).horarios.map(iso)).toEqual([
      '04-12T15:00 15:30',
      '04-12T15:40 16:10',
      '04-12T16:20 16:50',
    ]);
    // 11:00 is the end of the last one.
    expect(planHorarios({ ...PLAN, minutos: 60, pausa: 0 }, CALENDARIO).horarios.map(iso)).toEqual([
      '04-12T15:00 16:00',
      '04-12T16:00 17:00',
    ]);
  });

  it('are on working days of the judicial calendar', () => {
    const { horarios, saltados } = planHorarios(
      { ...PLAN, hasta: '2027-04-26', a: '09:30' },
      CALENDARIO,
    );
    expect(horarios.map(({ inicia }) => inicia.toISOString().slice(0, 10))).toEqual(
      ['12', '13', '15', '16', '26'].map((dia) => `2027-04-${dia}`),
    );
    expect(saltados).toEqual(
      ['14', '17', '18', '19', '20', '21', '22', '23', '24', '25'].map((dia) => `2027-04-${dia}`),
    );
  });

  it('are none when it ends before it begins, by day or by hour', () => {
    expect(planHorarios({ ...PLAN, hasta: '2027-04-11' }, CALENDARIO)).toEqual({
      horarios: [],
      saltados: [],
    });
    expect(planHorarios({ ...PLAN, a: '09:29' }, CALENDARIO).horarios).toEqual([]);
    expect(planHorarios({ ...PLAN, a: '08:00' }, CALENDARIO).horarios).toEqual([]);
  });

  it('never overlap, and are as long as was said, however long the plan', () => {
    const hora = fc
      .integer({ min: 0, max: 1439 })
      .map(
        (n) => `${String(Math.floor(n / 60)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}`,
      );
    fc.assert(
      fc.property(
        hora,
        hora,
        fc.integer({ min: 10, max: 240 }),
        fc.integer({ min: 0, max: 120 }),
        fc.integer({ min: 1, max: 27 }),
        (de, a, minutos, pausa, dia) => {
          const hasta = `2027-05-${String(dia).padStart(2, '0')}`;
          const { horarios } = planHorarios(
            { desde: '2027-05-01', hasta, de, a, minutos, pausa },
            CALENDARIO,
          );
          for (const [i, { inicia, termina }] of horarios.entries()) {
            expect(termina.getTime() - inicia.getTime()).toBe(minutos * 60_000);
            const before = horarios[i - 1];
            if (before) {
              // The pause is between two of one day: from the last of a day to the first of the next there may be less.
              const isOfOneDay = horaDeMexico(inicia) > horaDeMexico(before.inicia);
              expect(inicia.getTime() - before.termina.getTime()).toBeGreaterThanOrEqual(
                isOfOneDay ? pausa * 60_000 : 0,
              );
            }
          }
        },
      ),
      { numRuns: 60 },
    );
    const { horarios } = planHorarios(
      { ...PLAN, desde: '2027-01-01', hasta: '9999-12-31', minutos: 10, pausa: 0, a: '09:10' },
      calendarOf([]),
    );
    expect(horarios.length).toBeLessThanOrEqual(MAX_DIAS + 1);
  });
});

describe('a change', () => {
  const inicia = new Date('2027-04-15T16:00:00.000Z');
  const at = (text: string) => new Date(text);
  const por = (recibido: string, cambios = 0) =>
    porQueNoCambia({ inicia, cambios }, { horas: 48, recibido: at(recibido) });

  it('is taken until the very instant, once', () => {
    expect(cambiaHasta(inicia, 48).toISOString()).toBe('2027-04-13T16:00:00.000Z');
    expect(por('2027-04-13T16:00:00.000Z')).toBeNull();
    expect(por('2027-04-13T16:00:00.001Z')).toBe('tarde');
    expect(por('2027-04-15T17:00:00.000Z')).toBe('tarde');
    expect(por('2027-04-01T00:00:00.000Z', 1)).toBe('yaCambio');
    expect(porQueNoCambia({ inicia, cambios: 0 }, { horas: 0, recibido: inicia })).toBeNull();
  });
});

it('a link is told to its applicant and panel only, and is a whole one', () => {
  expect(describeLugarLibre('https://reunion.example/abc?clave=1')).toBe('En línea');
  expect(describeLugarLibre('Sala 2, segundo piso')).toBe('Sala 2, segundo piso');
  expect(['https://x.example/a', 'Sala 2', 'http://x.example'].map(isEnLinea)).toEqual([
    true,
    false,
    false,
  ]);
  expect(lugarProblem('https://reunion.example/abc')).toBeNull();
  expect(lugarProblem('Sala 2: segundo piso')).toBeNull();
  for (const mal of [
    'http://reunion.example/abc',
    'javascript:alert(1)',
    'data:text/html,x',
    'https://',
    'https://reunion',
    'https://reunion.example/ab c',
  ]) {
    expect(lugarProblem(mal)).toEqual(expect.stringContaining('enlace'));
  }
});
