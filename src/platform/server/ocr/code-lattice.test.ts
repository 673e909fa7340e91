import { describe, expect, it } from 'vitest';
import { type CodeShape, decode, joined, lossOf, windows } from './code-lattice.ts';
import { CODE_ALPHABET, LATTICE_WIDTH, type Lattice } from './types.ts';

/** Two letters, of which the first is H or M, and a digit. */
const shape: CodeShape = {
  length: 3,
  allowed: (position) => ['HM', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '0123456789'][position]!,
  plausible: () => true,
};

/** A step in which the given characters have these chances over the likeliest; none is the gap. */
const step = (chances: Record<string, number>): number[] => {
  const row = new Array<number>(LATTICE_WIDTH).fill(Math.log(0.01));
  for (const [char, chance] of Object.entries(chances)) {
    row[char === ' ' ? LATTICE_WIDTH - 1 : CODE_ALPHABET.indexOf(char)] = Math.log(chance);
  }
  return row;
};
const gap = step({ ' ': 1 });
const lattice = (...steps: Record<string, number>[]): Lattice =>
  Float32Array.from(steps.flatMap((chances) => [...step(chances), ...gap]));
const reading = (text: string) => lattice(...[...text].map((char) => ({ [char]: 1 })));

describe('decode', () => {
  it('finds the code in a line, whatever stands around it', () => {
    expect(decode([reading('CURPHA7XX')], shape)[0]).toEqual({ code: 'HA7', loss: 0 });
  });

  it('weighs readings together: what one lost, another has', () => {
    const lost = reading('H7');
    const doubted = lattice({ M: 1, H: 0.9 }, { A: 1 }, { 7: 1 });
    const [best, next] = decode([lost, doubted, reading('HA7')], shape);
    expect(best!.code).toBe('HA7');
    expect(next!.loss).toBeGreaterThan(best!.loss + 1);
  });

  it('says how close the next one is', () => {
    const blurred = lattice({ H: 1, M: 0.8 }, { A: 1 }, { 7: 1 });
    const [best, next] = decode([blurred], shape);
    expect([best!.code, next!.code]).toEqual(['HA7', 'MA7']);
    expect(next!.loss - best!.loss).toBeCloseTo(-Math.log(0.8));
  });

  it('takes O and 0, I and 1 for one another where only one may stand, and no other pair', () => {
    expect(decode([reading('HO0')], shape)[0]).toEqual({ code: 'HO0', loss: 0 });
    expect(decode([reading('H00')], shape)[0]).toEqual({ code: 'HO0', loss: 0 });
    expect(decode([reading('H1I')], shape)[0]).toEqual({ code: 'HI1', loss: 0 });
    expect(decode([reading('HAS')], shape)[0]!.loss).toBeGreaterThan(4);
  });

  it('needs a gap between two of the same character', () => {
    const double: CodeShape = { ...shape, length: 2, allowed: () => 'A' };
    const long = Float32Array.from([...step({ A: 1 }), ...step({ A: 1 })]);
    expect(decode([long], double)).toEqual([]);
    expect(decode([reading('AA')], double)[0]!.loss).toBe(0);
  });

  it('gives up when every code loses more than it may, and changes nothing else', () => {
    const worn = lattice({ X: 1, H: 0.5 }, { 2: 1, A: 0.5 }, { 7: 1 });
    const whole = decode([worn], shape);
    expect(whole[0]).toEqual({ code: 'HA7', loss: expect.closeTo(2 * Math.log(2), 4) });
    expect(decode([worn], shape, 40, 1.5)[0]).toEqual(whole[0]);
    expect(decode([worn], shape, 40, 1.3)).toEqual([]);
  });

  it('reads a line that was cut in two', () => {
    expect(decode([joined(reading('HA'), reading('7'))], shape)[0]).toEqual({
      code: 'HA7',
      loss: 0,
    });
  });
});

describe('lossOf', () => {
  it('is what a line loses when it is to say something else', () => {
    const line = lattice({ M: 1, H: 0.5 }, { U: 1 });
    expect(lossOf(line, 'MU')).toBeCloseTo(0);
    expect(lossOf(line, 'HU')).toBeCloseTo(-Math.log(0.5));
    expect(lossOf(line, 'HOMBRE')).toBeGreaterThan(9);
  });
});

describe('windows', () => {
  it('are the codes that stand in a text as they are', () => {
    expect(windows('clave: h-á 7 MB2', shape)).toEqual(['HA7', 'MB2']);
    expect(windows('HAS', shape)).toEqual([]);
  });
});
