import type { Cell } from './cells.ts';
import { readOnce } from './encoding.ts';
import { LAST_ROW, MAX_COLUMNS, type TableRow, TOO_LONG } from './table.ts';
import { UnreadableSpreadsheet } from './unreadable.ts';
import { decodeEscapes, readWorkbook, type Workbook } from './workbook.ts';
import { attribute, MAX_TEXT, readXml } from './xml.ts';
import { openZip } from './zip.ts';

const DAY = 86_400_000;

/** A spreadsheet's day number. Before March 1900 Excel counts a 29 February that never was. */
const dateOf = (serial: number, from1904: boolean): Date => {
  const days = from1904 ? serial + 1462 : serial < 61 ? serial + 1 : serial;
  return new Date(Math.round(Date.UTC(1899, 11, 30) + days * DAY));
};

/** `AB12` → 27 (from 0). -1 when it is not an address. */
const columnOf = (reference: string): number => {
  let column = 0;
  for (let i = 0; i < reference.length; i++) {
    const code = reference.charCodeAt(i);
    if (code < 65 || code > 90) break;
    column = column * 26 + (code - 64);
  }
  return column - 1;
};

/** A time of the day, of a day's fraction: 09:00, or 09:00:30. */
const timeOf = (fraction: number): string => {
  const time = new Date(Math.round(fraction * 86_400) * 1_000).toISOString();
  return time.slice(17, 19) === '00' ? time.slice(11, 16) : time.slice(11, 19);
};

const cellOf = (type: string, style: number, text: string, book: Workbook): Cell => {
  if (text === '') return null;
  switch (type) {
    case 's':
      return readOnce(book.strings[Number(text)] ?? '') || null;
    case 'inlineStr':
    case 'str':
      return readOnce(decodeEscapes(text));
    case 'b':
      return text === '1' || text === 'true';
    case 'd':
      return new Date(`${text.slice(0, 10)}T${text.slice(11, 19) || '00:00:00'}Z`);
    case 'e':
      return { muestra: text };
    default: {
      const written = Number(text);
      if (!Number.isFinite(written)) return text;
      // Programs show 15 digits and calculate with more: 8.769999999999998 is 8.77.
      const value = Number(written.toPrecision(15));
      if (book.times[style] && value >= 0 && value < 1) return timeOf(value);
      if (book.dateStyles[style]) return dateOf(value, book.from1904);
      // As it is shown: 0.8 taken for 80 % would be a wrong figure that nobody notices.
      if (book.percents[style]) return `${Number((value * 100).toPrecision(12))}%`;
      const zeros = book.zeros[style] ?? 0;
      return zeros > 0 && Number.isInteger(value) && value >= 0
        ? String(value).padStart(zeros, '0')
        : value;
    }
  }
};

/** The rows of one worksheet, in blocks as they are inflated. */
async function* readWorksheet(chunks: AsyncIterable<string>, book: Workbook) {
  let number = 0;
  let count = 0;
  let cells: Cell[] = [];
  let column = -1;
  let type = '';
  let style = 0;
  let text = '';
  /** Inside an element whose text is the cell's value: v, or t of an inline string. */
  let inValue = false;
  let inline = false;
  let phonetic = false;
  let hidden = false;
  let formula = false;
  for await (const events of readXml(chunks)) {
    const rows: TableRow[] = [];
    for (const event of events) {
      if (event.kind === 'text') {
        if (inValue && text.length < MAX_TEXT) text += event.text;
        continue;
      }
      const { name } = event;
      if (event.kind === 'open') {
        if (name === 'row') {
          count += 1;
          if (count > LAST_ROW) throw new UnreadableSpreadsheet(TOO_LONG);
          const given = Number(attribute(event.attributes, 'r'));
          number = given > number && given <= LAST_ROW ? given : number + 1;
          cells = [];
          column = -1;
          hidden = /^(1|true)$/.test(attribute(event.attributes, 'hidden') ?? '');
        } else if (name === 'c') {
          const reference = attribute(event.attributes, 'r');
          const given = reference ? columnOf(reference) : -1;
          column = given >= 0 ? given : column + 1;
          type = attribute(event.attributes, 't') ?? 'n';
          style = Number(attribute(event.attributes, 's') ?? 0);
          text = '';
          formula = false;
        } else if (name === 'f') formula = true;
        else if (name === 'is') inline = !event.selfClosing;
        else if (name === 'rPh') phonetic = !event.selfClosing;
        else if (name === 'v' || (name === 't' && inline && !phonetic)) {
          inValue = !event.selfClosing;
        }
        if (name !== 'row' || !event.selfClosing) continue;
      }
      if (name === 'v' || name === 't') inValue = false;
      else if (name === 'is') inline = false;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'c' && column < MAX_COLUMNS) {
        // A formula whose result is no text stores one, unless a program wrote it without calculating.
        const value =
          formula && text === '' && type !== 'str'
            ? { muestra: '' }
            : cellOf(type, style, text, book);
        if (value !== null) {
          while (cells.length < column) cells.push(null);
          cells[column] = value;
        }
      } else if (name === 'row') {
        rows.push({ fila: number, cells, ...(hidden && { oculta: true as const }) });
      }
    }
    if (rows.length > 0) yield rows;
  }
}

/** The names of a workbook's visible worksheets. */
export const worksheetsOf = async (path: string): Promise<string[]> => {
  const zip = await openZip(path);
  try {
    return (await readWorkbook(zip)).worksheets.map(({ name }) => name);
  } finally {
    await zip.close();
  }
};

/** Yields the rows of the visible worksheet `at` (from 0); undefined: the first worksheet that has rows. */
export async function* readXlsx(path: string, at?: number): AsyncGenerator<TableRow[]> {
  const zip = await openZip(path);
  try {
    const book = await readWorkbook(zip);
    const worksheets = at === undefined ? book.worksheets : book.worksheets.slice(at, at + 1);
    for (const { part } of worksheets) {
      let any = false;
      for await (const rows of readWorksheet(zip.text(part), book)) {
        any ||= rows.some(({ cells }) => cells.length > 0);
        yield rows;
      }
      if (any) return;
    }
  } finally {
    await zip.close();
  }
}
