import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { type CursorPage, MAX_CONTADAS } from '../../shared/cursor.ts';
import type { Db } from './index.ts';

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

/**
 * A page of a list that grows: `select` gives rows in the order shown – `reversed`: against it – after the row of a
 * cursor (null: from the beginning), and `keyOf` the cursor of a row, by which the order is total. `count` gives how many
 * rows there are in all (null: more than are counted), and is asked only when there is more than the page.
 */
export const cursorPage = async <R>(
  at: { tras?: string | undefined; antes?: string | undefined; porPagina: number },
  keyOf: (row: R) => string,
  select: (from: { after: string | null; reversed: boolean; limit: number }) => Promise<R[]>,
  count: () => Promise<number | null>,
): Promise<CursorPage<R> & { filas: R[] }> => {
  const { porPagina } = at;
  const limit = porPagina + 1;
  const page = async (filas: R[], before: boolean, after: boolean) => {
    const counted = before || after ? await count() : filas.length;
    return {
      filas,
      anterior: before && filas.length > 0 ? keyOf(filas[0]!) : null,
      siguiente: after ? keyOf(filas.at(-1)!) : null,
      // Rows may have come between the two statements: what is seen is there.
      total: counted === null ? null : Math.max(counted, filas.length + Number(after)),
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

/** How many rows a query has; null: more than are counted (`MAX_CONTADAS`), however many. */
export const countRows = async (
  db: Db,
  query: SelectQueryBuilder<any, any, any>,
): Promise<number | null> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from (${query.limit(MAX_CONTADAS + 1)}) algunas`.execute(db);
  return rows[0]!.n > MAX_CONTADAS ? null : rows[0]!.n;
};
