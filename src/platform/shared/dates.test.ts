import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatHora, formatInstante, formatMomento, formatPeriodo, momentoDe } from './dates.ts';

describe('an instant', () => {
  it.each([
    ['2026-11-21T16:32:05Z', '21 de noviembre de 2026, 10:32:05\u00a0h'],
    // Midnight is 00, not 24; the day is Mexico's, not UTC's; there is no summer time since 2022.
    ['2026-07-01T06:00:00Z', '1 de julio de 2026, 00:00:00\u00a0h'],
    ['2027-01-01T05:59:59Z', '31 de diciembre de 2026, 23:59:59\u00a0h'],
  ])('%s', (iso, expected) => {
    expect(formatInstante(new Date(iso))).toBe(expected);
  });

  it('is the one that the time zones of this machine give, before and after there was one offset', () => {
    const intl = new Intl.DateTimeFormat('sv-SE', {
      timeZone: 'America/Mexico_City',
      dateStyle: 'short',
      timeStyle: 'short',
    });
    const change = Date.UTC(2022, 9, 30, 7);
    const instant = fc.oneof(
      fc.date({ min: new Date('1996-04-01'), max: new Date('2099-12-31'), noInvalidDate: true }),
      fc.integer({ min: -7_200_000, max: 7_200_000 }).map((ms) => new Date(change + ms)),
    );
    fc.assert(fc.property(instant, (date) => momentoDe(date) === intl.format(date)));
  });
});

it('says the time of day alone, in the school’s time zone', () => {
  const date = new Date('2026-11-21T16:02:05Z');
  expect(formatHora(date)).toBe('10:02\u00a0h');
  expect(formatHora(date, { seconds: true })).toBe('10:02:05\u00a0h');
  expect(formatMomento(date)).toBe('21 de noviembre de 2026, 10:02\u00a0h');
});

describe('two days', () => {
  it.each([
    ['2027-01-12', '2027-01-12', '12 de enero de 2027'],
    ['2027-01-05', '2027-01-12', 'del 5 al 12 de enero de 2027'],
    // The same month's name in another year is another month.
    ['2026-01-05', '2027-01-12', 'del 5 de enero de 2026 al 12 de enero de 2027'],
    ['2027-01-12', '2027-03-30', 'del 12 de enero al 30 de marzo de 2027'],
  ])('%s – %s', (inicia, termina, expected) => {
    expect(formatPeriodo(inicia, termina)).toBe(expected);
  });
});
