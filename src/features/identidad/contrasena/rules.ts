/**
 * What is left of a password once everything is taken out that who guesses it would try first: its owner's own data and
 * the school's own words. It is that rest which has to be hard to guess.
 */

import { MESES } from '../../../platform/shared/dates.ts';

/** Words that are nobody's own and that everybody of a judicial school would try. */
const PALABRAS = [
  'escuela nacional formación judicial judicatura instituto',
  'poder federación federal justicia consejo suprema corte nación tribunal juzgado magistrado magistrada',
  'enfj cjf scjn pjf',
  'portal academia académico académica alumno alumna estudiante curso contraseña clave acceso usuario',
  'méxico mexicano mexicana',
] as const;

/** They join names and are no part of one: a pass-phrase may well have them. */
const PARTICULAS = new Set(['de', 'del', 'la', 'las', 'los', 'el', 'y', 'e', 'san', 'von', 'van']);

/** Characters of a CURP (or another long key) in a row that already are its owner's. */
const PIECE = 6;
/** The first four are as much as a signature, and begin one's RFC too. */
const ROOT = 4;

/** Digits and signs that stand for letters, each with the letters that look like it. */
const LOOKS_LIKE = new Map(
  ['aA4@', 'bB8', 'eE3', 'gG9', 'iIlL1!|', 'oO0', 'sS5$', 'tT7', 'zZ2'].flatMap((alike) =>
    [...alike].map((sign) => [sign, alike[0]!] as const),
  ),
);

/** A sign without accent or case, letters and digits only; empty for what separates. */
const fold = (sign: string): string =>
  sign
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');

/** The same with what stands for letters read as letters. */
const foldDisguised = (sign: string): string =>
  LOOKS_LIKE.get(sign) ?? [...fold(sign)].map((one) => LOOKS_LIKE.get(one) ?? one).join('');

const foldAll = (text: string): string => [...text.normalize('NFKC')].map(fold).join('');
const disguise = (folded: string): string => [...folded].map(foldDisguised).join('');

const reverse = (text: string): string => [...text].reverse().join('');

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .match(/[a-z]+|[0-9]+/g) ?? [];

/** A text of names: each word, and all of them joined. */
const piecesOfNames = (text: string): string[] => [
  foldAll(text),
  ...wordsOf(text).filter((word) => word.length >= 3 && !PARTICULAS.has(word)),
];

const piecesOfEmail = (text: string): string[] => {
  const [local = '', domain = ''] = text.split('@');
  // Of a domain, what nobody would miss: its end is a country or a kind.
  const labels = domain.split('.');
  return [
    foldAll(text),
    foldAll(local),
    foldAll(domain),
    ...[local, ...labels.slice(0, -1)].flatMap((part) => [foldAll(part), ...wordsOf(part)]),
    foldAll(labels.slice(-2).join('')),
  ].filter((piece) => piece.length >= 3);
};

const piecesOfKey = (text: string): string[] => {
  const key = foldAll(text);
  const ends = key.length - PIECE + 1;
  return [
    key.slice(0, ROOT),
    ...Array.from({ length: ends }, (_, at) => key.slice(at, at + PIECE)),
  ];
};

const permutations = <T>([first, ...rest]: readonly T[]): T[][] =>
  first === undefined
    ? [[]]
    : permutations(rest).flatMap((others) =>
        Array.from({ length: others.length + 1 }, (_, at) => [
          ...others.slice(0, at),
          first,
          ...others.slice(at),
        ]),
      );

/** A day in every order, with two and four digits of the year, with and without zeros, and in words. */
const piecesOfDate = (year: string, month: string, day: string): string[] => {
  const pieces = [year, month + day, day + month];
  const name = MESES[Number(month) - 1] ?? '';
  for (const y of [year, year.slice(2)]) {
    for (const d of [day, String(Number(day))]) {
      for (const m of [month, String(Number(month)), name, name.slice(0, 3)]) {
        for (const parts of permutations([d, m, y])) pieces.push(parts.join(''));
        if (m.length > 2) pieces.push(`${d}de${m}de${y}`, `${d}de${m}`, d + m);
      }
    }
  }
  return pieces.filter((piece) => piece.length >= 4);
};

