import { isFecha } from '../../shared/dates.ts';
import { readEmail } from '../../shared/email.ts';
import { withoutNoise } from '../../shared/noise.ts';
import { fold } from '../../shared/search.ts';
import { cleanText } from '../../shared/text.ts';

/** A cell that has no value: the error that it shows (`#N/A`); '': a formula whose result was not stored. */
export type BadCell = { readonly muestra: string };

/** A cell as it was read: CSV has only text; XLSX has types. Null: empty. */
export type Cell = string | number | boolean | Date | BadCell | null;

/** An instant, to be written: in a workbook a cell with the day and the time of Mexico City. */
export class Momento {
  readonly instante: Date;
  constructor(instante: Date) {
    this.instante = instante;
  }
}

/** A cell as it is written. A `Date` is a day: its parts are in UTC. */
export type OutCell = Exclude<Cell, BadCell> | Momento;

/** A cell read, or what is wrong with it (Spanish, says how to mend it). */
export type Parsed =
  | { ok: true; value: unknown }
  /** `duda`: whoever imports may say what is meant, of what the list suggests. */
  | { ok: false; error: string; duda?: true };

/** Reads a cell that is not empty and has a value. */
export type CellParser = (cell: Exclude<Cell, BadCell | null>) => Parsed;

const good = (value: unknown): Parsed => ({ ok: true, value });
const bad = (error: string): Parsed => ({ ok: false, error });

const two = (n: number) => String(n).padStart(2, '0');

