import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crockfordCheck, groupByFour, normaliseCrockford, randomCrockford } from './ids.ts';

const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const word = fc
  .array(fc.integer({ min: 0, max: 31 }), { minLength: 2, maxLength: 24 })
  .map((values) => values.map((v) => SYMBOLS[v]).join(''));

describe('crockfordCheck', () => {
  it('detects every single wrong symbol', () => {
    fc.assert(
      fc.property(word, fc.nat(), fc.integer({ min: 1, max: 31 }), (text, at, shift) => {
        const i = at % text.length;
        const other = SYMBOLS[(SYMBOLS.indexOf(text[i]!) + shift) % 32];
        const changed = text.slice(0, i) + other + text.slice(i + 1);
        expect(crockfordCheck(changed)).not.toBe(crockfordCheck(text));
      }),
    );
  });
  it('detects every swap of two different neighbours', () => {
    fc.assert(
      fc.property(word, fc.nat(), (text, at) => {
        const i = at % (text.length - 1);
        fc.pre(text[i] !== text[i + 1]);
        const changed = text.slice(0, i) + text[i + 1] + text[i] + text.slice(i + 2);
        expect(crockfordCheck(changed)).not.toBe(crockfordCheck(text));
      }),
    );
  });
  it('refuses what is not a symbol', () => {
    expect(() => crockfordCheck('ABCU')).toThrow(RangeError);
  });
});

describe('what a person types', () => {
  it('is normalised: case, spaces, hyphens, look-alikes', () => {
    expect(normaliseCrockford('k9y2-zkyw oil')).toBe('K9Y2ZKYW011');
  });
  it('is shown in groups of four', () => {
    expect(groupByFour('K9Y2ZKYW2')).toBe('K9Y2-ZKYW-2');
  });
  it('random text has the asked length and only symbols', () => {
    expect(randomCrockford(40)).toMatch(/^[0-9A-HJKMNP-TV-Z]{40}$/);
  });
});
