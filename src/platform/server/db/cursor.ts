import { type Compilable, type RawBuilder, sql } from 'kysely';
import type { CursorPage } from '../../shared/cursor.ts';
import { type Db, executeOn } from './index.ts';
import { createRemembered } from './remembered.ts';

/** Sizes of pages that screens ask for, and one more, by which it is known whether there are others; and one row. */
const SIZES: ReadonlySet<number> = new Set([1, 25, 26, 50, 51, 100, 101, 200, 201]);

/**
 * How many rows at most, written out in the statement where few sizes are in use: with the figure as a parameter, the
 * database expects a tenth of the table and plans the statement anew each time, which costs more than a page.
 */
export const atMost = (rows: number): number | RawBuilder<number> =>
  SIZES.has(rows) ? sql.lit(rows) : rows;

/** Whether so many rows are a page that screens ask for: of each there may be a statement of its own. */
export const isPageSize = (rows: number): boolean => SIZES.has(rows);

/** Two digits of a figure that is not exact. */
const roughly = (n: number): number => {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(n, 1))) - 1);
  return Math.round(n / unit) * unit;
};

/**
 * A page of a list that grows: `select` gives rows in the order shown – `reversed`: against it – after the row of a
 * cursor (null: from the beginning), and `keyOf` the cursor of a row, by which the order is total. `approximate` is
 * asked only when there is more than the page.
 */
export const cursorPage = async <R>(
  at: { tras?: string | undefined; antes?: string | undefined; porPagina: number },
  keyOf: (row: R) => string,
  select: (from: { after: string | null; reversed: boolean; limit: number }) => Promise<R[]>,
  approximate: () => Promise<number | null>,
): Promise<CursorPage<R> & { filas: R[] }> => {
  const { porPagina } = at;
  const limit = porPagina + 1;
  const page = async (filas: R[], before: boolean, after: boolean) => {
    const about = before || after ? await approximate() : filas.length;
    return {
      filas,
      anterior: before && filas.length > 0 ? keyOf(filas[0]!) : null,
      siguiente: after ? keyOf(filas.at(-1)!) : null,
      // What is seen is more than a guess.
      aproximado: about === null ? null : roughly(Math.max(about, filas.length + Number(after))),
    };
  };
  if (at.antes !== undefined && at.tras === undefined) {
    const rows = await select({ after: at.antes, reversed: true, limit });
    // Less than a page before it: that is the beginning, and the page is filled.
    if (rows.length > porPagina) return page(rows.slice(0, porPagina).reverse(), true, true);
  }
  const after = at.tras ?? null;
  const rows = await select({ after, reversed: false, limit });
  return page(rows.slice(0, porPagina), after !== null, rows.length > porPagina);
};

/** About how many rows there are, told again for a minute: what the planner expects changes when a table is analysed. */
const guesses = createRemembered<number>({ ms: 60_000, most: 500 });

/** About how many rows something has, asked once a minute. `key` names it in this database. */
export const guessOnce = async (
  db: Db,
  key: string,
  ask: () => Promise<number | null>,
): Promise<number | null> => {
  const before = guesses.find(db, key);
  if (before !== undefined) return before;
  const guess = await ask();
  // A table that was never analysed may be at any moment.
  if (guess !== null) guesses.keep(db, key, guess);
  return guess;
};

/**
 * How many rows the planner expects of a query; null while it knows nothing of the table (never analysed). Planning costs as
 * much as a page, and a figure of two digits does not change from page to page: the same query is asked once a minute.
 */
export const estimateRows = async (
  db: Db,
  tabla: string,
  query: Compilable,
): Promise<number | null> => {
  const { sql: text, parameters } = query.compile();
  return guessOnce(db, JSON.stringify([text, parameters]), async () => {
    const { rows } = await sql<{ known: boolean }>`
      select reltuples >= 0 as known from pg_class where oid = ${tabla}::regclass`.execute(db);
    if (!rows[0]?.known) return null;
    const plan = await executeOn(db)(`explain (format json) ${text}`, parameters);
    const [row] = plan.rows as { 'QUERY PLAN': { Plan: { 'Plan Rows': number } }[] }[];
    return row?.['QUERY PLAN'][0]?.Plan['Plan Rows'] ?? null;
  });
};
