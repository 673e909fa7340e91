import { infer, type Models } from './models.ts';
import { type Crop, LINE_HEIGHT } from './preprocess.ts';
import { CODE_ALPHABET, type Glyph, type Reading } from './types.ts';

/** Classes of the dictionary that can be printed on a document in a Latin alphabet. */
type Charset = { latin: Int32Array; capital: Int32Array; small: Int32Array };

const charsets = new WeakMap<string[], Charset>();

function charsetOf(dictionary: string[]): Charset {
  let charset = charsets.get(dictionary);
  if (!charset) {
    const latin: number[] = [];
    dictionary.forEach((c, i) => {
      if (/^[\x20-\x7e\u00a1-\u024f]$/.test(c)) latin.push(i);
    });
    const find = (c: string) => dictionary.indexOf(c);
    charset = {
      latin: Int32Array.from(latin),
      capital: Int32Array.from(CODE_ALPHABET, find),
      small: Int32Array.from(CODE_ALPHABET.toLowerCase(), find),
    };
    charsets.set(dictionary, charset);
  }
  return charset;
}

/**
 * Reads one line (greedy CTC). The network knows 6,600 Chinese characters; only Latin classes and
 * the blank compete, otherwise a worn letter becomes an ideogram.
 */
export async function recognise(crop: Crop, models: Models): Promise<Reading> {
  const { data, dims } = await infer(models.recogniser, crop.planes, [
    1,
    3,
    LINE_HEIGHT,
    crop.width,
  ]);
  const steps = dims[1]!;
  const classes = dims[2]!;
  const { latin, capital, small } = charsetOf(models.dictionary);
  const glyphs: Glyph[] = [];
  let previous = 0;
  let sum = 0;
  for (let t = 0; t < steps; t++) {
    const base = t * classes;
    let best = 0;
    let top = data[base]!;
    for (const k of latin) {
      if (data[base + k]! > top) {
        top = data[base + k]!;
        best = k;
      }
    }
    if (best !== 0) {
      let glyph = glyphs.at(-1);
      if (best !== previous || !glyph) {
        glyph = {
          char: models.dictionary[best]!,
          confidence: 0,
          chances: new Float32Array(CODE_ALPHABET.length),
        };
        glyphs.push(glyph);
      }
      glyph.confidence = Math.max(glyph.confidence, top);
      for (let i = 0; i < CODE_ALPHABET.length; i++) {
        const both = data[base + capital[i]!]! + (i > 9 ? data[base + small[i]!]! : 0);
        if (both > glyph.chances[i]!) glyph.chances[i] = both;
      }
    }
    previous = best;
  }
  for (const glyph of glyphs) sum += glyph.confidence;
  return {
    text: glyphs
      .map((g) => g.char)
      .join('')
      .trim(),
    confidence: glyphs.length ? sum / glyphs.length : 0,
    glyphs,
  };
}
