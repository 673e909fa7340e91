/**
 * The CURP (Clave Única de Registro de Población): reading, deriving, comparing, finding.
 *
 * Sources: «Instructivo normativo para la asignación de la CURP» (March 2006, with annexes; text in
 * force DOF 2021-10-18), cited as [I]; RENAPO, «Reglas para la ejecución…» (December 2021), §5 with
 * the exceptions in force, cited as [R]. Passing these rules never means "registered with RENAPO".
 *
 * Where the texts leave room, this is the reading taken:
 * - Any sign that is not a letter counts as a special character ([R] names / - . ' ’ ´): nobody
 *   benefits from a curly quote being treated differently from a straight one.
 * - Every accent is stripped, not only the acute one (Ü→U is [I]); Ñ stays a letter of its own.
 * - A lone surname is the first surname, whichever field it was written in ([R]: "un solo apellido").
 * - Ñ does not stop the search for the vowel of position 2 (it is a letter, not a special character).
 * - Only position 17 tells the century, so 29 February 00 with a digit is 1900 and impossible.
 */
import type { CurpFailure, CurpReason, CurpWarning } from './errors.ts';
import reference from './reference.json' with { type: 'json' };

export type { CurpFailure, CurpReason, CurpWarning } from './errors.ts';
export { describeWarning, explainCurp } from './errors.ts';

/** As RENAPO writes it: hombre, mujer, no binario (issued since 2023). */
export type Sexo = 'H' | 'M' | 'X';

export interface CurpReading {
  ok: true;
  /** Normalised: 18 characters, upper case, no separators. */
  curp: string;
  /** YYYY-MM-DD, with the century that position 17 gives. */
  fechaNacimiento: string;
  sexo: Sexo;
  /** Two-letter CURP code (`DF` is Ciudad de México, `NE` born abroad); see `nombreEntidad`. */
  entidad: string;
  warnings: CurpWarning[];
}

export interface DatosNombre {
  nombre: string;
  /** Missing, empty and blank all mean that the person has no such surname. */
  apellidoPaterno?: string | null | undefined;
  apellidoMaterno?: string | null | undefined;
}

export interface DatosCurp extends DatosNombre {
  /** YYYY-MM-DD */
  fechaNacimiento: string;
  sexo: Sexo;
  /** Two-letter CURP code */
  entidad: string;
}

/** What a CURP can be compared with; a birth datum that is missing or blank is not compared. */
export interface DatosComparables extends DatosNombre {
  fechaNacimiento?: string | null | undefined;
  sexo?: string | null | undefined;
  entidad?: string | null | undefined;
}

/** Two-letter CURP code → name of the place of birth: the 32 states and NE ([I] annex 4). */
export const ENTIDADES: Readonly<Record<string, string>> = reference.entidades;

/** The place of birth that a two-letter CURP code names, or undefined for an unknown code. */
export const nombreEntidad = (code: string): string | undefined =>
  Object.hasOwn(ENTIDADES, code) ? ENTIDADES[code] : undefined;

const INCONVENIENTES = new Set(reference.palabrasInconvenientes);
const PARTICULAS = new Set(reference.particulas);
const NOMBRES_COMUNES = new Set(reference.nombresComunes);
const ALPHABET = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';

/**
 * Upper case without accents; Ñ (composed or not) survives as one character. Invisible format
 * characters (zero-width, soft hyphen) come along when something is pasted from a PDF. What is not
 * text (a spreadsheet's number, JSON's null) counts as nothing written.
 */
const fold = (text: unknown): string =>
  (typeof text === 'string' ? text : '')
    .toUpperCase()
    .normalize('NFD')
    .replace(/N\u0303/g, 'Ñ')
    .replace(/[\u0300-\u036f]|\p{Cf}/gu, '');

const clean = (text: string | null | undefined): string => fold(text).trim();

/** A CURP as people type it → as it is stored: no spaces, hyphens, accents or lower case. */
export const normalizeCurp = (text: string): string => fold(text).replace(/[\s\p{Pd}\u2212]/gu, '');

