import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase } from '../../../../tests/database.ts';
import { orderKey } from '../../shared/natural-order.ts';
import { fold, likeness, wordsOf } from '../../shared/search.ts';
import type { Database } from './index.ts';
import { hasWords, mayHaveWords } from './search.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

/** What the database makes of some texts. */
const plegar = async (texts: readonly string[]): Promise<string[]> => {
  const { rows } = await database.execute(
    'select plegar(t) as p from unnest($1::text[]) with ordinality as g(t, i) order by i',
    [texts],
  );
  return (rows as { p: string }[]).map(({ p }) => p);
};

/** The database keeps neither of these. */
const storable = (text: string) => text.replaceAll('\0', '').toWellFormed();

describe('the database and the browser', () => {
  it('fold every letter that there is in the same way', async () => {
    const signs: string[] = [];
    for (let code = 1; code < 0x1_0000; code++) {
      if (code < 0xd800 || code > 0xdfff) signs.push(`a${String.fromCodePoint(code)}B`);
    }
    const theirs = await plegar(signs);
    expect(signs.filter((sign, i) => fold(sign) !== theirs[i])).toEqual([]);
  });

  it('fold any text in the same way', async () => {
    const texts = fc
      .sample(
        fc.oneof(
          fc.string({ unit: 'binary', maxLength: 60 }),
          fc.string({ unit: 'grapheme', maxLength: 60 }),
          fc.string({ unit: fc.constantFrom(...'aÁñÑ \t\u00a0Zø\u0301İ’—ﬁ①Ａ'), maxLength: 40 }),
        ),
        5_000,
      )
      .map(storable);
    const theirs = await plegar(texts);
    expect(texts.filter((text, i) => fold(text) !== theirs[i])).toEqual([]);
  });

  it('whoever has a word once folded may have it before', async () => {
    const unit = fc.constantFrom(..."aÁñÑ \u00a0Zø\u0301\u200bİ’—ßẞ.*[]^-\\'%_7жЖ");
    const pairs = fc
      .sample(fc.string({ unit, maxLength: 12 }), 3_000)
      .map((text) => {
        const [word = ''] = wordsOf(text);
        return { text, word: word.slice(Math.floor(word.length / 3)) };
      })
      .filter(({ word }) => word !== '');
    for (const { text, word } of pairs) {
      const asked = sql<{
        may: boolean;
        has: boolean;
      }>`select ${mayHaveWords(sql`texto`, word)} as may,
        ${hasWords('plegado', { busqueda: word })} as has
        from (select ${text}::text as texto, plegar(${text}) as plegado) t`;
      const { rows } = await asked.execute(database.db);
      expect({ text, word, ...rows[0] }).toMatchObject({ may: true, has: true });
    }
    const { rows } = await sql<{
      may: boolean;
    }>`select ${mayHaveWords(sql`'Perez'::text`, 'perex')} as may`.execute(database.db);
    expect(rows[0]?.may).toBe(false);
  });

  it('put names in the same order', async () => {
    const ordinals = [
      ...['Primer', 'primera', 'Tercer', 'Séptimo', 'noveno', 'Décimo', 'décima', 'Vigésimo'],
      ...['Centésimo', 'undécimo', 'duodécima', 'decimotercer', 'vigesimoprimera', 'Nonagésimo'],
      ...['segund', 'cuarta', 'decimal', '10', '009', '0', '12345678901234567890', 'de', 'Ñu', '›'],
    ];
    const texts = fc
      .sample(
        fc.oneof(
          fc.array(fc.constantFrom(...ordinals), { maxLength: 6 }).map((words) => words.join(' ')),
          fc.string({ unit: 'binary', maxLength: 40 }),
        ),
        3_000,
      )
      .map(storable);
    const { rows } = await database.execute(
      'select orden_natural(t) as k from unnest($1::text[]) with ordinality as g(t, i) order by i',
      [texts],
    );
    const theirs = (rows as { k: string }[]).map(({ k }) => k);
    expect(texts.filter((text, i) => orderKey(text) !== theirs[i])).toEqual([]);
  });

  it('find the same words alike', async () => {
    const texts = ['maria gonzalez perez', 'jose hernandez cruz', 'peña nieto', 'tribunal laboral'];
    for (const search of [
      'Gonzales',
      'hernadez',
      'pena',
      'labroal',
      'nada',
      'ana@correo.example',
    ]) {
      for (const word of wordsOf(search)) {
        const { rows } = await database.execute(
          'select strict_word_similarity($1, plegar(t)) as s from unnest($2::text[]) with ordinality as g(t, i) order by i',
          [word, texts],
        );
        for (const [i, { s }] of (rows as { s: number }[]).entries()) {
          expect(likeness(word, fold(texts[i]!))).toBeCloseTo(s, 5);
        }
      }
    }
  });

  it('keep what they look for in an index', async () => {
    // Nor one index read whole in its order: what finds words is asked for.
    await database.execute(
      'set enable_seqscan = off; set enable_indexscan = off; set enable_indexonlyscan = off',
    );
    for (const [table, condition] of [
      ['cuentas', "busqueda like '%gonza%'"],
      ['personas_todas', "busqueda like '%gonza%'"],
      ['catalogo_items_todos', "busqueda like '%gonza%'"],
      ['personas_todas', "busqueda %>> 'gonzales'"],
    ]) {
      const { rows } = await database.execute(`explain select 1 from ${table} where ${condition}`);
      expect(JSON.stringify(rows)).toMatch(/_busqueda/);
    }
  });
});
