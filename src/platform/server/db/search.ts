import { type RawBuilder, sql } from 'kysely';
import { CallError } from '../../shared/errors.ts';
import { lookUp } from '../../shared/look-up.ts';
import { LETTERS, LIKENESS, MAX_LIKE, maySlip, wordsOf } from '../../shared/search.ts';
import type { Db, Trx } from './index.ts';

/** How a list is looked through; `parecida`: also by what only looks like each word. */
export type Search = { busqueda?: string | undefined; parecida?: boolean | undefined };

/** A word as a pattern of `like` that means itself. */
export const escapeLike = (word: string): string => word.replace(/[\\%_]/g, '\\$&');

/**
 * Whether a column of folded text (made by `plegar`, or by `fold`) has every word that is looked for. With
 * `parecida`, or something that looks like it: only inside `searchPage`.
 */
export const hasWords = (
  column: string,
  { busqueda = '', parecida }: Search,
): RawBuilder<boolean> => {
  const text = sql.ref(column);
  const each = wordsOf(busqueda).map((word) => {
    const has = sql`${text} like ${`%${escapeLike(word)}%`}`;
    return parecida && maySlip(word) ? sql`(${has} or ${text} %>> ${word})` : has;
  });
  return each.length === 0 ? sql`true` : sql`(${sql.join(each, sql` and `)})`;
};

/** What folding takes away, wherever it stands. */
const GONE = '[\\u0300-\\u036f\\u00ad\\u200b-\\u200d\\u2060\\ufeff]*';

/** All that is folded to one sign, for a regular expression. */
const written = (sign: string): string => {
  const others = (/[a-z]/.test(sign) ? sign.toUpperCase() : '') + (lookUp(LETTERS, sign) ?? '');
  const own = /[\w\u0080-\u{10ffff}]/u.test(sign) ? sign : `\\${sign}`;
  return others === '' ? own : `[${own}${others}]`;
};

/**
 * Whether a text that is not folded may have each word, told without folding it, which costs ten times as much: who has them
 * is always among these. `hasWords` of what `plegar` makes of them says which.
 */
export const mayHaveWords = (text: RawBuilder<unknown>, busqueda: string): RawBuilder<boolean> => {
  const each = wordsOf(busqueda).map(
    (word) => sql`${text} ~ ${[...word].map(written).join(GONE)}::text`,
  );
  return each.length === 0 ? sql`true` : sql`(${sql.join(each, sql` and `)})`;
};

/** How much columns of folded text look like the words, to put the likest first. */
export const likenessOf = (columns: readonly string[], busqueda = ''): RawBuilder<number> => {
  const each = wordsOf(busqueda).map((word) => {
    const found = columns.map((column) => sql`strict_word_similarity(${word}, ${sql.ref(column)})`);
    return sql`coalesce(greatest(${sql.join(found)}), 0)`;
  });
  return each.length === 0 ? sql`0` : sql`(${sql.join(each, sql` + `)})`;
};

/** Milliseconds that one statement of a search may take in the database. */
const SEARCH_TIMEOUT = 3_000;

const limitStatements = (trx: Trx): Promise<unknown> =>
  sql`select set_config('statement_timeout', ${String(SEARCH_TIMEOUT)}, true)`.execute(trx);

/** The database ended a statement that took too long, in words for the person who searched. */
const explainTimeout = (error: unknown): unknown =>
  (error as { code?: string })?.code === '57014'
    ? new CallError(
        'UNAVAILABLE',
        'La búsqueda tardó demasiado. Escriba menos palabras, o más precisas.',
        { code: 'busqueda-larga' },
      )
    : error;

/** Reads what words narrow, within the time that a search has; without words, by itself. */
export const limitedSearch = async <T>(
  db: Db,
  busqueda: string | undefined,
  read: (db: Db) => Promise<T>,
): Promise<T> => {
  if (!busqueda || db.isTransaction) return read(db);
  try {
    return await db.transaction().execute(async (trx) => {
      await limitStatements(trx);
      return read(trx);
    });
  } catch (error) {
    throw explainTimeout(error);
  }
};

type Page = { busqueda?: string | undefined; pagina: number; porPagina: number };

type Select<Q, R> = (db: Db, query: Q & { parecida?: boolean }) => Promise<R[]>;

/**
 * The rows that look like words which no row has, the likest first; none when they may not be mistyped. `select` is
 * given `parecida`, and orders by `likenessOf`.
 */
export const selectLike = async <Q extends Page, R>(
  db: Db,
  query: Q,
  select: Select<Q, R>,
): Promise<R[]> => {
  if (!wordsOf(query.busqueda ?? '').some(maySlip)) return [];
  const porPagina = Math.min(query.porPagina, MAX_LIKE);
  return limitedSearch(db, query.busqueda, async (trx) => {
    for (const least of LIKENESS) {
      await sql`select set_config('pg_trgm.strict_word_similarity_threshold', ${String(least)}, true)`.execute(
        trx,
      );
      const found = await select(trx, { ...query, parecida: true, pagina: 1, porPagina });
      if (found.length > 0) return found;
    }
    return [];
  });
};

/**
 * A page of a list, and how many rows it has. When nothing has all the words, the rows that look like them, the
 * likest first and as one page (`parecidas`): `select` is then given `parecida` and orders by `likenessOf`. What
 * is done to everything that a search shows is never done to these.
 */
export const searchPage = async <Q extends Page, R>(
  db: Db,
  query: Q,
  count: (db: Db, query: Q) => Promise<number>,
  select: Select<Q, R>,
): Promise<{ total: number; rows: R[]; parecidas: boolean }> => {
  const { rows, total } = await limitedSearch(db, query.busqueda, async (on) => {
    const found = await select(on, query);
    // Counting costs as much as there is: a first page that is not full has counted it.
    const isAll = query.pagina === 1 && found.length < query.porPagina;
    return { rows: found, total: isAll ? found.length : await count(on, query) };
  });
  if (total > 0) return { total, rows, parecidas: false };
  const like = await selectLike(db, query, select);
  return { total: like.length, rows: like, parecidas: like.length > 0 };
};

/**
 * All the rows that a list shows of a search, block by block, for what hands them on (an export): those that have all
 * the words, by `selectAfter`, or else those that `searchPage` shows in their stead, by `select`.
 */
export async function* searchAll<Q extends Page, R>(
  db: Db,
  query: Q,
  selectAfter: (db: Db, last: R | null) => Promise<R[]>,
  select: Select<Q, R>,
): AsyncGenerator<R[]> {
  let last: R | null = null;
  for (;;) {
    const rows = await selectAfter(db, last);
    if (rows.length === 0) break;
    yield rows;
    last = rows.at(-1) ?? null;
  }
  if (last !== null) return;
  const like = await selectLike(db, query, select);
  if (like.length > 0) yield like;
}
