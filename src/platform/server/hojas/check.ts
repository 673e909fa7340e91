import {
  type Correspondencia,
  type Indicaciones,
  OCULTAS,
  type RowProblem,
} from '../../shared/hojas.ts';
import { lookUp } from '../../shared/look-up.ts';
import { fold } from '../../shared/search.ts';
import { asText, cellProblem, isBadCell, textOf } from './cells.ts';
import {
  type Column,
  type Hoja,
  type HojaContext,
  type HojaRow,
  importColumns,
  type RowEffect,
} from './define.ts';
import type { Table } from './read.ts';
import type { TableRow } from './table.ts';
import { UnreadableSpreadsheet } from './unreadable.ts';

type Row = HojaRow<Record<string, unknown>>;

/** Whether a column must be there, or filled, given which others are. */
const isRequired = ({ required, unless }: Column, has: (key: string) => boolean): boolean =>
  required === true && !(unless !== undefined && has(unless));

/** « (o «Clave»)» */
const orOther = (hoja: Hoja, { unless }: Column): string => {
  const other = hoja.columns.find(({ key }) => key === unless);
  return other ? ` (o «${other.header}»)` : '';
};

/** Refuses a matching that cannot work: an obligatory column without its own, or one used twice. */
export const checkCorrespondencia = (
  hoja: Hoja,
  matching: Correspondencia,
  headers: readonly string[],
): void => {
  const used = new Map<number, string>();
  for (const column of importColumns(hoja)) {
    const at = matching[column.key] ?? null;
    if (at === null) {
      if (!isRequired(column, (key) => matching[key] != null)) continue;
      throw new UnreadableSpreadsheet(
        `Falta la columna «${column.header}»${orOther(hoja, column)}. Indique cuál del archivo es, o agréguela.`,
      );
    }
    if (at >= headers.length) {
      throw new UnreadableSpreadsheet(`La columna que indicó para «${column.header}» no existe.`);
    }
    const other = used.get(at);
    if (other !== undefined) {
      throw new UnreadableSpreadsheet(
        `La columna «${headers[at]}» está indicada para «${other}» y para «${column.header}».`,
      );
    }
    used.set(at, column.header);
  }
};

const DEFAULT = asText();

const missing = (hoja: Hoja, column: Column): string =>
  column.unless === undefined
    ? `Falta ${column.header.toLowerCase()}. Escriba el dato.`
    : `Falta «${column.header}»${orOther(hoja, column)}. Escriba el dato.`;

/** Reads the cells of rows; what is wrong goes to `problems`. */
export const readRows = (
  hoja: Hoja,
  { correspondencia, elecciones = {} }: Indicaciones,
  rows: readonly TableRow[],
): { rows: Row[]; problems: RowProblem[] } => {
  const problems: RowProblem[] = [];
  const columns = importColumns(hoja).map((column) => ({
    column,
    at: correspondencia[column.key] ?? null,
    meant: lookUp(elecciones, column.key),
    parse: column.parse ?? DEFAULT,
  }));
  const ocultas = lookUp(lookUp(elecciones, OCULTAS.columna) ?? {}, OCULTAS.valor);
  const read = rows.map(({ fila, cells, oculta, mala }): Row => {
    const whole = { fila, columna: null, nivel: 'error' as const };
    if (mala !== undefined) problems.push({ ...whole, mensaje: mala });
    if (oculta && ocultas === undefined) {
      const mensaje = 'La fila está oculta en el archivo. Indique si se importa.';
      const asked = { columna: OCULTAS.columna, valor: OCULTAS.valor, duda: true as const };
      problems.push({ ...whole, ...asked, mensaje });
    }
    const valores: Record<string, unknown> = {};
    let malas: Set<string> | undefined;
    const isFilled = (key: string): boolean => {
      const other = correspondencia[key] ?? null;
      return other !== null && textOf(cells[other] ?? null) !== '';
    };
    for (const { column, at, meant, parse } of columns) {
      const cell = at === null ? null : (cells[at] ?? null);
      const text = textOf(cell);
      const refuse = (mensaje: string, duda: boolean) => {
        malas ??= new Set();
        malas.add(column.key);
        problems.push({
          fila,
          columna: column.key,
          mensaje,
          nivel: 'error',
          ...(text !== '' && { valor: text.slice(0, 200) }),
          ...(duda && { duda }),
        });
      };
      valores[column.key] = null;
      if (cell === null || text === '') {
        if (!column.mayBeEmpty && isRequired(column, (key) => isFilled(key))) {
          refuse(missing(hoja, column), false);
        }
        continue;
      }
      const problem = cellProblem(cell);
      if (problem !== null || isBadCell(cell)) {
        refuse(problem ?? '', false);
        continue;
      }
      const parsed = parse((meant && lookUp(meant, fold(text))) ?? cell);
      if (parsed.ok) valores[column.key] = parsed.value;
      else refuse(parsed.error, parsed.duda ?? column.choices !== undefined);
    }
    return { fila, valores, ...(malas && { malas }) };
  });
  return { rows: read, problems };
};

