/**
 * Dates as people in Mexico read them. Months are named here and not by Intl, so that a text made
 * today is the same in every browser, Node and ICU version (issued documents depend on it).
 */
export const MESES = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
] as const;

/** The school's time zone: every deadline is said in it. */
const ZONA_HORARIA = 'America/Mexico_City';

const PARTS = new Intl.DateTimeFormat('en-CA', {
  timeZone: ZONA_HORARIA,
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/** From here on the law has one offset all year (Ley de los Husos Horarios, DOF 28 October 2022): UTC−6. */
const ONE_OFFSET_SINCE = Date.UTC(2022, 9, 30, 7);
const OFFSET_MS = -6 * 3_600_000;

const partsOf = (date: Date) => {
  // Most instants are recent, and Intl takes longer than the query that they come from.
  if (date.getTime() >= ONE_OFFSET_SINCE) {
    const local = new Date(date.getTime() + OFFSET_MS).toISOString();
    if (local.length === 24) {
      return { fecha: local.slice(0, 10), hora: local.slice(11, 16), segundo: local.slice(17, 19) };
    }
  }
  const parts = Object.fromEntries(PARTS.formatToParts(date).map((p) => [p.type, p.value]));
  return {
    fecha: `${parts.year}-${parts.month}-${parts.day}`,
    hora: `${parts.hour}:${parts.minute}`,
    segundo: parts.second,
  };
};

/** True for a day that exists, written YYYY-MM-DD (years 1000–9999). */
export const isFecha = (text: string): boolean => {
  const match = /^([1-9]\d{3})-(\d{2})-(\d{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
};

const wordsOfFecha = (fecha: string) => {
  const [anio, mes, dia] = fecha.split('-').map(Number) as [number, number, number];
  return { anio, mes: MESES[mes - 1], dia };
};

/** `2026-03-05` → «5 de marzo de 2026». Anything else is returned as it came. */
export const formatFecha = (fecha: string): string => {
  if (!isFecha(fecha)) return fecha;
  const { anio, mes, dia } = wordsOfFecha(fecha);
  return `${dia} de ${mes} de ${anio}`;
};

/**
 * Two days (YYYY-MM-DD) without repeating what they share: «del 5 al 12 de enero de 2027»; the same day twice is
 * «12 de enero de 2027».
 */
export const formatPeriodo = (inicia: string, termina: string): string => {
  if (inicia === termina) return formatFecha(termina);
  const [desde, hasta] = [wordsOfFecha(inicia), wordsOfFecha(termina)];
  if (desde.anio !== hasta.anio) return `del ${formatFecha(inicia)} al ${formatFecha(termina)}`;
  const start = desde.mes === hasta.mes ? desde.dia : `${desde.dia} de ${desde.mes}`;
  return `del ${start} al ${formatFecha(termina)}`;
};

/** An instant → «5 de marzo de 2026, 09:00 h», in the school's time zone. */
export const formatMomento = (date: Date): string => {
  return `${formatFecha(fechaDe(date))}, ${formatHora(date)}`;
};

/** The time of day of an instant: «09:00 h», or «09:00:07 h», in the school's time zone. */
export const formatHora = (date: Date, { seconds = false } = {}): string => {
  const { hora, segundo } = partsOf(date);
  return `${hora}${seconds ? `:${segundo}` : ''}\u00a0h`;
};

/** An instant → `2026-03-05 09:00`, in the school's time zone: sorts as text. */
export const momentoDe = (date: Date): string => {
  const { fecha, hora } = partsOf(date);
  return `${fecha} ${hora}`;
};

/** A day, YYYY-MM-DD, as a workbook's cell says it: its parts are in UTC. */
export const diaEnCelda = (fecha: string): Date => new Date(`${fecha}T00:00:00Z`);

/** An instant as a workbook's cell says it, to the second: what the clock shows in the school's time zone, in UTC. */
export const momentoEnCelda = (date: Date): Date => {
  const { fecha, hora, segundo } = partsOf(date);
  return new Date(`${fecha}T${hora}:${segundo}Z`);
};

/** An instant to the second, as records say it: «5 de marzo de 2026, 09:00:07 h», in the school's time zone. */
export const formatInstante = (date: Date): string =>
  `${formatFecha(fechaDe(date))}, ${formatHora(date, { seconds: true })}`;

/** The day of an instant in the school's time zone, YYYY-MM-DD. */
export const fechaDe = (date: Date): string => partsOf(date).fecha;

/** The time of day of an instant in the school's time zone, HH:MM. */
export const horaDe = (date: Date): string => partsOf(date).hora;

/** Midnight in the school's time zone (UTC−6 all year since 2022) of a day, or of some days later. */
export const startOfDay = (fecha: string, plusDays = 0): Date =>
  new Date(Date.parse(`${fecha}T00:00:00-06:00`) + plusDays * 86_400_000);
