import { CODE_ALPHABET, type Glyph, type Reading } from './types.ts';

/** The part of a grammar that tells which characters may stand where. */
export type CodeShape = {
  length: number;
  /** Characters allowed at a position (0-based), given those before it. */
  allowed: (position: number, before: string) => string;
  /** Separates the code from others of the same types, cheaply and before any check digit. */
  plausible: (code: string) => boolean;
};

/**
 * `repairs` counts characters changed for another of the type the position demands; `glyphs` are
 * those it was read from.
 */
export type Candidate = {
  code: string;
  repairs: number;
  confidence: number;
  glyphs: readonly Glyph[];
};

/** What the recogniser confuses across types. Never digit for digit nor letter for letter. */
const AS_DIGIT: Readonly<Record<string, string>> = {
  O: '0',
  Q: '0',
  D: '0',
  U: '0',
  I: '1',
  L: '1',
  T: '1',
  Z: '2',
  A: '4',
  S: '5',
  G: '6',
  B: '8',
};
const AS_LETTER: Readonly<Record<string, string>> = {
  0: 'O',
  1: 'I',
  2: 'Z',
  4: 'A',
  5: 'S',
  6: 'G',
  7: 'T',
  8: 'B',
};
/** O and 0 are one drawing in many typefaces; any other change needs some support in the picture. */
const SAME_DRAWING = new Set(['O0', '0O']);
const SUPPORT = 0.05;
/** Share of a character's support from which another one is as good an explanation. */
const DOUBT = 0.25;

const isDigit = (c: string) => c >= '0' && c <= '9';

/** Letters and digits of a reading, upper case, without accents; Ñ is not part of any code. */
export function codeGlyphs(glyphs: readonly Glyph[]): Glyph[] {
  const kept: Glyph[] = [];
  for (const glyph of glyphs) {
    const char = glyph.char.normalize('NFD').charAt(0).toUpperCase();
    if (CODE_ALPHABET.includes(char)) kept.push({ ...glyph, char });
  }
  return kept;
}

/** All windows of a reading that the grammar's types allow, after at most the forced repairs. */
export function candidates(glyphs: readonly Glyph[], shape: CodeShape): Candidate[] {
  const found: Candidate[] = [];
  for (let start = 0; start + shape.length <= glyphs.length; start++) {
    const candidate = fit(glyphs.slice(start, start + shape.length), shape);
    if (candidate && shape.plausible(candidate.code)) found.push(candidate);
  }
  return found;
}

/** The codes of a shape that one line may hold, those with the fewest repairs first. */
export function codesOf(reading: Reading, shape: CodeShape): string[] {
  const found = candidates(codeGlyphs(reading.glyphs), shape);
  return found.sort((a, b) => a.repairs - b.repairs).map((candidate) => candidate.code);
}

function fit(window: readonly Glyph[], shape: CodeShape): Candidate | null {
  let code = '';
  let repairs = 0;
  let confidence = 1;
  for (const [position, glyph] of window.entries()) {
    const allowed = shape.allowed(position, code);
    let char = glyph.char;
    if (!allowed.includes(char)) {
      const other = (isDigit(char) ? AS_LETTER : AS_DIGIT)[char];
      if (!other || !allowed.includes(other)) return null;
      const support = glyph.chances[CODE_ALPHABET.indexOf(other)]!;
      if (!SAME_DRAWING.has(char + other) && support < SUPPORT) return null;
      char = other;
      repairs++;
    }
    code += char;
    confidence = Math.min(confidence, glyph.confidence);
  }
  return { code, repairs, confidence, glyphs: window };
}

/**
 * Whether the same readings also speak for another possible code, one character away. A check digit
 * tells most misreadings, but not each: of a CURP it is the same with H and with M.
 */
export function hasTwin(
  code: string,
  readings: readonly (readonly Glyph[])[],
  shape: CodeShape,
  possible: (code: string) => boolean,
): boolean {
  return [...code].some((own, position) => {
    const allowed = shape.allowed(position, code.slice(0, position));
    const support = (char: string) => {
      const at = CODE_ALPHABET.indexOf(char);
      return readings.reduce((sum, glyphs) => sum + glyphs[position]!.chances[at]!, 0);
    };
    const repaired = readings
      .map((glyphs) => glyphs[position]!)
      .filter((glyph) => !allowed.includes(glyph.char));
    const ownSupport = support(own) + repaired.reduce((sum, glyph) => sum + glyph.confidence, 0);
    return [...allowed].some(
      (other) =>
        other !== own &&
        support(other) > ownSupport * DOUBT &&
        possible(code.slice(0, position) + other + code.slice(position + 1)),
    );
  });
}

/**
 * How much a reading looks like the code at its best offset, 0 to 1: the lesser of the shares of
 * letter-only and digit-only positions that hold such a character. Tells lines worth a second look,
 * also when a character or two were lost or doubled; the lesser, so that plain words and plain
 * numbers score low.
 */
export function resemblance(glyphs: readonly Glyph[], shape: CodeShape): number {
  const kinds = Array.from({ length: shape.length }, (_, i) => kindOf(shape.allowed(i, '')));
  const total = { letter: 0, digit: 0, any: 0 };
  for (const kind of kinds) total[kind]++;
  let best = 0;
  for (let start = -3; start + shape.length <= glyphs.length + 3; start++) {
    const hits = { letter: 0, digit: 0, any: 0 };
    for (const [position, kind] of kinds.entries()) {
      const char = glyphs[start + position]?.char;
      if (!char) continue;
      const type = isDigit(char) ? 'digit' : 'letter';
      // A confusable counts half: words are full of letters that resemble digits.
      if (kind === type || kind === 'any') hits[kind]++;
      else if (char in (type === 'digit' ? AS_LETTER : AS_DIGIT)) hits[kind] += 0.5;
    }
    const share = Math.min(hits.letter / (total.letter || 1), hits.digit / (total.digit || 1));
    best = Math.max(best, share);
  }
  return best;
}

function kindOf(allowed: string): 'letter' | 'digit' | 'any' {
  if (/^\d+$/.test(allowed)) return 'digit';
  return /\d/.test(allowed) ? 'any' : 'letter';
}
