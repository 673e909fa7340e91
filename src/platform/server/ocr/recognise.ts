import { infer, type Recogniser } from './models.ts';
import { type Crop, LINE_HEIGHT } from './preprocess.ts';
import { CODE_ALPHABET, type Glyph, LATTICE_WIDTH, type Reading } from './types.ts';

/**
 * Classes of the dictionary that can be printed on a document in a Latin alphabet, and for each of
 * them its column in a lattice.
 */
type Charset = { latin: Int32Array; column: Int32Array };

/** Added to every probability of a lattice: no step excludes a character. */
const FLOOR = 0.01;

const charsets = new WeakMap<string[], Charset>();

function charsetOf(dictionary: string[]): Charset {
  let charset = charsets.get(dictionary);
  if (!charset) {
    const latin: number[] = [];
    const column: number[] = [];
    dictionary.forEach((char, i) => {
      if (i !== 0 && !/^[\x20-\x7e\u00a1-\u024f]$/.test(char)) return;
      // In a text of capitals and digits a small l is an I that was taken for it.
      const base = char === 'l' ? 'I' : char.normalize('NFD').charAt(0).toUpperCase();
      const at = base === '' ? -1 : CODE_ALPHABET.indexOf(base);
      latin.push(i);
      column.push(at < 0 ? LATTICE_WIDTH - 1 : at);
    });
    charset = { latin: Int32Array.from(latin), column: Int32Array.from(column) };
    charsets.set(dictionary, charset);
  }
  return charset;
}

/**
 * Reads one line (greedy CTC). One network knows 6,600 Chinese characters; only Latin classes and
 * the blank compete, otherwise a worn letter becomes an ideogram.
 */
export async function recognise(crop: Crop, by: Recogniser): Promise<Reading> {
  const { data, dims } = await infer(by.session, crop.planes, [1, 3, LINE_HEIGHT, crop.width]);
  const steps = dims[1]!;
  const classes = dims[2]!;
  const { latin, column } = charsetOf(by.dictionary);
  const lattice = new Float32Array(steps * LATTICE_WIDTH);
  const glyphs: Glyph[] = [];
  let previous = 0;
  for (let t = 0; t < steps; t++) {
    const base = t * classes;
    const row = t * LATTICE_WIDTH;
    let best = 0;
    let top = 0;
    for (const [i, k] of latin.entries()) {
      const p = data[base + k]!;
      lattice[row + column[i]!]! += p;
      if (p > top) {
        top = p;
        best = k;
      }
    }
    let most = 0;
    for (let i = 0; i < LATTICE_WIDTH; i++) most = Math.max(most, lattice[row + i]!);
    for (let i = 0; i < LATTICE_WIDTH; i++) {
      lattice[row + i] = Math.log((lattice[row + i]! + FLOOR * most) / (most * (1 + FLOOR)));
    }
    if (best !== 0) {
      let glyph = glyphs.at(-1);
      if (best !== previous || !glyph) {
        glyph = { char: by.dictionary[best]!, confidence: 0 };
        glyphs.push(glyph);
      }
      glyph.confidence = Math.max(glyph.confidence, top);
    }
    previous = best;
  }
  const sum = glyphs.reduce((all, glyph) => all + glyph.confidence, 0);
  return {
    text: glyphs
      .map((g) => g.char)
      .join('')
      .trim(),
    confidence: glyphs.length ? sum / glyphs.length : 0,
    glyphs,
    lattice,
  };
}
