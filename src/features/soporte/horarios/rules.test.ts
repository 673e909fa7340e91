/** Opening hours over lunch, a puente and an exception: from when the school answers, and what a wait is counted in. */
import { expect, it } from 'vitest';
import { calendarOf } from '../../../platform/shared/working-days.ts';
import { atencionDe, esperaUsual, type Horario, minutosAbiertos } from './rules.ts';

const DIA = [
  { de: '09:00', a: '15:00' },
  { de: '16:00', a: '18:00' },
];
const horario: Horario = {
  semana: new Map([1, 2, 3, 4, 5].map((dia) => [dia, DIA])),
  // Wednesday opens in the morning only.
  excepciones: new Map([['2026-11-18', [{ de: '09:00', a: '11:00' }]]]),
  // Monday the 16th is a day of rest of the judicial calendar.
  calendario: calendarOf(['2026-11-16']),
};
/** An instant by the clock of Mexico City. */
const at = (local: string) => new Date(`${local}:00-06:00`);

it('answers within its hours, and otherwise says from when, over a puente', () => {
  expect(atencionDe(horario, at('2026-11-13T14:59'))).toEqual({ abierta: true, abreEn: null });
  expect(atencionDe(horario, at('2026-11-13T15:30')).abreEn).toEqual(at('2026-11-13T16:00'));
  expect(atencionDe(horario, at('2026-11-13T18:00')).abreEn).toEqual(at('2026-11-17T09:00'));
  expect(atencionDe(horario, at('2026-11-18T11:00')).abreEn).toEqual(at('2026-11-19T09:00'));
});

it('counts waits in open time', () => {
  expect(minutosAbiertos(horario, at('2026-11-13T17:30'), at('2026-11-17T09:15'))).toBe(45);
  expect(minutosAbiertos(horario, at('2026-11-14T10:00'), at('2026-11-16T12:00'))).toBe(0);
  expect(minutosAbiertos(horario, at('2026-11-18T08:00'), at('2026-11-18T20:00'))).toBe(120);
});

it('says a usual wait from ten on', () => {
  expect(esperaUsual([1, 2, 3, 4, 5, 6, 7, 8, 9])).toBeNull();
  expect(esperaUsual([1, 2, 3, 4, 5, 60, 7, 8, 9, 10])).toBe(7);
});