/** Remembers what the columns that may say a thing once have said, in all the blocks of a file. */
export const createRepeats = (hoja: Hoja) => {
  const seen = importColumns(hoja)
    .filter(({ unique }) => unique)
    .map(({ key }) => ({ key, first: new Map<string, number>() }));
  return {
    /** The error of each row that says what an earlier one says. */
    problemsOf: (rows: readonly Row[]): RowProblem[] =>
      seen.flatMap(({ key, first }) =>
        rows.flatMap(({ fila, valores }) => {
          const value = valores[key];
          if (value == null) return [];
          const valor = String(value);
          const before = first.get(valor);
          if (before === undefined) {
            first.set(valor, fila);
            return [];
          }
          const mensaje = `Se repite: la fila ${before} ya lo tiene. Deje una sola.`;
          return [{ fila, columna: key, valor, nivel: 'error' as const, mensaje }];
        }),
      ),
  };
};

type Repeats = ReturnType<typeof createRepeats>;

/**
 * Reads and checks a block of rows: each cell, each row, all of them against the database and against those
 * before them. Every error of a row is told at once; of a cell that cannot be read, only that.
 */
export const checkBlock = async (
  hoja: Hoja,
  indicaciones: Indicaciones,
  block: readonly TableRow[],
  ctx: HojaContext,
  repeats: Repeats,
): Promise<{ rows: Row[]; problems: RowProblem[]; efectos: readonly RowEffect[] }> => {
  const { rows, problems } = readRows(hoja, indicaciones, block);
  const malas = new Map(rows.map((row) => [row.fila, row.malas]));
  const said = new Set(problems.map(({ fila, columna }) => `${fila} ${columna}`));
  const note = (found: readonly RowProblem[]) => {
    for (const problem of found) {
      const { fila, columna, nivel } = problem;
      if (columna !== null && malas.get(fila)?.has(columna)) continue;
      // One error for each cell is enough.
      const key = `${fila} ${columna}`;
      if (nivel === 'error' && columna !== null && said.has(key)) continue;
      if (nivel === 'error') said.add(key);
      problems.push(problem);
    }
  };
  if (hoja.checkRow) for (const row of rows) note(hoja.checkRow(row, ctx.now));
  const known = await hoja.checkRows?.(rows, ctx);
  if (known) note(known.problems);
  note(repeats.problemsOf(rows));
  problems.sort((a, b) => a.fila - b.fila);
  const efectos = known?.efectos ?? rows.map(({ fila }) => ({ fila, efecto: 'nueva' as const }));
  return { rows, problems, efectos };
};

/** Rows checked together: the same few queries against the database for each so many. */
export const CHECKED = 250;

/** The rows of a table that are to be imported, in blocks of `size`. */
export async function* inBlocks(
  { blocks }: Table,
  size: number,
  { elecciones = {} }: Indicaciones,
): AsyncGenerator<TableRow[]> {
  const omit = lookUp(elecciones, OCULTAS.columna)?.[OCULTAS.valor] === OCULTAS.omitir;
  let waiting: TableRow[] = [];
  for await (const given of blocks) {
    const rows = omit ? given.filter(({ oculta }) => !oculta) : given;
    waiting = waiting.length === 0 ? rows : [...waiting, ...rows];
    for (; waiting.length >= size; waiting = waiting.slice(size)) yield waiting.slice(0, size);
  }
  if (waiting.length > 0) yield waiting;
}

/** Problems that a report lists; all are counted. */
const MAX_LISTED = 10_000;

/** What checking a file has found so far. */
export type Checked = { leidas: number; errores: number; avisos: number; problems: RowProblem[] };

export const startCheck = (): Checked => ({ leidas: 0, errores: 0, avisos: 0, problems: [] });

/** Counts problems; keeps as many as a report lists. */
export const note = (checked: Checked, found: readonly RowProblem[]) => {
  for (const problem of found) {
    if (problem.nivel === 'error') checked.errores += 1;
    else checked.avisos += 1;
    if (checked.problems.length < MAX_LISTED) checked.problems.push(problem);
  }
};
