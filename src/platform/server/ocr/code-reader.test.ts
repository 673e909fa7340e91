import { describe, expect, it } from 'vitest';
import { type CodeGrammar, readCode } from './code-reader.ts';
import { CODE_ALPHABET, LATTICE_WIDTH, type Line, type OcrPage } from './types.ts';

/** A page of one line, each step of which gives characters their chances over the likeliest. */
function pageOf(steps: readonly Record<string, number>[]): OcrPage {
  const gap = new Array<number>(LATTICE_WIDTH).fill(Math.log(0.01));
  gap[LATTICE_WIDTH - 1] = 0;
  const lattice = Float32Array.from(
    steps.flatMap((chances) => {
      const row = new Array<number>(LATTICE_WIDTH).fill(Math.log(0.01));
      for (const [char, chance] of Object.entries(chances)) {
        row[CODE_ALPHABET.indexOf(char)] = Math.log(chance);
      }
      return [...row, ...gap];
    }),
  );
  const chars = steps.map((chances) => Object.keys(chances)[0]!);
  const glyphs = chars.map((char) => ({ char, confidence: 1 }));
  const box = { cx: 50, cy: 10, ux: 1, uy: 0, hw: 50, hh: 10 };
  const line: Line = { text: chars.join(''), confidence: 1, glyphs, lattice, box };
  return {
    scan: async () => [line],
    reread: async (_box, variants) => variants.map(() => line),
  };
}

/** A letter and two digits, all of them valid; `facts` of each on the rest of the page. */
const grammar = (facts: Record<string, number>): CodeGrammar => ({
  length: 3,
  allowed: (position) => (position === 0 ? 'ABCDEFGHIJKLMNOPQRSTUVWXYZ' : '0123456789'),
  plausible: () => true,
  verify: () => true,
  evidence: async () => ({ contradicts: () => false, confirms: (code) => facts[code] ?? 0 }),
  find: (text) => /[A-Z]\d\d/.exec(text)?.[0] ?? null,
});

/** What is taken from a line that reads A71, while R71 loses so much. */
const taken = async (loss: number, facts: Record<string, number>) => {
  const page = pageOf([{ A: 1, R: Math.exp(-loss) }, { 7: 1 }, { 1: 1 }]);
  return (await readCode(page, grammar(facts))).code;
};

describe('a code on a line', () => {
  it('is taken when no other comes near, and not in doubt', async () => {
    expect(await taken(4, {})).toBe('A71');
    expect(await taken(2, {})).toBeNull();
  });

  it('is taken sooner when the page tells it from the next one', async () => {
    expect(await taken(2, { A71: 2, R71: 1 })).toBe('A71');
    expect(await taken(2, { A71: 2, R71: 2 })).toBeNull();
    expect(await taken(0.5, { A71: 2, R71: 1 })).toBeNull();
  });

  it('is not taken while another, which the page confirms more, comes near', async () => {
    expect(await taken(2, { A71: 3, R71: 5 })).toBeNull();
    expect(await taken(3.5, { A71: 3, R71: 5 })).toBeNull();
  });
});
