/** Crockford's base 32: no I, L, O, U, so that a folio read aloud or from paper is not mistaken. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A Crockford symbol for the low 5 bits of each byte. */
export const crockfordOf = (bytes: Uint8Array): string => {
  let text = '';
  for (const byte of bytes) text += ALPHABET[byte & 31];
  return text;
};

/** Random text of `length` Crockford symbols, 5 bits each, from the system's generator. */
export const randomCrockford = (length: number): string =>
  crockfordOf(crypto.getRandomValues(new Uint8Array(length)));

// GF(32) with x^5 + x^2 + 1: multiplication by the generator, as in docs/decisions/0006.
const timesGenerator = (value: number) => ((value << 1) ^ (value & 16 ? 0b100101 : 0)) & 31;

/**
 * Check symbol over GF(32): detects every single wrong symbol and every swap of two neighbours
 * (a sum modulo 31 or 37 does not).
 */
export const crockfordCheck = (text: string): string => {
  let sum = 0;
  for (const symbol of text) {
    const value = ALPHABET.indexOf(symbol);
    if (value < 0) throw new RangeError(`Not a Crockford symbol: ${symbol}`);
    sum = timesGenerator(sum ^ value);
  }
  return ALPHABET[sum]!;
};

/** Upper case, no spaces or hyphens, O→0, I and L→1: what a person meant to type. */
export const normaliseCrockford = (text: string): string =>
  text.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');

/** In groups of four, separated by hyphens. */
export const groupByFour = (text: string): string => text.match(/.{1,4}/g)?.join('-') ?? '';
