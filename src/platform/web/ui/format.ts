/** Dates and numbers as read in Mexico; times are those of the school's seat. */
const ZONE = 'America/Mexico_City';

const date = new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeZone: ZONE });
const plainDate = new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeZone: 'UTC' });
const shortDate = new Intl.DateTimeFormat('es-MX', { dateStyle: 'medium', timeZone: ZONE });
const plainShortDate = new Intl.DateTimeFormat('es-MX', { dateStyle: 'medium', timeZone: 'UTC' });
const time = new Intl.DateTimeFormat('es-MX', {
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: ZONE,
});
const timeToSecond = new Intl.DateTimeFormat('es-MX', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
  timeZone: ZONE,
});
const number = new Intl.NumberFormat('es-MX');
const relative = new Intl.RelativeTimeFormat('es-MX', { numeric: 'auto' });

const isPlainDate = (iso: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(iso);

const valid = (iso: string): Date | null => {
  const value = new Date(iso);
  return Number.isNaN(value.getTime()) ? null : value;
};

/** "14 de mayo de 2025". A date without a time is that day everywhere. */
export const formatDate = (iso: string): string => {
  const value = valid(iso);
  if (!value) return iso;
  return (isPlainDate(iso) ? plainDate : date).format(value);
};

/** "14 de mayo de 2025, 09:30 h". */
export const formatDateTime = (iso: string): string => {
  const value = valid(iso);
  if (!value) return iso;
  return isPlainDate(iso)
    ? plainDate.format(value)
    : `${date.format(value)}, ${time.format(value)}\u00a0h`;
};

/** "14 may 2025": in the columns of a table, where many stand below each other. */
export const formatShortDate = (iso: string): string => {
  const value = valid(iso);
  if (!value) return iso;
  return (isPlainDate(iso) ? plainShortDate : shortDate).format(value);
};

/** "14 may 2025, 09:30 h"; with seconds, "14 may 2025, 09:30:07 h". */
export const formatShortDateTime = (iso: string, { seconds = false } = {}): string => {
  const value = valid(iso);
  return value
    ? `${shortDate.format(value)}, ${(seconds ? timeToSecond : time).format(value)}\u00a0h`
    : iso;
};

/** "12,345.5". */
export const formatNumber = (value: number): string => number.format(value);

const STEPS: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** "hace 3 días", "dentro de 2 horas", "ahora". */
export const formatRelative = (iso: string, now: Date): string => {
  const value = valid(iso);
  if (!value) return iso;
  const seconds = (value.getTime() - now.getTime()) / 1000;
  // As it is rounded: what is 59.6 minutes is an hour.
  const step = STEPS.find(
    ([, size], at) => Math.abs(seconds) >= size - (STEPS[at + 1]?.[1] ?? 0) / 2,
  );
  return step ? relative.format(Math.round(seconds / step[1]), step[0]) : 'ahora';
};

/** "840 kB", "2.3 MB". */
export const formatBytes = (bytes: number): string =>
  bytes < 1_000_000
    ? `${number.format(Math.max(1, Math.round(bytes / 1000)))} kB`
    : `${number.format(Math.round(bytes / 100_000) / 10)} MB`;
