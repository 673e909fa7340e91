import type { z } from 'zod';
import type { Actor, Policy } from '../../shared/actor.ts';
import { CallError } from '../../shared/errors.ts';
import type { ColumnNames, Opcion, RowProblem } from '../../shared/hojas.ts';
import type { Db, Trx } from '../db/index.ts';
import type { CellParser, OutCell } from './cells.ts';

/** One column of a list's spreadsheet. */
export type Column<K extends string = string> = ColumnNames & {
  readonly key: K;
  /** The file must have it and every row must fill it. */
  readonly required?: boolean;
  /** Of a required one: the file must have it, and a row may leave it empty, which means something (null). */
  readonly mayBeEmpty?: boolean;
  /** Of a required one: that other column may be given instead, in the file and in each row. */
  readonly unless?: string;
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
  readonly format?: (value: unknown) => OutCell;
  /** Width in characters, in workbooks. */
  readonly width?: number;
  /** Only in exports. */
  readonly exportOnly?: boolean;
};

/** A row that was read: its number in the file and its values by column key (null: empty or unreadable). */
export type HojaRow<Row> = {
  fila: number;
  valores: Row;
  /** The columns whose cell could not be read: their value is null, and the error is known. */
  malas?: ReadonlySet<string>;
};

export type HojaContext = {
  db: Db;
  now: Date;
  /** Uid of who imports or exports. */
  actorUid: string;
};

/** What becomes of rows when they are written. */
export type ImportFigures = { nuevas: number; cambiadas: number; sinCambio: number };

/** An import that is being written: its id is the `importacion` of its rows. */
export type ImportRun = { id: string; actorUid: string; now: Date };

/**
 * How the rows of a list are written, little by little, so that nobody waits, and all or none
 * (docs/decisions/0020). Each of these runs in a short transaction of its own, and may be run again after
 * the process has died.
 */
export type HojaWriter = {
  /**
   * Writes a block of rows where nobody sees them: new ones in the list's table with their `importacion`,
   * changes of rows that are there beside it. Looks again at what others may have changed; says what each row
   * does now (`efectos`), which must be what was shown to whoever asked for it.
   * @throws {HojaProblems} rows that cannot be written now.
   */
  readonly write: (
    trx: Trx,
    rows: readonly HojaRow<Record<string, unknown>>[],
    run: ImportRun,
  ) => Promise<ImportFigures & { efectos?: readonly RowEffect[] }>;
  /**
   * Whether what it prepared still is so; asked while nobody writes to the list, before it is decided. Without it:
   * whoever writes says `touchHojas`.
   */
  readonly isCurrent?: (trx: Trx, run: Pick<ImportRun, 'id'>) => Promise<boolean>;
  /**
   * Writes the next changes (at most `limit`) into the history, after those of `cursor`; gives the cursor
   * to go on from, or null when there are none left.
   */
  readonly record: (
    trx: Trx,
    run: ImportRun & { cursor: string | null },
    limit: number,
  ) => Promise<string | null>;
  /**
   * Puts the next changes of rows that are there in their place (at most `limit`; null: all), after those
   * of `cursor`, which begins with the last that `record` gave; gives the cursor to go on from, or null.
   */
  readonly apply?: (
    trx: Trx,
    run: ImportRun & { cursor: string | null },
    limit: number | null,
  ) => Promise<string | null>;
  /** Removes the next unseen rows of an import that was given up, after `cursor`; gives the next or null. */
  readonly discard: (
    trx: Trx,
    run: Pick<ImportRun, 'id'> & { cursor: string | null },
    limit: number,
  ) => Promise<string | null>;
};

/** What writing a row would do, and of a record that is there, which cells would say something else. */
export type RowEffect = {
  fila: number;
  efecto: 'nueva' | 'cambia' | 'igual';
  /** How the record is called, and its cells as people read them. */
  nombre?: string;
  /** What of the record was looked at, to know it again: another one is another effect. */
  version?: string;
  celdas?: readonly { columna: string; antes: string; despues: string }[];
};

/** What the database says of rows: what is wrong, and what they would do (nothing said: they are all new). */
export type RowsCheck = { problems: RowProblem[]; efectos?: readonly RowEffect[] };

