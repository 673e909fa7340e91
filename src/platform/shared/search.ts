/*
 * How the portal looks things up by words: the one way, on both sides. A text is folded (accents, case, kinds of
 * blank do not count; ñ is found by n), each word that is looked for must be in it, and when nothing has them all,
 * what looks like them is found. The database's `plegar` (migrations/0046) says the same as `fold`, from the same
 * table and not from its own idea of Unicode, which changes with its version and its locale: a test compares them.
 */

/** What each letter is looked for as. */
export const LETTERS: Readonly<Record<string, string>> = {
  a: 'áÁÀÂÃÄÅàâãäåĀāĂăĄąǍǎǞǟǠǡǺǻȀȁȂȃḀḁẠạẢảẤấẦầẨẩẪẫẬậẮắẰằẲẳẴẵẶặ',
  b: 'ḂḃḄḅḆḇ',
  c: 'ÇçĆćĈĉĊċČčḈḉ',
  d: 'ĎďḊḋḌḍḎḏḐḑḒḓđĐ',
  e: 'éÉÈÊËèêëĒēĔĕĖėĘęĚěȄȅȆȇḔḕḖḗḘḙḚḛḜḝẸẹẺẻẼẽẾếỀềỂểỄễỆệ',
  f: 'Ḟḟ',
  g: 'ĜĝĞğĠġĢģǦǧǴǵḠḡ',
  h: 'ĤĥḢḣḤḥḦḧḨḩḪḫẖħĦ',
  i: 'íÍÌÎÏìîïĨĩĪīĬĭĮįİǏǐȈȉȊȋḬḭḮḯỈỉỊịı',
  j: 'Ĵĵǰ',
  k: 'ĶķǨǩḰḱḲḳḴḵ',
  l: 'ĹĺĻļĽľḶḷḸḹḺḻḼḽłŁ',
  m: 'ḾḿṀṁṂṃ',
  n: 'ñÑŃńŅņŇňǸǹṄṅṆṇṈṉṊṋ',
  o: 'óÓÒÔÕÖòôõöŌōŎŏŐőǑǒǪǫǬǭȌȍȎȏṌṍṎṏṐṑṒṓỌọỎỏỐốỒồỔổỖỗỘộỚớỜờỞởỠỡỢợøØǾǿ',
  p: 'ṔṕṖṗ',
  r: 'ŔŕŖŗŘřȐȑȒȓṘṙṚṛṜṝṞṟ',
  s: 'ŚśŜŝŞşŠšȘșṠṡṢṣṤṥṦṧṨṩ',
  t: 'ŢţŤťȚțṪṫṬṭṮṯṰṱẗŧŦ',
  u: 'úüÚÜÙÛùûŨũŪūŬŭŮůŰűŲųǓǔǕǖǗǘǙǚǛǜȔȕȖȗṲṳṴṵṶṷṸṹṺṻỤụỦủỨứỪừỬửỮữỰự',
  v: 'ṼṽṾṿ',
  w: 'ŴŵẀẁẂẃẄẅẆẇẈẉẘ',
  x: 'ẊẋẌẍ',
  y: 'ÝýÿŶŷŸẎẏẙỲỳỴỵỶỷỸỹ',
  z: 'ŹźŻżŽžẐẑẒẓẔẕ',
  "'": '’‘ʼ´',
  '-': '‐‑–—−',
  ß: 'ẞ',
  æ: 'ÆǢǣǼǽ',
  ð: 'Ð',
  þ: 'Þ',
  œ: 'Œ',
};
const BLANKS = /[\t-\r\u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/g;
// Marks that stand over a letter, and what is not seen.
const GONE = /[\u0300-\u036f]|[\u00ad\u200b-\u200d\u2060\ufeff]/g;

const FOLDED = new Map(
  Object.entries(LETTERS).flatMap(([letter, written]) =>
    [...written].map((one): [string, string] => [one, letter]),
  ),
);

/** How a text is compared and looked for: without accents, case or doubled blanks. */
export const fold = (text: string): string =>
  text
    .replace(/[A-Z]/g, (letter) => letter.toLowerCase())
    .replace(GONE, '')
    .replace(BLANKS, ' ')
    .replace(/[^\0-\x7f]/g, (letter) => FOLDED.get(letter) ?? letter)
    .replace(/ {2,}/g, ' ')
    .replace(/^ | $/g, '');

/** Words at most that are looked for, and letters of each: the database reads every text once for each of them. */
const MAX_WORDS = 6;
const MAX_LETTERS = 60;

/** The words that are looked for, folded: each once; of more than six, the longest, which narrow most, as they were written. */
export const wordsOf = (search: string): string[] => {
  const words = [
    ...new Set(
      fold(search)
        .split(' ')
        .map((word) => word.slice(0, MAX_LETTERS)),
    ),
  ].filter(Boolean);
  if (words.length <= MAX_WORDS) return words;
  const longest = new Set(words.toSorted((a, b) => b.length - a.length).slice(0, MAX_WORDS));
  return words.filter((word) => longest.has(word));
};

/** Whether a word may be mistyped: keys, folios and numbers are what they are, and so is the likest one. */
export const maySlip = (word: string): boolean => !/\d/.test(word);

/**
 * How much a word must look like another: so much, and only when nothing does, so little. The database is told the
 * same.
 */
export const LIKENESS = [0.5, 0.35] as const;
/** Rows at most of what only looks like what was looked for. */
export const MAX_LIKE = 25;

const trigramsOf = (words: readonly string[]): Set<string> => {
  const found = new Set<string>();
  for (const word of words) {
    const padded = `  ${word} `;
    for (let at = 0; at + 3 <= padded.length; at++) found.add(padded.slice(at, at + 3));
  }
  return found;
};

const partsOf = (folded: string): string[] => folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/**
 * How much a word looks like some run of whole words of a text, 0 to 1, both folded: pg_trgm's
 * `strict_word_similarity`, which counts the groups of three letters that they share.
 */
export const likeness = (word: string, folded: string): number => {
  const wanted = trigramsOf(partsOf(word));
  const parts = partsOf(folded);
  let best = 0;
  for (let from = 0; from < parts.length; from++) {
    for (let to = from + 1; to <= parts.length; to++) {
      const here = trigramsOf(parts.slice(from, to));
      const shared = [...wanted].filter((one) => here.has(one)).length;
      best = Math.max(best, shared / (wanted.size + here.size - shared));
    }
  }
  return best;
};

/**
 * The rows of a list in memory that have every word, in their order; when none has, those that look like it,
 * the likest first (`parecidas`).
 */
export const searchIn = <T>(
  rows: readonly T[],
  textOf: (row: T) => string,
  search: string,
): { filas: readonly T[]; parecidas: boolean } => {
  const words = wordsOf(search);
  const texts = rows.map((row) => ({ row, text: fold(textOf(row)) }));
  const exact = texts.filter(({ text }) => words.every((word) => text.includes(word)));
  if (exact.length > 0) return { filas: exact.map(({ row }) => row), parecidas: false };
  const like = texts
    .map(({ row, text }) => ({
      row,
      each: words.map((word) =>
        text.includes(word) ? 1 : maySlip(word) ? likeness(word, text) : 0,
      ),
    }))
    .map(({ row, each }) => ({ row, each, least: Math.min(...each) }));
  const enough = LIKENESS.find((least) => like.some((one) => one.least >= least)) ?? 1;
  const filas = like
    .filter(({ least }) => least >= enough)
    .map(({ row, each }) => ({ row, sum: each.reduce((a, b) => a + b, 0) }))
    .sort((a, b) => b.sum - a.sum)
    .slice(0, MAX_LIKE)
    .map(({ row }) => row);
  return { filas, parecidas: filas.length > 0 };
};
