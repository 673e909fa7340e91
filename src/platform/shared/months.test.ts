import { expect, it } from 'vitest';
import { asMonth, nameOfMonth, plusDays, plusMonths, weeksOf } from './months.ts';

it('lays a month out in whole weeks from Monday on', () => {
  const weeks = weeksOf('2026-11');
  expect(weeks).toHaveLength(6);
  expect(weeks[0]?.[0]).toBe('2026-10-26');
  expect(weeks.at(-1)?.at(-1)).toBe('2026-12-06');
  // One that begins on a Monday and has four weeks has no other month's days.
  expect(weeksOf('2027-02').flat()).toEqual(
    Array.from({ length: 28 }, (_, i) => plusDays('2027-02-01', i)),
  );
  for (let i = 0; i < 60; i++) {
    const mes = plusMonths('2024-01', i);
    const days = weeksOf(mes).flat();
    expect(new Date(days[0]!).getUTCDay()).toBe(1);
    expect(days.filter((day) => day.startsWith(mes)).length).toBeGreaterThanOrEqual(28);
    expect(weeksOf(mes).every((week) => week.some((day) => day.startsWith(mes)))).toBe(true);
  }
});

it('goes from month to month over the end of a year', () => {
  expect(plusMonths('2026-12', 1)).toBe('2027-01');
  expect(plusMonths('2026-01', -1)).toBe('2025-12');
  expect(nameOfMonth('2026-11')).toBe('noviembre de 2026');
  expect([asMonth('2026-13'), asMonth('x'), asMonth(null), asMonth('2026-02')]).toEqual([
    null,
    null,
    null,
    '2026-02',
  ]);
});
