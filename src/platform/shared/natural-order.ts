import { fold } from './search.ts';

/*
 * How names are put in order: «Segundo» before «Décimo», «Décimo Primero» after «Décimo», 9 before 10, whatever
 * their case and accents. The database's `orden_natural` (migrations/0053) says the same: a test compares them.
 */

const UNITS = ['primer', 'segund', 'tercer', 'cuart', 'quint', 'sext', 'septim', 'octav', 'noven'];
const TENS = [
  'decim',
  'vigesim',
  'trigesim',
  'cuadragesim',
  'quincuagesim',
  'sexagesim',
  'septuagesim',
  'octogesim',
  'nonagesim',
];
const BEFORE_VOWEL = new RegExp(`^(${TENS.join('|')})[oa](.*)$`);

const unitOf = (word: string): number | null => {
  const stem = word.replace(/[oa]$/, '');
  // «Primer» and «tercer» also stand alone before their noun.
  const whole = stem !== word || stem === 'primer' || stem === 'tercer';
  const at = UNITS.indexOf(stem);
  return whole && at >= 0 ? at + 1 : null;
};

/** What an ordinal is worth, and what it may be followed by: only something lower is of the same number. */
const ordinalOf = (word: string): { value: number; level: 1 | 10 | 100 } | null => {
  if (/^undecim[oa]$/.test(word)) return { value: 11, level: 1 };
  if (/^duodecim[oa]$/.test(word)) return { value: 12, level: 1 };
  if (/^centesim[oa]$/.test(word)) return { value: 100, level: 100 };
  const [, ten = '', rest = ''] = BEFORE_VOWEL.exec(word) ?? [];
  if (ten !== '') {
    const value = (TENS.indexOf(ten) + 1) * 10;
    if (rest === '') return { value, level: 10 };
    const unit = unitOf(rest);
    return unit === null ? null : { value: value + unit, level: 1 };
  }
  const unit = unitOf(word);
  return unit === null ? null : { value: unit, level: 1 };
};

/** Digits so that they are in order as texts are: how many there are goes first. */
const written = (digits: string): string => {
  const n = digits.replace(/^0+/, '') || '0';
  return `${String(n.length).padStart(3, '0')}${n}`;
};

/** What a name is put in order by; compared sign by sign (`<`, the collation "C"). */
export const orderKey = (text: string): string => {
  const key: string[] = [];
  let number: { value: number; level: number } | null = null;
  const close = () => {
    if (number) key.push(written(String(number.value)));
    number = null;
  };
  for (const word of fold(text).split(/[^a-z0-9]+/)) {
    if (word === '') continue;
    const ordinal = ordinalOf(word);
    if (!ordinal) {
      close();
      key.push(/^[0-9]+$/.test(word) ? written(word) : word);
    } else if (number !== null && ordinal.level < (number as { level: number }).level) {
      number = { value: (number as { value: number }).value + ordinal.value, level: ordinal.level };
    } else {
      close();
      number = ordinal;
    }
  }
  close();
  return key.join(' ');
};

/** For `sort`: by `orderKey`, and by the texts themselves when it does not tell them apart. */
export const compareNatural = (a: string, b: string): number => {
  const [x, y] = [orderKey(a), orderKey(b)];
  if (x !== y) return x < y ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
};
