import { fechaDe, startOfDay } from './dates.ts';

/**
 * Deadlines in working days of the judicial calendar. Days are `AAAA-MM-DD` of the school's own
 * calendar: no hours, no time zones, but for `deadlineOf`.
 *
 * - Saturdays and Sundays never count, nor do the days of the calendar's catalog.
 * - The day of a notification is not counted: a term begins on the next working day, so a term of
 *   n days ends on the n-th working day after it.
 * - A term of 0 days, or a day that is set by the calendar, that falls on a non-working day moves to
 *   the next working one.
 */

/** A day, or a period with both ends in it. */
export type NonWorkingDay = { readonly desde: string; readonly hasta: string };

/** A calendar ready to be asked; make it once with `calendarOf`. */
export type Calendar = { readonly isNonWorking: (fecha: string) => boolean };

const DAY = 86_400_000;
/** No term is longer than this many days of nothing but holidays. */
const MAX_GAP = 400;

const toDay = (fecha: string): number => {
  const time = Date.parse(`${fecha}T00:00:00Z`);
  const day = time / DAY;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(fecha) || !Number.isInteger(day) || toFecha(day) !== fecha) {
    throw new RangeError(`Not a day: ${fecha}`);
  }
  return day;
};

const toFecha = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

// Day 0, 1 January 1970, was a Thursday.
const isWeekend = (day: number): boolean => {
  const weekday = (((day + 4) % 7) + 7) % 7;
  return weekday === 0 || weekday === 6;
};

/** The calendar of these days and periods, besides Saturdays and Sundays. */
export const calendarOf = (days: Iterable<string | NonWorkingDay>): Calendar => {
  const single = new Set<string>();
  const periods: NonWorkingDay[] = [];
  for (const day of days) {
    if (typeof day === 'string') single.add(day);
    else if (day.desde === day.hasta) single.add(day.desde);
    else periods.push(day);
  }
  return {
    isNonWorking: (fecha) =>
      single.has(fecha) || periods.some(({ desde, hasta }) => desde <= fecha && fecha <= hasta),
  };
};

const works = (day: number, calendar: Calendar): boolean =>
  !isWeekend(day) && !calendar.isNonWorking(toFecha(day));

/** Whether a term counts that day. */
export const isWorkingDay = (fecha: string, calendar: Calendar): boolean =>
  works(toDay(fecha), calendar);

/** Walks to the first working day from `day` on, in one direction. */
const walk = (day: number, step: 1 | -1, calendar: Calendar): number => {
  for (let at = day, tries = 0; tries < MAX_GAP; at += step, tries++) {
    if (works(at, calendar)) return at;
  }
  throw new RangeError(`No working day in ${MAX_GAP} days from ${toFecha(day)}`);
};

/** That day when it is a working one, or the first one after it. */
export const nextWorkingDay = (fecha: string, calendar: Calendar): string =>
  toFecha(walk(toDay(fecha), 1, calendar));

/**
 * The last day of a term of `n` working days that was notified on `fecha`: that day is not counted.
 * With a negative `n`, the n-th working day before it. With 0, the day itself or the next working one.
 */
export const addWorkingDays = (fecha: string, n: number, calendar: Calendar): string => {
  if (!Number.isInteger(n)) throw new RangeError(`Not a whole number of days: ${n}`);
  let day = toDay(fecha);
  if (n === 0) return toFecha(walk(day, 1, calendar));
  const step = n > 0 ? 1 : -1;
  for (let left = Math.abs(n); left > 0; left--) day = walk(day + step, step, calendar);
  return toFecha(day);
};

/**
 * Working days after `desde` up to `hasta`, which is included: those of a term that runs between
 * them. Negative when `hasta` is earlier.
 */
export const workingDaysBetween = (desde: string, hasta: string, calendar: Calendar): number => {
  const [from, to] = [toDay(desde), toDay(hasta)];
  if (to < from) return 0 - workingDaysBetween(hasta, desde, calendar);
  let count = 0;
  for (let day = from + 1; day <= to; day++) if (works(day, calendar)) count += 1;
  return count;
};

/**
 * The last instant of a term of `n` working days that was notified at that instant: 23:59:59.999 of
 * its last day in the school's time zone, whatever the clock of the server says.
 */
export const deadlineOf = (notified: Date, n: number, calendar: Calendar): Date =>
  new Date(startOfDay(addWorkingDays(fechaDe(notified), n, calendar), 1).getTime() - 1);
