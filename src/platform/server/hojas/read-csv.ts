import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { type Cell, restore } from './cells.ts';
import type { CsvDialect } from './dialect.ts';
import { createDecoder, type Encoding, readOnce } from './encoding.ts';
import { LAST_ROW, MAX_COLUMNS, MAX_ROWS, type TableRow, TOO_LONG } from './table.ts';
import { UnreadableSpreadsheet } from './unreadable.ts';

const BLOCK = 500;

const decode = (encoding: Encoding) =>
  async function* (source: AsyncIterable<Buffer>) {
    const decoder = createDecoder(encoding);
    for await (const chunk of source) yield decoder.write(chunk);
    yield decoder.last();
  };

const SWALLOWED =
  'Unas comillas se abren en esta fila y se cierran en otra, que quedó dentro. Quítelas, o ciérrelas en su celda.';

/** Whether a cell in quotes has another row in it: a line with as many separators as rows have, or about. */
const hasRow = (cell: string, delimiter: string, width: number): boolean =>
  width > 2 &&
  cell.includes('\n') &&
  cell
    .split('\n')
    .slice(1)
    .some((line) => line.split(delimiter).length >= width - 1);

/** The rows of a text table. */
export async function* readCsv(path: string, dialect: CsvDialect): AsyncGenerator<TableRow[]> {
  const parser = parse({
    delimiter: dialect.delimiter,
    relax_column_count: true,
    // A quote in the middle of an unquoted cell is a quote.
    relax_quotes: true,
    max_record_size: 1_000_000,
    ...(dialect.sepLine && { from_line: 2 }),
  });
  pipeline(createReadStream(path), decode(dialect.encoding), parser, () => {
    // Errors reach whoever iterates over the parser.
  });
  let fila = dialect.sepLine ? 1 : 0;
  let width: number | undefined;
  let uneven = 0;
  let rows: TableRow[] = [];
  // The parser makes an error of each record that is not as wide as the first, though it admits it: most of
  // the time that one takes is its error's stack, which nobody reads.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      fila += 1;
      width ??= record.length;
      // The parser takes five times as long for one that is not as wide as the first.
      if (record.length !== width) uneven += 1;
      if (fila > LAST_ROW || uneven > MAX_ROWS) throw new UnreadableSpreadsheet(TOO_LONG);
      const cells: Cell[] = record
        .slice(0, MAX_COLUMNS)
        .map((text) => (text === '' ? null : restore(readOnce(text))));
      const mala = record.some((text) => hasRow(text, dialect.delimiter, width!));
      rows.push({ fila, cells, ...(mala && { mala: SWALLOWED }) });
      if (rows.length === BLOCK) {
        yield rows;
        rows = [];
      }
    }
    if (rows.length > 0) yield rows;
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableSpreadsheet(
      `No se pudo leer la fila ${fila + 1}: unas comillas se abren y no se cierran. Corríjala e inténtelo de nuevo.`,
    );
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
    parser.destroy();
  }
}
