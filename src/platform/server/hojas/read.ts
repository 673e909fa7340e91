import { open } from 'node:fs/promises';
import { type Cell, textOf } from './cells.ts';
import { type CsvDialect, detectDialect } from './dialect.ts';
import { readCsv } from './read-csv.ts';
import { readXlsx, worksheetsOf } from './read-xlsx.ts';
import { MAX_ROWS, type TableRow } from './table.ts';
import { NoRows, UnreadableSpreadsheet } from './unreadable.ts';

/** How a file holds its table, decided from its bytes. */
export type Lectura = (
  | {
      tipo: 'xlsx';
      /** Which of its visible worksheets, from 0 (default: the first that has rows). */
      hoja?: number;
    }
  | ({ tipo: 'csv' } & CsvDialect)
) & {
  /** The row of the headers (default: the first that says something). */
  encabezado?: number;
};

const SIGNATURES: readonly (readonly [number[], string])[] = [
  [
    [0xd0, 0xcf, 0x11, 0xe0],
    'Es un XLS antiguo o un libro con contraseña. Guárdelo como XLSX, sin contraseña, o como CSV.',
  ],
  [[0x25, 0x50, 0x44, 0x46], 'Es un PDF, no una hoja de cálculo. Se admiten XLSX y CSV.'],
];

/** Decides from the bytes how to read a file, or says why it cannot be read. */
export const inspectTable = async (path: string): Promise<Lectura> => {
  const file = await open(path, 'r');
  const head = Buffer.alloc(4096);
  const { bytesRead } = await file.read(head, 0, head.length, 0);
  await file.close();
  const bytes = head.subarray(0, bytesRead);
  if (bytesRead === 0) throw new UnreadableSpreadsheet('El archivo está vacío.');
  for (const [signature, message] of SIGNATURES) {
    if (signature.every((byte, i) => bytes[i] === byte)) throw new UnreadableSpreadsheet(message);
  }
  if (bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3) return { tipo: 'xlsx' };
  const dialect = await detectDialect(path);
  // Text has no NUL, save UTF-16, which says so by its mark.
  if (!dialect.encoding.startsWith('utf-16') && bytes.includes(0)) {
    throw new UnreadableSpreadsheet('No es una hoja de cálculo. Se admiten XLSX y CSV.');
  }
  return { tipo: 'csv', ...dialect };
};

const isBlank = (cells: readonly Cell[]) => cells.every((cell) => textOf(cell) === '');

/** A table being read. */
export type Table = {
  headers: string[];
  /** The row of the headers. */
  encabezado: number;
  blocks: AsyncIterable<TableRow[]>;
};

/**
 * Opens the table of a file for `work`: its headers (the first row that says something), then its
 * rows in blocks, without the blank ones. Memory does not grow with the file, save for the texts of
 * an XLSX.
 */
export const withTable = async <T>(
  path: string,
  lectura: Lectura,
  work: (table: Table) => Promise<T>,
): Promise<T> => {
  const source = lectura.tipo === 'xlsx' ? readXlsx(path, lectura.hoja) : readCsv(path, lectura);
  try {
    let header: TableRow | undefined;
    let first: TableRow[] = [];
    while (!header) {
      const { value, done } = await source.next();
      if (done) throw new NoRows();
      const at = value.findIndex(
        ({ fila, cells }) => fila >= (lectura.encabezado ?? 0) && !isBlank(cells),
      );
      if (at < 0) continue;
      header = value[at]!;
      first = value.slice(at + 1);
    }
    const headers = header.cells.map(textOf);
    const width = headers.findLastIndex((text) => text !== '') + 1;
    return await work({
      headers,
      encabezado: header.fila,
      blocks: filled(first, source, width),
    });
  } finally {
    await source.return(undefined);
  }
};

/** Titles and dates may stand above the headers, in these many rows. */
const ABOVE = 20;

/**
 * The row whose cells are most like the headers of a list, as `score` counts them, among the first
 * ones of a file; the first of all when none is better.
 */
export const findEncabezado = (
  path: string,
  lectura: Lectura,
  score: (headers: readonly string[]) => number,
): Promise<{ encabezado: number; headers: string[] }> =>
  withTable(path, lectura, async ({ headers, encabezado, blocks }) => {
    let best = { encabezado, headers, points: score(headers) };
    let seen = 0;
    for await (const rows of blocks) {
      for (const { fila, cells } of rows) {
        if (seen >= ABOVE) return best;
        seen += 1;
        const texts = cells.map(textOf);
        const points = score(texts);
        if (points > best.points) best = { encabezado: fila, headers: texts, points };
      }
    }
    return best;
  });

/** Worksheets that are looked into for one with the columns. */
const MAX_LOOKED = 12;

/** The visible worksheets of a workbook by name, the one that is read (from 0), and the headers of its table. */
export type FoundTable = {
  nombres: string[];
  hoja: number;
  encabezado: number;
  headers: string[];
};

/**
 * The table of a workbook: that of the worksheet `chosen`, or else of the first that `isComplete`, for a cover, instructions or a summary
 * may stand before it; or else of the first that has rows. Its headers are found by `score`.
 */
export const findTable = async (
  path: string,
  chosen: number | null,
  {
    score,
    isComplete,
  }: {
    score: (headers: readonly string[]) => number;
    isComplete: (headers: readonly string[]) => boolean;
  },
): Promise<FoundTable> => {
  const nombres = await worksheetsOf(path);
  const candidates = chosen === null ? [...nombres.keys()].slice(0, MAX_LOOKED) : [chosen];
  let first: FoundTable | null = null;
  for (const hoja of candidates) {
    try {
      const table = await findEncabezado(path, { tipo: 'xlsx', hoja }, score);
      const found = { nombres, hoja, ...table };
      if (isComplete(found.headers)) return found;
      first ??= found;
    } catch (error) {
      if (!(error instanceof NoRows)) throw error;
    }
  }
  if (!first) throw new NoRows();
  return first;
};

/** A row with more cells than there are headers: a separator inside a cell, or what nobody would read. */
const tooWide = (cells: readonly Cell[], width: number): string | undefined => {
  if (cells.length <= width) return undefined;
  const beyond = cells
    .slice(width)
    .map(textOf)
    .filter((text) => text !== '');
  if (beyond.length === 0) return undefined;
  const all = cells.map((cell) => `«${textOf(cell).slice(0, 60)}»`).join(', ');
  return `La fila tiene más celdas que encabezados: ${all.slice(0, 400)}. Si una celda lleva el separador, enciérrela entre comillas; si sobra, bórrela.`;
};

/** The rows that say something, at most so many. */
async function* filled(first: TableRow[], source: AsyncIterable<TableRow[]>, width: number) {
  let count = 0;
  const keep = (rows: TableRow[]) => {
    const kept = rows
      .filter(({ cells }) => !isBlank(cells))
      .map((row) => {
        const mala = row.mala ?? tooWide(row.cells, width);
        return mala === undefined ? row : { ...row, mala };
      });
    count += kept.length;
    if (count > MAX_ROWS) {
      throw new UnreadableSpreadsheet(
        `El archivo tiene más de ${MAX_ROWS.toLocaleString('es-MX')} filas. Divídalo en varios.`,
      );
    }
    return kept;
  };
  yield keep(first);
  for await (const rows of source) yield keep(rows);
}