export type Hoja<Row = Record<string, unknown>, Filters = unknown> = {
  /** Stable id: what callables and routes say (`personas`, `catalogo-areas`). */
  readonly id: string;
  /** Plural, as in «Importar personas»: lower case. */
  readonly title: string;
  /** Of a list of one record (`defineFamilia`): the family, and the record as the history names it. */
  readonly de?: { readonly familia: string; readonly registro: string; readonly id: string };
  /** How the files of its exports are called, without day or extension (default: its title). */
  readonly nombre?: (db: Db) => Promise<string>;
  /** How many of the records that would change a preview shows (default 50). */
  readonly cambiosMostrados?: number;
  readonly columns: readonly Column<Extract<keyof Row, string>>[];
  /** Columns of an export that only its filters say, after the declared ones; their keys are the rows'. */
  readonly moreColumns?: (filters: Filters, ctx: HojaContext) => Promise<readonly Column[]>;
  /** Who may import and export it. */
  readonly policy: Policy;
  /** What is wrong within one row, beyond its cells. Pure. */
  readonly checkRow?: (row: HojaRow<Row>, now: Date) => RowProblem[];
  /** What these rows are given the database: a few set-based queries a block, none for each row. */
  readonly checkRows?: (rows: readonly HojaRow<Row>[], ctx: HojaContext) => Promise<RowsCheck>;
  /** What the cells of a column may have meant whose errors say `duda`, the likest first, by text. */
  readonly suggest?: (
    columna: string,
    textos: readonly string[],
    ctx: HojaContext,
  ) => Promise<ReadonlyMap<string, readonly Opcion[]>>;
  /**
   * What `writer.write` is given of a row (default: its values). Work that needs no database belongs here
   * and not in the transaction, for which others wait.
   */
  readonly prepare?: (valores: Row, now: Date) => Record<string, unknown>;
  /** How rows are written; without it the list is only exported. */
  readonly writer?: HojaWriter;
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
    ctx: HojaContext,
  ) => AsyncIterable<readonly { readonly [K in keyof Row]?: Row[K] | null }[]>;
};

/** Thrown by `writer.write`: nothing is written and the rows are reported. */
export class HojaProblems extends Error {
  readonly problems: readonly RowProblem[];
  constructor(problems: readonly RowProblem[]) {
    super('Rows that could not be written');
    this.name = 'HojaProblems';
    this.problems = problems;
  }
}

/** An error of one cell, for `checkRow`, `checkRows` and `HojaProblems`. */
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
export const defineHoja = <Row extends Record<string, unknown>, Filters = unknown>(
  hoja: Hoja<Row, Filters>,
): Hoja => {
  const keys = hoja.columns.map(({ key }) => key);
  if (new Set(keys).size < keys.length) throw new Error(`Hoja ${hoja.id}: two equal keys`);
  if (!/^[a-z][a-z0-9-]*$/.test(hoja.id)) throw new Error(`Hoja ${hoja.id}: lower case, please`);
  return hoja as unknown as Hoja;
};

/** Lists of one record each, as the grades of an edition: `of` makes the one of a record's id, or null when it is none. */
export type HojaFamilia = { readonly id: string; readonly of: (id: string) => Hoja | null };

/** What features declare: lists, and families of them. */
export type HojaDeclarada = Hoja | HojaFamilia;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Declares the lists of each record of a kind (`registro`: its name in the history), whose ids are UUIDs: that of a record
 * is called `{familia}-{id}`, and whoever exports it fills it in and imports it.
 */
export const defineFamilia = <Row extends Record<string, unknown>, Filters = unknown>(
  { id: familia, registro }: { id: string; registro: string },
  of: (id: string) => Omit<Hoja<Row, Filters>, 'id' | 'de'>,
): HojaFamilia => ({
  id: familia,
  of: (id) =>
    UUID.test(id)
      ? defineHoja<Row, Filters>({
          ...of(id),
          id: `${familia}-${id}`,
          de: { familia, registro, id },
        })
      : null,
});

/** Which list it is, as the history keeps it. */
export const hojaForHistory = ({ id, de }: Hoja): Record<string, unknown> =>
  de ? { hoja: de.familia, [de.registro]: de.id } : { hoja: id };

/** The columns that a file to import may have. */
export const importColumns = (hoja: Hoja): readonly Column[] =>
  hoja.columns.filter(({ exportOnly }) => !exportOnly);

/** All lists by id. */
export const declareHojas = (declaradas: readonly HojaDeclarada[]) => {
  const byId = new Map(declaradas.map((one) => [one.id, one]));
  if (byId.size < declaradas.length) throw new Error('Two hojas have one id');
  const familias = declaradas.filter((one) => 'of' in one);
  const find = (id: string): Hoja | null => {
    const one = byId.get(id);
    if (one) return 'of' in one ? null : one;
    const familia = familias.find((f) => id.startsWith(`${f.id}-`));
    return familia?.of(id.slice(familia.id.length + 1)) ?? null;
  };
  return {
    /** The list, for who may use it. */
    of(id: string, actor: Actor | null): Hoja {
      const hoja = find(id);
      if (!hoja) throw new CallError('NOT_FOUND', 'No existe esa lista.');
      if (!hoja.policy(actor)) {
        throw new CallError('PERMISSION_DENIED', 'No tiene permiso para usar esta lista.');
      }
      return hoja;
    },
    find,
    /** Whether they may have a job of that list done. One that is no more is refused by the job, in its words. */
    permits: (id: string, actor: Actor): boolean => find(id)?.policy(actor) ?? true,
  };
};

/** The filters of an export as the history keeps them. */
export const filtersForHistory = (
  { shownFilters = [] }: Hoja,
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

export type HojasDeclaradas = ReturnType<typeof declareHojas>;