/**
 * Position 18, from the first 17 characters ([I]: weight 18 − i, modulo 10).
 * @throws RangeError unless it is given exactly 17 characters of the CURP's alphabet.
 */
export function checkDigit(first17: string): string {
  const characters = [...fold(first17)];
  if (characters.length !== 17) throw new RangeError('checkDigit needs 17 characters');
  let sum = 0;
  for (const [i, character] of characters.entries()) {
    const value = ALPHABET.indexOf(character);
    if (value < 0) throw new RangeError(`checkDigit: character ${i + 1} is not of the alphabet`);
    sum += value * (18 - i);
  }
  return String((10 - (sum % 10)) % 10);
}

const isRealDate = (year: number, month: number, day: number): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();

const isToCome = (year: number, month: number, day: number, today: Date): boolean =>
  Date.UTC(year, month - 1, day) > today.getTime();

/** [I], DOF 2021: a digit in position 17 for births to 1999, a letter from 2000 on. */
const birthYear = (curp: string): number =>
  (/\d/.test(curp.charAt(16)) ? 1900 : 2000) + Number(curp.slice(4, 6));

/** The centuries («19», «20») that position 17 leaves open; both when there is no such position. */
const centuriesOf = (curp: string): readonly string[] => {
  const mark = curp.charAt(16);
  if (!/[0-9A-Z]/.test(mark) || (/\d/.test(mark) && curp.slice(4, 6) === '00')) return ['19', '20'];
  return [/\d/.test(mark) ? '19' : '20'];
};

const LETTER = /[A-Z]/;
const DIGIT = /\d/;
const CONSONANT = /[B-DF-HJ-NP-TV-Z]/;
const SHAPE: ReadonlyArray<readonly [CurpReason, RegExp]> = [
  ['letrasIniciales', LETTER],
  ['letrasIniciales', /[AEIOUX]/],
  ['letrasIniciales', LETTER],
  ['letrasIniciales', LETTER],
  ...Array.from({ length: 6 }, () => ['fechaNoNumerica', DIGIT] as const),
  ['sexo', /[HMX]/],
  ['entidad', LETTER],
  ['entidad', LETTER],
  ...Array.from({ length: 3 }, () => ['consonantes', CONSONANT] as const),
  ['homoclave', /[0-9A-Z]/],
  ['digitoNoNumerico', DIGIT],
];

const refuse = (reason: CurpReason, position?: number): CurpFailure =>
  position === undefined ? { ok: false, reason } : { ok: false, reason, position };

/**
 * Reads a CURP as a person typed it (case, spaces, hyphens and accents do not matter) and says what
 * it tells, or the first reason why it cannot be one. Never throws.
 *
 * `today` decides what is a date to come, by its UTC day: at most some hours of leniency in Mexico,
 * and the same answer in the browser and on the server.
 */
export function parseCurp(text: string, today: Date = new Date()): CurpReading | CurpFailure {
  const curp = normalizeCurp(text);
  if (curp === '') return refuse('vacia');
  if (curp.length !== 18) return refuse('longitud');
  for (const [i, [reason, expected]] of SHAPE.entries()) {
    if (!expected.test(curp.charAt(i))) return refuse(reason, i + 1);
  }
  const entidad = curp.slice(11, 13);
  if (nombreEntidad(entidad) === undefined) return refuse('entidad', 12);

  const year = birthYear(curp);
  const [month, day] = [Number(curp.slice(6, 8)), Number(curp.slice(8, 10))];
  if (month < 1 || month > 12) return refuse('fechaImposible', 7);
  if (!isRealDate(year, month, day)) return refuse('fechaImposible', 9);
  if (isToCome(year, month, day, today)) return refuse('fechaFutura', 5);
  if (checkDigit(curp.slice(0, 17)) !== curp.charAt(17)) return refuse('digitoVerificador', 18);

  const warnings: CurpWarning[] = [];
  if (INCONVENIENTES.has(curp.slice(0, 4))) warnings.push('palabraInconveniente');
  if (/[K-Z]/.test(curp.charAt(16))) warnings.push('homoclavePocoComun');
  if (year === 1900) warnings.push('sigloDudoso');
  const fechaNacimiento = `${year}-${curp.slice(6, 8)}-${curp.slice(8, 10)}`;
  return { ok: true, curp, fechaNacimiento, sexo: curp.charAt(10) as Sexo, entidad, warnings };
}

