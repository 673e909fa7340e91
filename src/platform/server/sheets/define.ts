import type { z } from 'zod';
import type { Actor, Policy } from '../../shared/actor.ts';
import { CallError } from '../../shared/errors.ts';
import type { ColumnNames, RowProblem } from '../../shared/sheets.ts';
import type { Db, Trx } from '../db/index.ts';
import type { CellParser } from './cells.ts';

/** One column of a list's spreadsheet. */
export type Column<K extends string = string> = ColumnNames & {
  readonly key: K;
  /** The file must have it and every row must fill it. */
  readonly required?: boolean;
  /** No two rows of one file may say the same. */
  readonly unique?: boolean;
  /** Reads a cell that is not empty (default: text of up to 200 characters). */
  readonly parse?: CellParser;
  /** Shown in the blank format, in its second row of explanations. */
  readonly example: string | number;
  /** Explanation in the blank format. */
  readonly hint?: string;
  /** The blank format offers these in a list. */
  readonly choices?: readonly string[];
  /** What an export writes for a value (default: the value itself). */
  readonly format?: (value: unknown) => string | number | boolean | Date | null;
  /** Width in characters, in workbooks. */
  readonly width?: number;
  /** Only in exports. */
  readonly exportOnly?: boolean;
};

/** A row that was read: its number in the file and its values by column key (null: empty). */
export type SheetRow<Row> = { fila: number; valores: Row };

export type SheetContext = {
  db: Db;
  now: Date;
  /** Uid of who imports or exports. */
  actorUid: string;
};

/** Rows that wait to be written, in `importacion_filas` (columns `trabajo_id`, `fila`, `datos`). */
export type StagedRows = {
  /** Their `trabajo_id`: the job's id. */
  trabajoId: string;
  /** In the file's order, with what `prepare` gave; enough for lists of some thousands. */
  blocks: () => AsyncIterable<readonly SheetRow<Record<string, unknown>>[]>;
};

export type ImportFigures = { nuevas: number; cambiadas?: number; sinCambio?: number };

export type Sheet<Row = Record<string, unknown>, Filters = unknown> = {
  /** Stable id: what callables and routes say (`personas`, `catalogo-areas`). */
  readonly id: string;
  /** Plural, as in «Importar personas»: lower case. */
  readonly title: string;
  readonly columns: readonly Column<Extract<keyof Row, string>>[];
  /** Who may import and export it. */
  readonly policy: Policy;
  /** What is wrong within one row, beyond its cells. Pure. */
  readonly checkRow?: (row: SheetRow<Row>, now: Date) => RowProblem[];
  /** What is wrong with these rows given the database: one set-based query a block. */
  readonly checkRows?: (rows: readonly SheetRow<Row>[], ctx: SheetContext) => Promise<RowProblem[]>;
  /**
   * What is kept of a row that passed the checks until all are written (default: its values). Work
   * that needs no database belongs here and not in the transaction, for which others wait. Must
   * keep the keys of the unique columns.
   */
  readonly prepare?: (valores: Row, now: Date) => Record<string, unknown>;
  /**
   * Writes all rows in the transaction, or throws `SheetProblems` (then nothing is written). All
   * rows have passed the checks; when the database has changed since, let its constraints throw:
   * the job checks the file again. Records in the history what it changes. The embedded database
   * serves nobody else meanwhile: many thousands of rows are to be written by one statement.
   */
  readonly importRows?: (
    trx: Trx,
    staged: StagedRows,
    ctx: Omit<SheetContext, 'db'>,
  ) => Promise<ImportFigures>;
  /** Schema of the filters of an export: those of the screen. */
  readonly filters?: z.ZodType<Filters>;
  /**
   * Filters whose value the history keeps. Of the others (what somebody searched for may be a name)
   * it only keeps that they were used.
   */
  readonly shownFilters?: readonly (keyof Filters & string)[];
  /**
   * The id of the person whose data a row of an export is, if any: they find it among who has looked at
   * their file.
   */
  readonly persona?: (row: Readonly<Record<string, unknown>>) => string | null;
  /** The rows that the filters show, in blocks (by key, never OFFSET), so that memory stays small. */
  readonly exportRows?: (
    filters: Filters,
    ctx: SheetContext,
  ) => AsyncIterable<readonly { readonly [K in keyof Row]?: Row[K] | null }[]>;
};

/** Thrown by `importRows`: nothing is written and the rows are reported. */
export class SheetProblems extends Error {
  readonly problems: readonly RowProblem[];
  constructor(problems: readonly RowProblem[]) {
    super('Rows that could not be written');
    this.name = 'SheetProblems';
    this.problems = problems;
  }
}

/** An error of one cell, for `checkRow`, `checkRows` and `SheetProblems`. */
export const rowError = (
  row: { fila: number; valores: object },
  columna: string | null,
  mensaje: string,
  nivel: RowProblem['nivel'] = 'error',
): RowProblem => {
  const value = columna === null ? null : (row.valores as Record<string, unknown>)[columna];
  return {
    fila: row.fila,
    columna,
    mensaje,
    nivel,
    ...(value != null && { valor: String(value).slice(0, 200) }),
  };
};

/**
 * Declares how a list is imported and exported. Everything else – reading files, matching columns,
 * preview, report, progress, all or nothing – is the platform's.
 */
export const defineSheet = <Row extends Record<string, unknown>, Filters = unknown>(
  sheet: Sheet<Row, Filters>,
): Sheet => {
  const keys = sheet.columns.map(({ key }) => key);
  if (new Set(keys).size < keys.length) throw new Error(`Sheet ${sheet.id}: two equal keys`);
  if (!/^[a-z][a-z0-9-]*$/.test(sheet.id)) throw new Error(`Sheet ${sheet.id}: lower case, please`);
  return sheet as unknown as Sheet;
};

/** The columns that a file to import may have. */
export const importColumns = (sheet: Sheet): readonly Column[] =>
  sheet.columns.filter(({ exportOnly }) => !exportOnly);

/** All lists by id. */
export const createSheets = (sheets: readonly Sheet[]) => {
  const byId = new Map(sheets.map((sheet) => [sheet.id, sheet]));
  if (byId.size < sheets.length) throw new Error('Two sheets have one id');
  return {
    /** The list, for who may use it. */
    of(id: string, actor: Actor | null): Sheet {
      const sheet = byId.get(id);
      if (!sheet) throw new CallError('NOT_FOUND', 'No existe esa lista.');
      if (!sheet.policy(actor)) {
        throw new CallError('PERMISSION_DENIED', 'No tiene permiso para usar esta lista.');
      }
      return sheet;
    },
    find: (id: string): Sheet | null => byId.get(id) ?? null,
  };
};

/** The filters of an export as the history keeps them. */
export const filtersForHistory = (
  { shownFilters = [] }: Sheet,
  filters: unknown,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries((filters ?? {}) as Record<string, unknown>)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [
        key,
        (shownFilters as readonly string[]).includes(key)
          ? value
          : Array.isArray(value)
            ? `(${value.length})`
            : '(con texto)',
      ]),
  );

export type Sheets = ReturnType<typeof createSheets>;
