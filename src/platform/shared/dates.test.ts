import { describe, expect, it } from 'vitest';
import { formatInstante } from './dates.ts';

describe('an instant', () => {
  it.each([
    ['2026-11-21T16:32:05Z', '21 de noviembre de 2026, 10:32:05 horas (centro de México)'],
    // Midnight is 00, not 24; the day is Mexico's, not UTC's; there is no summer time since 2022.
    ['2026-07-01T06:00:00Z', '1 de julio de 2026, 00:00:00 horas (centro de México)'],
    ['2027-01-01T05:59:59Z', '31 de diciembre de 2026, 23:59:59 horas (centro de México)'],
  ])('%s', (iso, expected) => {
    expect(formatInstante(new Date(iso))).toBe(expected);
  });
});
