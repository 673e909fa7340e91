import { MESES } from '../../shared/dates.ts';

/** A date as typed in three fields; what is kept of it is 'YYYY-MM-DD' once it is whole. */
export type DateParts = { readonly day: string; readonly month: string; readonly year: string };

/** "5", "05", "mayo", "may." → "05"; anything else as it came. */
const readMonth = (text: string): string => {
  const word = text.trim().toLowerCase().replace(/\.$/, '');
  if (/^\d{1,2}$/.test(word)) return word.padStart(2, '0');
  const known = word === 'setiembre' ? 'septiembre' : word;
  const i = known.length >= 3 ? MESES.findIndex((month) => month.startsWith(known)) : -1;
  return i < 0 ? text : String(i + 1).padStart(2, '0');
};

/** Splits a value; an unfinished one ('-05-12') keeps what was typed. */
export const splitDate = (value: string): DateParts => {
  const [year = '', month = '', day = ''] = value.split('-');
  return { day, month, year };
};

/** Joins what was typed; empty when nothing was. Unfinished dates are kept as they are. */
export const joinDate = ({ day, month, year }: DateParts): string => {
  const clean = { day: day.trim(), month: readMonth(month), year: year.trim() };
  if (!clean.day && !clean.month && !clean.year) return '';
  const paddedDay = /^\d$/.test(clean.day) ? `0${clean.day}` : clean.day;
  return `${clean.year}-${clean.month}-${paddedDay}`;
};

/** Whether the value is a date of the calendar, written 'YYYY-MM-DD'. */
export const isRealDate = (value: string): boolean => {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value);
  if (!match) return false;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(value);
};

/** What to say of a typed date, `null` when it is good. Says which part is missing. */
export const checkDate = (value: string, what = 'la fecha'): string | null => {
  if (!value) return `Escriba ${what}.`;
  const { day, month, year } = splitDate(value);
  const missing = [
    [day, 'el día'],
    [month, 'el mes'],
    [year, 'el año'],
  ].flatMap(([part, name]) => (part ? [] : [name]));
  if (missing.length > 0) {
    return `En ${what} ${missing.length > 1 ? 'faltan' : 'falta'} ${missing.join(' y ')}.`;
  }
  if (!/^\d{4}$/.test(year)) return 'El año lleva cuatro cifras, por ejemplo 1984.';
  if (!isRealDate(value)) return 'Esa fecha no existe: revise el día y el mes.';
  return null;
};
