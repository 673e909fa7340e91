import type { Correspondencia, RowProblem } from '../../shared/sheets.ts';
import { asText, textOf } from './cells.ts';
import { importColumns, type Sheet, type SheetContext, type SheetRow } from './define.ts';
import type { TableRow } from './table.ts';
import { UnreadableSheet } from './unreadable.ts';

type Row = SheetRow<Record<string, unknown>>;

/** Refuses a matching that cannot work: an obligatory column without its own, or one used twice. */
export const checkCorrespondencia = (
  sheet: Sheet,
  matching: Correspondencia,
  headers: readonly string[],
): void => {
  const used = new Map<number, string>();
  for (const column of importColumns(sheet)) {
    const at = matching[column.key] ?? null;
    if (at === null) {
      if (!column.required) continue;
      throw new UnreadableSheet(
        `Falta la columna «${column.header}». Indique cuál del archivo es, o agréguela.`,
      );
    }
    if (at >= headers.length) {
      throw new UnreadableSheet(`La columna que indicó para «${column.header}» no existe.`);
    }
    const other = used.get(at);
    if (other !== undefined) {
      throw new UnreadableSheet(
        `La columna «${headers[at]}» está indicada para «${other}» y para «${column.header}».`,
      );
    }
    used.set(at, column.header);
  }
};

const DEFAULT = asText();

/** Reads the cells of one row; what is wrong goes to `problems`. */
const readRow = (
  sheet: Sheet,
  matching: Correspondencia,
  row: TableRow,
  problems: RowProblem[],
): Row => {
  const valores: Record<string, unknown> = {};
  for (const column of importColumns(sheet)) {
    const at = matching[column.key] ?? null;
    const cell = at === null ? null : (row.cells[at] ?? null);
    const text = textOf(cell);
    const refuse = (mensaje: string) =>
      problems.push({
        fila: row.fila,
        columna: column.key,
        mensaje,
        nivel: 'error',
        ...(text !== '' && { valor: text.slice(0, 200) }),
      });
    valores[column.key] = null;
    if (cell === null || text === '') {
      if (column.required) refuse(`Falta ${column.header.toLowerCase()}. Escriba el dato.`);
      continue;
    }
    const parsed = (column.parse ?? DEFAULT)(cell);
    if (parsed.ok) valores[column.key] = parsed.value;
    else refuse(parsed.error);
  }
  return { fila: row.fila, valores };
};

/**
 * Reads and checks a block of rows: each cell, each row, and all of them against the database. Gives
 * the rows without errors. (That no two rows say the same is seen once all have been read.)
 */
export const checkBlock = async (
  sheet: Sheet,
  matching: Correspondencia,
  block: readonly TableRow[],
  ctx: SheetContext,
): Promise<{ rows: Row[]; problems: RowProblem[] }> => {
  const problems: RowProblem[] = [];
  const bad = new Set<number>();
  const note = (found: readonly RowProblem[]) => {
    problems.push(...found);
    for (const { fila, nivel } of found) if (nivel === 'error') bad.add(fila);
  };
  const good = (rows: Row[]) => rows.filter(({ fila }) => !bad.has(fila));

  const cells: RowProblem[] = [];
  let rows = block.map((row) => readRow(sheet, matching, row, cells));
  note(cells);
  rows = good(rows);
  if (sheet.checkRow) {
    for (const row of rows) note(sheet.checkRow(row, ctx.now));
    rows = good(rows);
  }
  if (sheet.checkRows && rows.length > 0) {
    note(await sheet.checkRows(rows, ctx));
    rows = good(rows);
  }
  problems.sort((a, b) => a.fila - b.fila);
  return { rows, problems };
};

/** The error of each row that repeats what an earlier one says. */
export const repeatedProblems = (
  column: { key: string; header: string },
  repeated: readonly { valor: string; filas: readonly number[] }[],
): RowProblem[] =>
  repeated.flatMap(({ valor, filas: [first, ...others] }) =>
    others.map((fila) => ({
      fila,
      columna: column.key,
      valor,
      nivel: 'error' as const,
      mensaje: `Se repite: la fila ${first} ya lo tiene. Deje una sola.`,
    })),
  );

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
