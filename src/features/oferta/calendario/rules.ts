/** Calendar files (RFC 5545), as text. Pure. */
import { plusDays } from '../../../platform/shared/months.ts';

/** Days and hours of Mexico City, or instants. `hasta` of days is the last one. */
type Cuando =
  | { readonly dias: { readonly desde: string; readonly hasta: string } }
  | { readonly horas: { readonly fecha: string; readonly de: string; readonly a: string } }
  | { readonly instantes: { readonly desde: Date; readonly hasta: Date } };

export type Evento = {
  /** The same each time the event is written. */
  readonly uid: string;
  readonly secuencia: number;
  /** When what it says last changed. */
  readonly cambio: Date;
  readonly titulo: string;
  readonly descripcion: string;
  readonly lugar: string;
  readonly enlace: string;
  readonly cancelado: boolean;
  /** Whoever has it is busy meanwhile. */
  readonly ocupa: boolean;
  readonly cuando: Cuando;
};

const ZONA = 'America/Mexico_City';
/** Bytes of a line, without its end. */
const LARGO = 75;

/** A text as a value: its backslashes, semicolons, commas and ends of line do not mean anything. */
const escapeText = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: a value may not hold them
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '')
    .replace(/[\\;,]/g, (char) => `\\${char}`)
    .replace(/\r\n|\r|\n/g, '\\n');

const bytesOf = (char: string): number => {
  const code = char.codePointAt(0) ?? 0;
  return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
};

/** A line in parts of at most 75 bytes, no letter of which is cut in two. */
export const foldLine = (line: string): string => {
  let [folded, bytes] = ['', 0];
  for (const char of line) {
    const size = bytesOf(char);
    if (bytes + size > LARGO) {
      folded += '\r\n ';
      bytes = 1;
    }
    folded += char;
    bytes += size;
  }
  return folded;
};

const day = (fecha: string): string => fecha.replaceAll('-', '');
const instant = (date: Date): string => `${date.toISOString().replace(/[-:]|\.\d+/g, '')}`;
const local = (fecha: string, hora: string): string => `${day(fecha)}T${hora.replace(':', '')}00`;

const linesOfCuando = (cuando: Cuando): string[] => {
  if ('dias' in cuando) {
    const { desde, hasta } = cuando.dias;
    return [`DTSTART;VALUE=DATE:${day(desde)}`, `DTEND;VALUE=DATE:${day(plusDays(hasta, 1))}`];
  }
  if ('instantes' in cuando) {
    const { desde, hasta } = cuando.instantes;
    return [`DTSTART:${instant(desde)}`, `DTEND:${instant(hasta)}`];
  }
  const { fecha, de, a } = cuando.horas;
  return [`DTSTART;TZID=${ZONA}:${local(fecha, de)}`, `DTEND;TZID=${ZONA}:${local(fecha, a)}`];
};

const linesOf = (evento: Evento): string[] => [
  'BEGIN:VEVENT',
  `UID:${evento.uid}`,
  `DTSTAMP:${instant(evento.cambio)}`,
  `LAST-MODIFIED:${instant(evento.cambio)}`,
  `SEQUENCE:${evento.secuencia}`,
  ...linesOfCuando(evento.cuando),
  `SUMMARY:${escapeText(evento.titulo)}`,
  ...(evento.descripcion === '' ? [] : [`DESCRIPTION:${escapeText(evento.descripcion)}`]),
  ...(evento.lugar === '' ? [] : [`LOCATION:${escapeText(evento.lugar)}`]),
  `URL:${evento.enlace}`,
  `STATUS:${evento.cancelado ? 'CANCELLED' : 'CONFIRMED'}`,
  `TRANSP:${evento.ocupa && !evento.cancelado ? 'OPAQUE' : 'TRANSPARENT'}`,
  'END:VEVENT',
];

/** The centre of Mexico has had no summer time since October 2022. */
const VTIMEZONE = [
  'BEGIN:VTIMEZONE',
  `TZID:${ZONA}`,
  'BEGIN:STANDARD',
  'DTSTART:20221030T020000',
  'TZOFFSETFROM:-0600',
  'TZOFFSETTO:-0600',
  'TZNAME:CST',
  'END:STANDARD',
  'END:VTIMEZONE',
];

/** A whole file: with the same events always the same text. */
export const writeCalendario = (nombre: string, eventos: readonly Evento[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Portal academico//Calendario//ES',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(nombre)}`,
    `X-WR-TIMEZONE:${ZONA}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT6H',
    'X-PUBLISHED-TTL:PT6H',
    ...VTIMEZONE,
    ...eventos.flatMap(linesOf),
    'END:VCALENDAR',
  ]
    .map((line) => `${foldLine(line)}\r\n`)
    .join('');
