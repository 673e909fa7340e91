/** Spreadsheets: what browser and server both know of a list's columns. */

import { fold } from './search.ts';

/** A header as it is compared: without accents, case, punctuation, or the mark of an obligatory one. */
export const foldHeader = (text: string): string =>
  fold(text)
    .replace(/[^a-z0-9]+/g, ' ')
    .replace(/ obligatori[oa]$| opcional$/, '')
    .trim();

export type ColumnNames = {
  readonly key: string;
  readonly header: string;
  readonly synonyms?: readonly string[];
};

/** Column of the list → position of the file's column, or null when the file has none for it. */
export type Correspondencia = Record<string, number | null>;

/**
 * Proposes which column of the file is which: by name or synonym, each once; exact names win over
 * synonyms, so that «Nombre» is not taken by a column that merely also answers to it.
 */
export const matchColumns = (
  headers: readonly string[],
  columns: readonly ColumnNames[],
): Correspondencia => {
  const folded = headers.map(foldHeader);
  const taken = new Set<number>();
  const result: Correspondencia = Object.fromEntries(columns.map(({ key }) => [key, null]));
  const claim = (names: (column: ColumnNames) => readonly string[]) => {
    for (const column of columns) {
      if (result[column.key] !== null) continue;
      const wanted = names(column).map(foldHeader);
      const at = folded.findIndex(
        (name, i) => name !== '' && wanted.includes(name) && !taken.has(i),
      );
      if (at < 0) continue;
      taken.add(at);
      result[column.key] = at;
    }
  };
  claim((column) => [column.header]);
  claim((column) => [column.key.replace(/([a-z])([A-Z])/g, '$1 $2')]);
  claim((column) => column.synonyms ?? []);
  return result;
};

/** Largest file that is taken, in bytes. */
export const MAX_IMPORT_BYTES = 25 * 1024 * 1024;

/** What is wrong (or worth knowing) in one cell or row of a file. */
export type RowProblem = {
  /** The row's number as the spreadsheet program shows it. */
  fila: number;
  /** Column's key, or null when it is about the whole row. */
  columna: string | null;
  /** What the cell said. */
  valor?: string;
  /** Spanish; says how to mend it. */
  mensaje: string;
  /** An `aviso` does not stop the import. */
  nivel: 'error' | 'aviso';
  /** The cell names something that is not there, or several: whoever imports may say what is meant. */
  duda?: true;
};

/** By column, what its cells say (folded) and what is meant by it: an answer for all rows that say so. */
export type Elecciones = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** How a file is to be understood: which column is which, and what is meant by what is not known. */
export type Indicaciones = {
  correspondencia: Correspondencia;
  elecciones?: Elecciones | undefined;
};

/**
 * The question whether rows that the file hides go in, asked and answered as what a cell of this column would have meant. It is the name of
 * no column.
 */
export const OCULTAS = {
  columna: 'filas-ocultas',
  valor: 'ocultas',
  incluir: 'incluir',
  omitir: 'omitir',
} as const;

/** Something that a cell may have meant: what to write instead, and how people call it. */
export type Opcion = { valor: string; texto: string };

/** What rows of one column say and is not known, with what it may mean: asked once for all of them. */
export type Duda = {
  columna: string;
  valor: string;
  /** How many rows say so, and the first of them. */
  filas: number;
  primera: number;
  opciones: readonly Opcion[];
};
