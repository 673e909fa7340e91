import type { Cell } from './cells.ts';

/** One row of a file, with the number that the spreadsheet program shows for it. */
export type TableRow = {
  fila: number;
  cells: readonly Cell[];
  /** Hidden in its program, by a filter or by hand. */
  oculta?: true;
  /** Why the whole row cannot be read (Spanish, says how to mend it). */
  mala?: string;
};

/** Columns beyond this are not looked at. */
export const MAX_COLUMNS = 300;
/** Rows of one import. */
export const MAX_ROWS = 200_000;
/** Rows that are looked at, blank ones too: what a worksheet has. */
export const LAST_ROW = 1_048_576;

export const TOO_LONG =
  'El archivo tiene demasiadas filas en blanco o incompletas. Borre las que sobran y guárdelo de nuevo.';