/** Of a CURP: what it says of a birth, with the century of its position 17. */
const KEY = /^[A-Z]{4}(\d\d)(\d\d)(\d\d)[A-Z0-9]{6}([A-Z0-9])\d$/;

/** Everything that may stand in a password for a datum, whatever kind it is: its shape tells. */
const piecesOf = (datum: string): string[] => {
  const text = datum.trim();
  if (text.includes('@')) return piecesOfEmail(text);
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  if (year) return piecesOfDate(year, month!, day!);
  const key = text.toUpperCase().replace(/[\s-]/g, '');
  const birth = KEY.exec(key);
  if (birth) {
    const [, yy = '', mm = '', dd = '', seventeenth = ''] = birth;
    const century = /\d/.test(seventeenth) ? '19' : '20';
    return [...piecesOfKey(key), ...piecesOfDate(century + yy, mm, dd)];
  }
  if (/^[A-Z]*\d[A-Z0-9]*$/.test(key) && key.length >= PIECE) return piecesOfKey(key);
  return piecesOfNames(text);
};

/** Marks which signs of a password are part of any of the pieces. */
const marksOf = (password: readonly string[], pieces: ReadonlySet<string>): boolean[] => {
  const marks = password.map(() => false);
  const mark = (spell: (sign: string) => string, wanted: Iterable<string>) => {
    let text = '';
    const from: number[] = [];
    for (const [at, sign] of password.entries()) {
      for (const letter of spell(sign)) {
        text += letter;
        from.push(at);
      }
    }
    for (const piece of wanted) {
      for (let at = text.indexOf(piece); at >= 0; at = text.indexOf(piece, at + 1)) {
        for (let i = at; i < at + piece.length; i++) marks[from[i]!] = true;
      }
    }
  };
  // As it is, then as it may be disguised; digits alone stand for themselves.
  mark(fold, pieces);
  const disguised = [...pieces].filter((piece) => /[a-z]/.test(piece)).map(disguise);
  mark(foldDisguised, disguised);
  return marks;
};

/** What separates a marked sign from its neighbours goes with it: « segura» is as weak as «segura». */
const withSeparators = (signs: readonly string[], marks: readonly boolean[]): boolean[] => {
  const all = [...marks];
  for (let from = 0; from < signs.length; from++) {
    let to = from;
    while (to < signs.length && !marks[to] && fold(signs[to]!) === '') to += 1;
    if (marks[from - 1] || marks[to]) all.fill(true, from, to);
    from = to;
  }
  return all;
};

const withReversed = (pieces: readonly string[]): Set<string> =>
  new Set(pieces.flatMap((piece) => [piece, reverse(piece)]).filter((piece) => piece.length >= 3));

/** What is left of a password, and of what the rest was. */
export type Resto = {
  /** The signs that nothing known explains, joined. */
  resto: string;
  /** Whether it has something of the owner's own. */
  propio: boolean;
  /** Whether it has words of the school. */
  escolar: boolean;
};

/**
 * Takes out of a password its owner's data (`ownData`: names, email, CURP, birth date YYYY-MM-DD, as they are written; what each
 * is, its shape tells) and the school's words (`schoolWords`, besides those of any judicial school): whole, in parts, joined,
 * reversed, with other signs between, without accents, or with digits and signs for letters.
 */
export const restoOf = (
  password: string,
  ownData: readonly string[],
  schoolWords: readonly string[] = [],
): Resto => {
  const signs = [...password.normalize('NFKC')];
  const own = marksOf(signs, withReversed(ownData.flatMap(piecesOf)));
  const school = marksOf(
    signs,
    withReversed(
      [...PALABRAS, ...schoolWords].flatMap((words) =>
        wordsOf(words).filter((word) => word.length >= 3 && !PARTICULAS.has(word)),
      ),
    ),
  );
  const gone = withSeparators(
    signs,
    signs.map((_, at) => own[at]! || school[at]!),
  );
  return {
    resto: signs.filter((_, at) => !gone[at]).join(''),
    propio: own.includes(true),
    escolar: school.includes(true),
  };
};

/** Signs of a rest below which it cannot be hard to guess, whatever they are: 10^8 tries find it. */
export const RESTO_MIN = 9;