/**
 * The word of a name or surname that the CURP uses ([R] 5.1, 1.3 and 1.7). Only whole words are
 * dropped, and never the last one: «DE LA O» gives O, a lone MARIA stays. A hyphen does not split.
 */
function pickWord(text: string | null | undefined, kind: 'nombre' | 'apellido'): string {
  const words = clean(text).split(/\s+/);
  const dropParticulas = () => {
    while (words.length > 1 && PARTICULAS.has(words[0]!)) words.shift();
  };
  dropParticulas();
  if (kind === 'nombre' && words.length > 1 && NOMBRES_COMUNES.has(words[0]!)) {
    words.shift();
    dropParticulas();
  }
  return words[0]!;
}

/** Ñ, a special character and an absent word all give X. */
const initialOf = (word: string): string => word.match(/^[A-Z]/)?.[0] ?? 'X';

/** The first vowel after the initial; X when a special character comes earlier or there is none. */
const vowelOf = (word: string): string =>
  word.slice(1).match(/^[B-DF-HJ-NP-TV-ZÑ]*([AEIOU])/)?.[1] ?? 'X';

/** The first non-vowel after the initial if it is a plain consonant (Y counts); otherwise X. */
const consonantOf = (word: string): string =>
  word.slice(1).match(/^[AEIOU]*([B-DF-HJ-NP-TV-Z])/)?.[1] ?? 'X';

/** Which word stands in each place, and which datum it came from. */
function placeNames(datos: DatosNombre) {
  const paterno = { key: 'apellidoPaterno', word: pickWord(datos.apellidoPaterno, 'apellido') };
  const materno = { key: 'apellidoMaterno', word: pickWord(datos.apellidoMaterno, 'apellido') };
  const onlyMaterno = paterno.word === '' && materno.word !== '';
  const [first, second] = onlyMaterno ? [materno, paterno] : [paterno, materno];
  return { first, second, given: { key: 'nombre', word: pickWord(datos.nombre, 'nombre') } };
}

/**
 * The first 16 characters of the CURP of a person; the last two cannot be derived (RENAPO gives
 * position 17). No surname, or only one, is a person like any other.
 * @throws RangeError when the birth date is not a real YYYY-MM-DD, or the sex or the state is not of
 *   the catalogue: there is no CURP to derive, and a made-up one would be worse.
 */
export function deriveCurp(datos: DatosCurp): string {
  const [, yyyy, mm, dd] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(clean(datos.fechaNacimiento)) ?? [];
  if (!yyyy || !mm || !dd || !isRealDate(Number(yyyy), Number(mm), Number(dd))) {
    throw new RangeError('deriveCurp: fechaNacimiento must be a real YYYY-MM-DD');
  }
  const [sexo, entidad] = [clean(datos.sexo), clean(datos.entidad)];
  if (!/^[HMX]$/.test(sexo)) throw new RangeError('deriveCurp: sexo must be H, M or X');
  if (nombreEntidad(entidad) === undefined) throw new RangeError('deriveCurp: unknown entidad');

  const { first, second, given } = placeNames(datos);
  const [one, three, four] = [initialOf(first.word), initialOf(second.word), initialOf(given.word)];
  const two = vowelOf(first.word);
  const letters = one + (INCONVENIENTES.has(one + two + three + four) ? 'X' : two) + three + four;
  const consonants = [first, second, given].map(({ word }) => consonantOf(word)).join('');
  return letters + yyyy.slice(2) + mm + dd + sexo + entidad + consonants;
}

/**
 * The names of the data that disagree with a CURP, in the order of the CURP's own description
 * (names, birth date, sex, state); empty when all agree. The century is what position 17 says, save
 * for year 00 with a digit, which may be a mistake for 2000 (`sigloDudoso`): there both agree. Of the
 * rest only positions 1–16 are compared. Both the substituted and the plain second letter of an
 * inconvenient word agree, since registered CURPs have either. Never throws.
 */
