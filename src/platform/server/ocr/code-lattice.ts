import { CODE_ALPHABET, LATTICE_WIDTH, type Lattice } from './types.ts';

/** The part of a grammar that tells which characters may stand where. */
export type CodeShape = {
  length: number;
  /** Characters allowed at a position (0-based), given those before it. */
  allowed: (position: number, before: string) => string;
  /** Separates the code from others of the same types, cheaply and before any check digit. */
  plausible: (code: string) => boolean;
};

/**
 * A code that a line may hold. `loss` says how much less likely than the likeliest text it is under
 * the readings of the line: 0 when every one of them reads just it, otherwise the mean over the
 * readings of the logarithms lost on its way (best alignment, anything before and after it).
 */
export type Candidate = { code: string; loss: number };

const BLANK = LATTICE_WIDTH - 1;
const NEVER = -1e9;
/** A character that no step gives more than this is not looked for. */
const SUPPORT = -4;
/** Characters as they stand in a lattice. */
const COLUMN = new Map([...CODE_ALPHABET].map((char, i) => [char, i]));
/** One drawing in many typefaces: where only one of the two may stand, either will do. */
const TWINS: readonly (readonly [string, string])[] = [
  ['0', 'O'],
  ['O', '0'],
  ['1', 'I'],
  ['I', '1'],
];

/** The columns that stand for a character where only `allowed` ones may. */
function columnsOf(char: string, allowed: string): readonly number[] {
  const twin = TWINS.find(([own]) => own === char)?.[1];
  const columns = [COLUMN.get(char)!];
  if (twin && !allowed.includes(twin)) columns.push(COLUMN.get(twin)!);
  return columns;
}

/**
 * The way of one prefix through one lattice: at each step the least loss of having ended its last
 * character there (`ended`), or of being in the gap after it (`gap`).
 */
type Way = { ended: Float32Array; gap: Float32Array };
type Prefix = { text: string; columns: readonly number[]; score: number; ways: Way[] };

/**
 * Aligns one more character, step by step into `ended` when it is given; answers the best of them.
 * Called some thousand times for a line, nearly always only for the answer.
 */
function extend(
  lattice: Lattice,
  [column, twin = column]: readonly number[],
  from: Way | null,
  same: boolean,
  ended: Float32Array | null = null,
): number {
  const steps = lattice.length / LATTICE_WIDTH;
  let here = from ? NEVER : 0;
  let best = NEVER;
  for (let t = 0, row = 0; t < steps; t++, row += LATTICE_WIDTH) {
    if (!from) here = Math.max(here, 0);
    else if (t > 0) {
      const gap = from.gap[t - 1]!;
      if (gap > here) here = gap;
      // The same character twice needs a gap between.
      const before = from.ended[t - 1]!;
      if (!same && before > here) here = before;
    }
    const own = lattice[row + column!]!;
    const other = lattice[row + twin!]!;
    here += own > other ? own : other;
    if (here > best) best = here;
    if (ended) ended[t] = here;
  }
  return best;
}

function wayOf(lattice: Lattice, columns: readonly number[], from: Way | null, same: boolean): Way {
  const ended = new Float32Array(lattice.length / LATTICE_WIDTH);
  extend(lattice, columns, from, same, ended);
  return { ended, gap: gapAfter(lattice, ended) };
}

/** For each column whether a reading gives it any chance worth following. */
function seenIn(readings: readonly Lattice[]): boolean[] {
  const seen = new Array<boolean>(LATTICE_WIDTH).fill(false);
  for (const lattice of readings) {
    for (let i = 0; i < lattice.length; i++) {
      if (lattice[i]! > SUPPORT) seen[i % LATTICE_WIDTH] = true;
    }
  }
  return seen;
}

function gapAfter(lattice: Lattice, ended: Float32Array): Float32Array {
  const gap = new Float32Array(ended.length);
  let here = NEVER;
  for (let t = 0; t < ended.length; t++) {
    const before = t > 0 ? ended[t - 1]! : NEVER;
    here = Math.max(here, before) + lattice[t * LATTICE_WIDTH + BLANK]!;
    gap[t] = here;
  }
  return gap;
}

/**
 * The likeliest codes of a shape's types (plausible or not) under several readings of one line
 * together, best first: a beam over the positions. A character lost or doubled in one reading costs
 * there only what it costs. Empty for lines too short to hold one, and as soon as it is known that
 * every code loses more than `most`.
 */
export function decode(
  readings: readonly Lattice[],
  shape: CodeShape,
  width = 40,
  most = Number.POSITIVE_INFINITY,
): Candidate[] {
  const seen = seenIn(readings);
  let beam: Prefix[] = [{ text: '', columns: [], score: 0, ways: [] }];
  for (let position = 0; position < shape.length; position++) {
    const next: { from: Prefix; text: string; columns: readonly number[]; score: number }[] = [];
    for (const from of beam) {
      const allowed = shape.allowed(position, from.text);
      const likely = [...allowed].filter((c) => columnsOf(c, allowed).some((i) => seen[i]));
      for (const char of likely.length > 0 ? likely : allowed) {
        const columns = columnsOf(char, allowed);
        const same = columns.some((column) => from.columns.includes(column));
        let score = 0;
        for (const [i, lattice] of readings.entries()) {
          score += extend(lattice, columns, from.ways[i] ?? null, same) / readings.length;
        }
        next.push({ from, text: from.text + char, columns, score });
      }
    }
    beam = next
      .filter(({ score }) => 0 - score <= most)
      .sort((a, b) => b.score - a.score)
      .slice(0, width)
      .map(({ from, text, columns, score }) => {
        const same = columns.some((column) => from.columns.includes(column));
        const ways = readings.map((lattice, i) =>
          wayOf(lattice, columns, from.ways[i] ?? null, same),
        );
        return { text, columns, score, ways };
      });
  }
  return beam
    .filter(({ score }) => score > NEVER / 2)
    .map((prefix) => ({ code: prefix.text, loss: 0 - prefix.score }));
}

/**
 * How much less likely than its own reading a line is to hold a text of letters and digits (marks
 * between them do not matter); 0 when it reads so.
 */
export function lossOf(lattice: Lattice, text: string): number {
  let way: Way | null = null;
  let column = -1;
  for (const char of text) {
    const next = COLUMN.get(char)!;
    way = wayOf(lattice, [next], way, next === column);
    column = next;
  }
  return way ? 0 - way.ended.reduce((a, b) => Math.max(a, b), NEVER) : 0;
}

/** One lattice after another with a gap between, as of one line. */
export function joined(a: Lattice, b: Lattice): Lattice {
  const gap = new Float32Array(LATTICE_WIDTH).fill(Math.log(0.01));
  gap[BLANK] = 0;
  const both = new Float32Array(a.length + b.length + gap.length);
  both.set(a);
  both.set(gap, a.length);
  both.set(b, a.length + gap.length);
  return both;
}

/** The windows of a text, marks and spaces left out, that have a code's shape as they stand. */
export function windows(text: string, shape: CodeShape): string[] {
  const plain = [...text.normalize('NFD').toUpperCase()].filter((c) => COLUMN.has(c)).join('');
  const found: string[] = [];
  for (let start = 0; start + shape.length <= plain.length; start++) {
    const code = plain.slice(start, start + shape.length);
    const fits = [...code].every((char, i) => shape.allowed(i, code.slice(0, i)).includes(char));
    if (fits && shape.plausible(code)) found.push(code);
  }
  return found;
}
