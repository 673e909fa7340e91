import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import type { Worksheet } from 'exceljs';
import { momentoDe, momentoEnCelda } from '../../shared/dates.ts';
import { Momento, neutralise, type OutCell, textOf } from './cells.ts';

export type OutColumn = { readonly header: string; readonly width?: number };

/** A spreadsheet that is written while its rows are made. */
export type TableWriter = {
  write: (rows: readonly (readonly OutCell[])[]) => Promise<void>;
  close: () => Promise<void>;
};

const INK = 'FF1A2233';
const PAPER = 'FFF7F5F0';

/** Styles are objects that cells share: the library works out what it makes of each object once. */
const AS_DAY = { numFmt: 'dd/mm/yyyy' };
const AS_MOMENT = { numFmt: 'dd/mm/yyyy hh:mm' };
/** A text stays a text when somebody edits the cell; it never becomes a formula. */
const AS_TEXT = { numFmt: '@' };

/** Excel refuses these in a worksheet's name, and more than 31 characters. */
export const worksheetName = (title: string): string =>
  title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31);

/** A header row that stays in sight and looks like ours. */
export const styleHeader = (worksheet: Worksheet): void => {
  const row = worksheet.getRow(1);
  row.font = { bold: true, color: { argb: INK } };
  row.fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: PAPER } };
  row.alignment = { vertical: 'middle', wrapText: true };
};

const csvCell = (cell: OutCell): string => {
  const text =
    typeof cell === 'string'
      ? neutralise(cell)
      : typeof cell === 'number'
        ? `${cell}`
        : cell instanceof Momento
          ? momentoDe(cell.instante)
          : textOf(cell);
  return /[",;\t\r\n]/.test(text) || text !== text.trim()
    ? `"${text.replaceAll('"', '""')}"`
    : text;
};

/** UTF-8 with the mark that makes Excel read it as such; cells that look like formulas neutralised. */
const createCsvWriter = async (
  path: string,
  columns: readonly OutColumn[],
): Promise<TableWriter> => {
  const stream = createWriteStream(path, { mode: 0o600 });
  const line = (cells: readonly OutCell[]) => `${cells.map(csvCell).join(',')}\r\n`;
  stream.write(`\ufeff${line(columns.map(({ header }) => header))}`);
  return {
    async write(rows) {
      if (!stream.write(rows.map(line).join(''))) await once(stream, 'drain');
    },
    async close() {
      stream.end();
      await finished(stream);
    },
  };
};

/** A workbook of several worksheets, each written row by row. */
export const createWorkbookWriter = async (path: string) => {
  // A heavy library: only processes that write spreadsheets load it.
  const { default: ExcelJS } = await import('exceljs');
  const workbook = new ExcelJS.stream.xlsx.WorkbookWriter({
    filename: path,
    useStyles: true,
    useSharedStrings: false,
  });
  return {
    worksheet(title: string, columns: readonly OutColumn[]): TableWriter {
      const worksheet = workbook.addWorksheet(worksheetName(title), {
        views: [{ state: 'frozen', ySplit: 1 }],
      });
      worksheet.columns = columns.map(({ header, width }) => ({
        header,
        width: width ?? Math.min(40, Math.max(12, header.length + 4)),
      }));
      styleHeader(worksheet as unknown as Worksheet);
      worksheet.getRow(1).commit();
      return {
        async write(rows) {
          for (const cells of rows) {
            const row = worksheet.addRow([]);
            for (const [i, value] of cells.entries()) {
              if (value === null) continue;
              const cell = row.getCell(i + 1);
              if (value instanceof Momento) {
                cell.value = momentoEnCelda(value.instante);
                cell.style = AS_MOMENT;
                continue;
              }
              cell.value = typeof value === 'boolean' ? textOf(value) : value;
              if (value instanceof Date) cell.style = AS_DAY;
              else if (typeof value === 'string') cell.style = AS_TEXT;
            }
            row.commit();
          }
          // The library does not say when it is full: let it write.
          await new Promise((resolve) => setImmediate(resolve));
        },
        async close() {
          worksheet.commit();
        },
      };
    },
    close: () => workbook.commit(),
  };
};

/** Opens a spreadsheet to be written at `path`. */
export const createTableWriter = async (
  path: string,
  tipo: 'xlsx' | 'csv',
  title: string,
  columns: readonly OutColumn[],
): Promise<TableWriter> => {
  if (tipo === 'csv') return createCsvWriter(path, columns);
  const workbook = await createWorkbookWriter(path);
  const worksheet = workbook.worksheet(title, columns);
  return {
    write: worksheet.write,
    async close() {
      await worksheet.close();
      await workbook.close();
    },
  };
};
