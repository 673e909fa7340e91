import { describe, expect, it } from 'vitest';
import { type CodeShape, candidates, hasTwin } from './code-candidates.ts';
import { CODE_ALPHABET, type Glyph } from './types.ts';

/** Two letters, of which the first is H or M, and a digit. */
const shape: CodeShape = {
  length: 3,
  allowed: (position) => ['HM', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'][position]!,
  plausible: () => true,
};

/** Glyphs as read: the character with its chance, and another one's chance. */
const glyph = (char: string, confidence = 0.9, other = '', chance = 0): Glyph => {
  const chances = new Float32Array(CODE_ALPHABET.length);
  chances[CODE_ALPHABET.indexOf(char)] = confidence;
  if (other) chances[CODE_ALPHABET.indexOf(other)] = chance;
  return { char, confidence, chances };
};

describe('candidates', () => {
  it('repairs the type of a character only where the picture supports it', () => {
    const read = (last: Glyph) => candidates([glyph('M'), glyph('S'), last], shape)[0]?.code;
    expect(read(glyph('O'))).toBe('MS0');
    expect(read(glyph('S', 0.8, '5', 0.15))).toBe('MS5');
    expect(read(glyph('S', 0.99, '5', 0.001))).toBeUndefined();
  });
});

describe('hasTwin', () => {
  const clear = [glyph('H', 0.97, 'M', 0.02), glyph('A'), glyph('7')];
  const blurred = [glyph('H', 0.5, 'M', 0.4), glyph('A'), glyph('7')];
  const any = () => true;

  it('doubts a code when another possible one explains the readings nearly as well', () => {
    expect(hasTwin('HA7', [clear, clear], shape, any)).toBe(false);
    expect(hasTwin('HA7', [blurred, clear], shape, any)).toBe(true);
  });

  it('does not doubt it when the other one is impossible', () => {
    expect(hasTwin('HA7', [blurred, clear], shape, (code) => code !== 'MA7')).toBe(false);
  });

  it('counts a repaired character for what it was repaired to', () => {
    const repaired = [glyph('H'), glyph('A'), glyph('S', 0.9, '5', 0.06)];
    repaired[2]!.chances[CODE_ALPHABET.indexOf('6')] = 0.03;
    expect(hasTwin('HA5', [repaired], shape, any)).toBe(false);
  });
});
