import { MESES } from './dates.ts';

const DAY = 86_400_000;

/** A day (YYYY-MM-DD) so many days later, or earlier. */
export const plusDays = (fecha: string, days: number): string =>
  new Date(Date.parse(`${fecha}T00:00:00Z`) + days * DAY).toISOString().slice(0, 10);

/** A month (YYYY-MM) so many months later, or earlier. */
export const plusMonths = (mes: string, months: number): string => {
  const [year = 0, month = 1] = mes.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 7);
};

/** The weeks of a month (YYYY-MM) from Monday on, whole: days (YYYY-MM-DD) of the months beside it too. */
export const weeksOf = (mes: string): string[][] => {
  const first = `${mes}-01`;
  const start = plusDays(first, -((new Date(first).getUTCDay() + 6) % 7));
  const weeks: string[][] = [];
  for (let day = start; day.slice(0, 7) <= mes; day = plusDays(day, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, i) => plusDays(day, i)));
  }
  return weeks;
};

/** «noviembre de 2026» */
export const nameOfMonth = (mes: string): string => {
  const [year = '', month = '1'] = mes.split('-');
  return `${MESES[Number(month) - 1]} de ${year}`;
};

/** The text when it is a month (YYYY-MM) that a calendar can show; otherwise null. */
export const asMonth = (text: string | null): string | null =>
  text !== null && /^20\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : null;
