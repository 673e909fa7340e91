/** When the school answers: weekly intervals, exceptions by day, and the judicial calendar. Pure. */
import { fechaDe, startOfDay } from '../../../platform/shared/dates.ts';
import { type Calendar, isWorkingDay } from '../../../platform/shared/working-days.ts';

const MINUTE = 60_000;
/** Days that are looked through for the next opening. */
const MAX_DIAS = 40;

/** `de` and `a` are hours of Mexico City, `HH:MM`. */
export type Intervalo = { readonly de: string; readonly a: string };
export type Horario = {
  /** By weekday: 1 is Monday, 7 is Sunday. */
  readonly semana: ReadonlyMap<number, readonly Intervalo[]>;
  /** By day (YYYY-MM-DD): they replace that day's; none: closed. */
  readonly excepciones: ReadonlyMap<string, readonly Intervalo[]>;
  readonly calendario: Calendar;
};

const minutesOf = (hora: string): number =>
  Number(hora.slice(0, 2)) * 60 + Number(hora.slice(3, 5));

/** The intervals of a day as instants, in order. */
const openOn = ({ semana, excepciones, calendario }: Horario, fecha: string) => {
  const special = excepciones.get(fecha);
  const weekday = new Date(`${fecha}T12:00:00Z`).getUTCDay() || 7;
  const list = special ?? (isWorkingDay(fecha, calendario) ? (semana.get(weekday) ?? []) : []);
  const begins = startOfDay(fecha).getTime();
  return list
    .map(({ de, a }) => ({
      desde: begins + minutesOf(de) * MINUTE,
      hasta: begins + minutesOf(a) * MINUTE,
    }))
    .sort((a, b) => a.desde - b.desde);
};

const days = function* (from: Date): Generator<string> {
  const first = fechaDe(from);
  for (let n = 0; n < MAX_DIAS; n++) yield fechaDe(startOfDay(first, n));
};

/** Whether the school answers at that moment, and otherwise from when; null: not within forty days. */
export const atencionDe = (
  horario: Horario,
  ahora: Date,
): { abierta: boolean; abreEn: Date | null } => {
  const now = ahora.getTime();
  for (const fecha of days(ahora)) {
    for (const { desde, hasta } of openOn(horario, fecha)) {
      if (desde <= now && now < hasta) return { abierta: true, abreEn: null };
      if (desde > now) return { abierta: false, abreEn: new Date(desde) };
    }
  }
  return { abierta: false, abreEn: null };
};

/** Minutes of opening hours between two moments: what a wait is counted in. */
export const minutosAbiertos = (horario: Horario, desde: Date, hasta: Date): number => {
  let total = 0;
  for (const fecha of days(desde)) {
    if (startOfDay(fecha) > hasta) break;
    for (const tramo of openOn(horario, fecha)) {
      const from = Math.max(tramo.desde, desde.getTime());
      const to = Math.min(tramo.hasta, hasta.getTime());
      if (to > from) total += to - from;
    }
  }
  return Math.round(total / MINUTE);
};

/** The middle one of at least ten waits; null: too few to say. */
export const esperaUsual = (minutos: readonly number[]): number | null => {
  if (minutos.length < 10) return null;
  const sorted = [...minutos].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
};