export function compareCurp(curp: string, datos: DatosComparables): Array<keyof DatosComparables> {
  const text = normalizeCurp(curp);
  const { first, second, given } = placeNames(datos);
  const differing = new Set<string>();

  const vowel = vowelOf(first.word);
  // The word is made with the CURP's own other letters, so that a surname is not blamed for the
  // substitution when it is another datum that differs.
  const plain = text.charAt(0) + vowel + text.slice(2, 4);
  const secondLetters = INCONVENIENTES.has(plain) ? [vowel, 'X'] : [vowel];
  if (!secondLetters.includes(text.charAt(1))) differing.add(first.key);
  const places = [
    { ...first, initial: 0, consonant: 13 },
    { ...second, initial: 2, consonant: 14 },
    { ...given, initial: 3, consonant: 15 },
  ];
  for (const { key, word, initial, consonant } of places) {
    const agrees =
      text.charAt(initial) === initialOf(word) && text.charAt(consonant) === consonantOf(word);
    if (!agrees) differing.add(key);
  }

  const compare = (key: keyof DatosComparables, expected: string | undefined, actual: string) => {
    if (clean(datos[key]) !== '' && expected !== actual) differing.add(key);
  };
  const [, century, ...day] =
    /^(\d\d)(\d\d)-(\d\d)-(\d\d)$/.exec(clean(datos.fechaNacimiento)) ?? [];
  compare('fechaNacimiento', day.join(''), text.slice(4, 10));
  if (century !== undefined && !centuriesOf(text).includes(century)) {
    differing.add('fechaNacimiento');
  }
  compare('sexo', clean(datos.sexo), text.charAt(10));
  compare('entidad', clean(datos.entidad), text.slice(11, 13));

  const order = [
    'nombre',
    'apellidoPaterno',
    'apellidoMaterno',
    'fechaNacimiento',
    'sexo',
    'entidad',
  ] as const;
  return order.filter((key) => differing.has(key));
}

// Four letters (the second a vowel or X, as `parseCurp` asks), a possible month and day, sex, state,
// consonants, homoclave, check digit (specification.md §5). Without anchors, because text recognition glues words together
// («CURPHEMS94…»); inside a lookahead, so that overlapping candidates are all tried.
const FOUND = new RegExp(
  `(?=([A-Z][AEIOUX][A-Z]{2}\\d\\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])[HMX](?:${Object.keys(ENTIDADES).join('|')})` +
    `${CONSONANT.source}{3}[0-9A-Z]\\d))`,
  'g',
);

/**
 * The CURP in the text recognised from a document, normalised, or null. The label «CURP » is removed
 * and the pattern of specification.md §5 must match with the right check digit and a day that exists
 * and has come: an O read for the 0 of position 17 gives the same digit, and a birth in this century.
 * Beyond that text: sex X is accepted (such CURPs are issued since 2023), and where no run of
 * characters matches, blanks and hyphens inside a line are ignored. The first match wins.
 */
export function findCurp(text: string, today: Date = new Date()): string | null {
  // Only a label followed by a blank: CURP can also be somebody's initials (Cuevas Ramírez Pedro).
  // Left in place, it would complete a reading whose own four letters were lost.
  const unlabelled = fold(text).replace(/CURP[^\S\r\n]*:?(?=\s)/g, '');
  const joined = unlabelled.replace(/[^\S\r\n]|[\p{Pd}\u2212]/gu, '');
  for (const candidate of [unlabelled, joined].flatMap((source) => [...source.matchAll(FOUND)])) {
    const curp = candidate[1]!;
    const [month, day] = [Number(curp.slice(6, 8)), Number(curp.slice(8, 10))];
    const year = birthYear(curp);
    const born = isRealDate(year, month, day) && !isToCome(year, month, day, today);
    if (born && checkDigit(curp.slice(0, 17)) === curp.charAt(17)) return curp;
  }
  return null;
}
