import { hash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';

/** Keys of an object in the order in which a `jsonb` keeps them: the short ones first, those of a length by their bytes. */
const byBytes = (a: string, b: string): number =>
  Buffer.byteLength(a) - Buffer.byteLength(b) || Buffer.compare(Buffer.from(a), Buffer.from(b));

/** What JSON writes as it is: no quote, backslash, control or half of a pair. */
const PLAIN = /^[ !#-[\]-\ud7ff\ue000-\uffff]*$/;

/** A string as JSON: what `JSON.stringify` gives, in half its time for those that are plain, as most are. */
export const writeString = (value: string): string =>
  PLAIN.test(value) ? `"${value}"` : JSON.stringify(value);

/** Digits without an exponent, which a `jsonb` never writes. */
const plain = (value: number): string => {
  const text = JSON.stringify(value);
  const at = text.indexOf('e');
  if (at === -1) return text;
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)\.?(\d*)/.exec(text)!;
  const point = whole.length + Number(text.slice(at + 1));
  const digits = whole + rest;
  return point <= 0 ? `${sign}0.${'0'.repeat(-point)}${digits}` : sign + digits.padEnd(point, '0');
};

/** An object's keys as they come, and in the order in which a `jsonb` keeps them, each with how it is written. */
type Shape = { readonly keys: readonly string[]; readonly ordered: readonly [string, string][] };

/** Shapes that were worked out, by their first key and how many they have: records of one kind have few. */
const shapes = new Map<string, Shape[]>();
const MOST = 1_000;
let known = 0;

const isOf = (keys: readonly string[], shape: Shape): boolean => {
  for (let n = 0; n < keys.length; n++) if (keys[n] !== shape.keys[n]) return false;
  return true;
};

const shapeOf = (value: object): Shape => {
  const keys = Object.keys(value);
  const name = `${keys.length}${keys[0]}`;
  const alike = shapes.get(name) ?? [];
  for (const shape of alike) if (isOf(keys, shape)) return shape;
  const ordered = keys
    .toSorted(byBytes)
    .map((key): [string, string] => [key, `${JSON.stringify(key)}: `]);
  const shape = { keys, ordered };
  if (known >= MOST) {
    shapes.clear();
    known = 0;
  }
  shapes.set(name, [...alike, shape]);
  known += 1;
  return shape;
};

/** JSON as a `jsonb` prints it. */
export const writeJsonb = (value: unknown): string => {
  if (typeof value === 'string') return writeString(value);
  if (typeof value === 'number') return plain(value);
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  if (value instanceof Date) return JSON.stringify(value);
  if (Array.isArray(value)) {
    let text = '[';
    for (let n = 0; n < value.length; n++) text += (n === 0 ? '' : ', ') + writeJsonb(value[n]);
    return `${text}]`;
  }
  let text = '{';
  for (const [key, written] of shapeOf(value).ordered) {
    const one = (value as Record<string, unknown>)[key];
    if (one !== undefined) text += (text === '{' ? '' : ', ') + written + writeJsonb(one);
  }
  return `${text}}`;
};

/**
 * The SHA-256 (hex) of what is kept as `jsonb`, so that the database finds the same of what it has (`digestOfJsonb`), a hundred
 * thousand at once. Some 10 µs for two kilobytes.
 */
export const digestJsonb = (value: unknown): string => hash('sha256', writeJsonb(value));

/** `digestJsonb` of an array whose elements were written already (`writeJsonb`). */
export const digestWritten = (elements: readonly string[]): string =>
  hash('sha256', `[${elements.join(', ')}]`);

/** The same of an expression of type `jsonb`. */
export const digestOfJsonb = (expression: RawBuilder<unknown>): RawBuilder<string> =>
  sql<string>`encode(sha256(convert_to((${expression})::text, 'UTF8')), 'hex')`;