/** A spreadsheet's date has no zone: its parts are in UTC. */
const isoOf = (date: Date) =>
  `${date.getUTCFullYear()}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;

/** Whether a cell has no value, as a formula's error. */
export const isBadCell = (cell: Cell): cell is BadCell =>
  typeof cell === 'object' && cell !== null && 'muestra' in cell;

/** What a cell says, as text: runs of blanks (also the non-breaking ones) count as one. */
export const textOf = (cell: Cell): string => {
  if (cell === null) return '';
  if (cell instanceof Date) return Number.isNaN(cell.getTime()) ? '' : isoOf(cell);
  if (isBadCell(cell)) return cell.muestra || '(fórmula sin resultado)';
  if (typeof cell === 'boolean') return cell ? 'Sí' : 'No';
  return cleanText(String(cell))
    .normalize('NFC')
    .replace(/[^\S\n]+/g, ' ')
    .trim();
};

/** Reads what a cell says as what is typed is read: its value, or what is wrong with it. */
export const parsedBy =
  (leer: (texto: string) => { valor: unknown } | { error: string }): CellParser =>
  (cell) => {
    const leido = leer(textOf(cell));
    return 'error' in leido ? bad(leido.error) : good(leido.valor);
  };

// As Excel, in English and Spanish, and LibreOffice write them: #N/A, #REF!, #¡REF!, #¿NOMBRE?, Err:502; ##### is a column too narrow.
const ERROR_SHOWN =
  /^(#N\/[AD]|#¡?\p{L}+(\/0)?!|#¿?\p{L}+\?|#(GETTING_DATA|OBTENIENDO_DATOS)|#{3,}|Err:\d{3})$/iu;

/** Why a cell cannot be read in any column (a formula's error, a result that was not stored), or null. */
export const cellProblem = (cell: Cell): string | null => {
  if (isBadCell(cell) && cell.muestra === '') {
    return 'La celda tiene una fórmula sin su resultado. Abra el archivo en su programa de hojas de cálculo, guárdelo y vuelva a elegirlo.';
  }
  const text = isBadCell(cell) ? cell.muestra : typeof cell === 'string' ? cell.trim() : '';
  return isBadCell(cell) || ERROR_SHOWN.test(text)
    ? `La celda dice ${text}: corrija la fórmula.`
    : null;
};

const TO_TEXT = 'Dé a la columna formato de texto y escríbalo de nuevo.';

/**
 * Reads a cell of text. A date, a boolean or a number of more than 15 digits is refused: the spreadsheet program made it of what was
 * typed (1-3, VERDADERO, an account of 18 digits), which is not known any more.
 */
export const asTyped =
  (read: (texto: string) => Parsed): CellParser =>
  (cell) => {
    if (cell instanceof Date) {
      return bad(
        `Su programa convirtió en la fecha ${textOf(cell)} lo que se escribió. ${TO_TEXT}`,
      );
    }
    if (typeof cell === 'boolean') {
      const word = cell ? 'VERDADERO' : 'FALSO';
      return bad(`Su programa convirtió en ${word} lo que se escribió. ${TO_TEXT}`);
    }
    return typeof cell === 'number' && Math.abs(cell) >= 1e15
      ? bad(`Su programa solo conserva 15 cifras de un número. ${TO_TEXT}`)
      : read(textOf(cell));
  };

/** Text of at most `max` characters (default 200), on one line unless `lines`. */
export const asText = ({
  max = 200,
  lines = false,
}: {
  max?: number;
  lines?: boolean;
} = {}): CellParser =>
  asTyped((written) => {
    const text = lines ? written : written.replace(/\s*\n\s*/g, ' ');
    return [...text].length > max
      ? bad(`Tiene ${[...text].length} caracteres; escriba ${max} como máximo.`)
      : good(text);
  });

/** A day: a date cell, `AAAA-MM-DD` or `DD/MM/AAAA`. Gives YYYY-MM-DD. */
export const asFecha = (): CellParser => (cell) => {
  const text = textOf(cell);
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text) ?? [];
  const iso = day ? `${year}-${two(Number(month))}-${two(Number(day))}` : text.slice(0, 10);
  return isFecha(iso) && (day !== undefined || text.length === 10)
    ? good(iso)
    : bad('No es una fecha. Escríbala como día/mes/año, por ejemplo 05/03/2026.');
};

/** A whole number between two bounds. */
export const asEntero =
  (min = 0, max = 999_999_999): CellParser =>
  (cell) => {
    const text = textOf(cell).replace(/(?<=\d),(?=\d{3}\b)/g, '');
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max
      ? good(value)
      : bad(`Escriba un número entero entre ${min} y ${max}.`);
  };

/** A per cent between two whole bounds: 80, or 80 % as a workbook shows it. */
export const asPorciento = (min = 0, max = 100): CellParser => {
  const read = asEntero(min, max);
  return (cell) => read(textOf(cell).replace(/\s*%$/, ''));
};

/** A number of at most two decimals, after a point or a comma, between two bounds. */
export const asDecimal =
  (min = 0, max = 999): CellParser =>
  (cell) => {
    const text = withoutNoise(textOf(cell).replace(',', '.'));
    const value = /^-?\d+(\.\d{1,2})?$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max
      ? good(value)
      : bad(`Escriba un número entre ${min} y ${max}, con dos decimales cuando más.`);
  };

/** An email address, as it is kept everywhere. */
export const asCorreo = (): CellParser => (cell) => {
  const reading = readEmail(textOf(cell));
  return reading.ok ? good(reading.email) : bad(reading.problem);
};

/** Yes or no. */
export const asSiNo = (): CellParser => (cell) => {
  const text = fold(textOf(cell));
  if (['si', 's', 'x', '1', 'true', 'verdadero', 'activo'].includes(text)) return good(true);
  if (['no', 'n', '0', 'false', 'falso', 'inactivo'].includes(text)) return good(false);
  return bad('Escriba Sí o No.');
};

/** One of some values; each may be written in several ways (accents and case do not matter). */
export const asOpcion = (options: Readonly<Record<string, readonly string[]>>): CellParser => {
  const values = new Map<string, string>();
  for (const [value, names] of Object.entries(options)) {
    for (const name of [value, ...names]) values.set(fold(name), value);
  }
  const list = Object.entries(options).map(([value, names]) => names[0] ?? value);
  const shown = list.length > 8 ? `${list.slice(0, 8).join(', ')}…` : list.join(', ');
  return (cell) => {
    const value = values.get(fold(textOf(cell)));
    return value === undefined ? bad(`No es uno de los valores posibles: ${shown}.`) : good(value);
  };
};

// What begins a formula (full-width forms too: some versions of Excel take them for the plain ones), also after
// blanks and quotes that a program may take away. A cell begins where the text does and, for a program whose
// separator is the semicolon or the tab, after each of those inside it and at each of its lines: the quotes around
// a cell that is not the first mean nothing to it.
const FORMULA = /(^|[;\t\r\n])(?='*[ "]*[=+\-@＝＋－＠])/g;
const NEUTRALISED = /(^|[;\t\r\n])'(?='*[ "]*[=+\-@＝＋－＠])/g;
// A text that begins with one of these may be taken for what follows it.
const BLANK = /^(?='*[\t\r\n])/;
const COVERED = /^'(?='*[\t\r\n])/;

/** Wherever a spreadsheet program would find a formula in a text gets an apostrophe before it. */
export const neutralise = (text: string): string =>
  text.replace(FORMULA, "$1'").replace(BLANK, "'");

/** Takes the apostrophes of `neutralise` away, so that what was exported can be imported. */
export const restore = (text: string): string =>
  text.replace(COVERED, '').replace(NEUTRALISED, '$1');
