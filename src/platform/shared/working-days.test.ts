import { expect, it } from 'vitest';
import { integer, seededRandom } from './random.ts';
import {
  addWorkingDays,
  calendarOf,
  deadlineOf,
  isWorkingDay,
  nextWorkingDay,
  workingDaysBetween,
} from './working-days.ts';

const CALENDAR = calendarOf([
  '2026-09-14',
  { desde: '2026-09-16', hasta: '2026-09-16' },
  { desde: '2026-12-16', hasta: '2027-01-03' },
]);

it('knows weekends, days and periods', () => {
  expect(isWorkingDay('2026-09-15', CALENDAR)).toBe(true);
  for (const day of ['2026-09-12', '2026-09-13', '2026-09-14', '2026-09-16', '2026-12-25']) {
    expect(isWorkingDay(day, CALENDAR)).toBe(false);
  }
  expect(() => isWorkingDay('2026-02-30', CALENDAR)).toThrow(RangeError);
  expect(() => isWorkingDay('26-02-03', CALENDAR)).toThrow(RangeError);
});

it('does not count the day of the notification, nor non-working days', () => {
  // Notified on Friday 11: 15 and 17 are the first two days of the term.
  expect(addWorkingDays('2026-09-11', 1, CALENDAR)).toBe('2026-09-15');
  expect(addWorkingDays('2026-09-11', 2, CALENDAR)).toBe('2026-09-17');
  // Notified on a holiday, the same.
  expect(addWorkingDays('2026-09-14', 1, CALENDAR)).toBe('2026-09-15');
  expect(addWorkingDays('2026-12-15', 1, CALENDAR)).toBe('2027-01-04');
  expect(addWorkingDays('2026-09-12', 0, CALENDAR)).toBe('2026-09-15');
  expect(addWorkingDays('2026-09-17', -2, CALENDAR)).toBe('2026-09-11');
  expect(nextWorkingDay('2026-12-20', CALENDAR)).toBe('2027-01-04');
  expect(workingDaysBetween('2026-09-11', '2026-09-18', CALENDAR)).toBe(3);
  expect(workingDaysBetween('2026-09-11', '2026-09-11', CALENDAR)).toBe(0);
});

it('refuses a calendar without working days, instead of never ending', () => {
  const closed = calendarOf([{ desde: '2026-01-01', hasta: '2030-01-01' }]);
  expect(() => addWorkingDays('2026-01-01', 1, closed)).toThrow(RangeError);
});

it('holds for any day, term and calendar', () => {
  const random = seededRandom(7);
  const day = () =>
    new Date(Date.UTC(2024, 0, 1 + integer(random, 0, 1500))).toISOString().slice(0, 10);
  for (let i = 0; i < 400; i++) {
    const calendar = calendarOf(Array.from({ length: integer(random, 0, 60) }, day));
    const from = day();
    const n = integer(random, 1, 40);
    const end = addWorkingDays(from, n, calendar);
    expect(isWorkingDay(end, calendar)).toBe(true);
    expect(end > from).toBe(true);
    // The term has exactly its days, and one less ends before.
    expect(workingDaysBetween(from, end, calendar)).toBe(n);
    if (n > 1) expect(addWorkingDays(from, n - 1, calendar) < end).toBe(true);
    // Terms add up, and going back returns.
    const k = integer(random, 1, 20);
    expect(addWorkingDays(end, k, calendar)).toBe(addWorkingDays(from, n + k, calendar));
    const start = nextWorkingDay(from, calendar);
    expect(addWorkingDays(addWorkingDays(start, n, calendar), -n, calendar)).toBe(start);
    // Each more holiday never shortens a term.
    const later = calendarOf([end]);
    expect(addWorkingDays(from, n, later) >= addWorkingDays(from, n, calendarOf([]))).toBe(true);
    expect(workingDaysBetween(end, from, calendar)).toBe(
      0 - workingDaysBetween(from, end, calendar),
    );
  }
});

it('ends a term at the last instant of its day in Mexico City', () => {
  const calendar = calendarOf(['2026-09-14', '2026-09-16']);
  const at = (notified: string, n: number) =>
    deadlineOf(new Date(notified), n, calendar).toISOString();
  // The evening of 10 March in Mexico is 11 March in UTC: it was notified on the 10th.
  expect(at('2026-03-11T05:59:59.999Z', 1)).toBe('2026-03-12T05:59:59.999Z');
  expect(at('2026-03-11T06:00:00.000Z', 1)).toBe('2026-03-13T05:59:59.999Z');
  // Friday at night, over the weekend and the holiday of the 16th.
  expect(at('2026-09-12T04:00:00.000Z', 2)).toBe('2026-09-18T05:59:59.999Z');
});
