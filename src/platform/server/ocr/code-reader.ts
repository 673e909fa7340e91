import {
  type Candidate,
  type CodeShape,
  candidates,
  codeGlyphs,
  hasTwin,
  resemblance,
} from './code-candidates.ts';
import type { Ocr, OcrPage, OcrRequest } from './index.ts';
import type { Box, CropVariant, Glyph, Line, ScanMode } from './types.ts';

/**
 * What a fixed-length code with a check digit looks like, and how the rest of the document can
 * confirm or contradict it. The reader knows no particular code.
 */
export type CodeGrammar = CodeShape & {
  /** The full rules, check digit included. */
  verify: (code: string) => boolean;
  /** Whether what is printed elsewhere on the page speaks against a code. */
  contradicts: (lines: readonly Line[]) => (code: string) => boolean;
  /** What a later reader would take out of a text; used to leave nothing acceptable by accident. */
  find: (text: string) => string | null;
};

/** `text` holds `code` on a line of its own, or, when `code` is null, nothing that `find` takes. */
export type CodeReading = { text: string; code: string | null; lines: Line[] };

/** A letter misread in one cut is rarely misread the same way in another. */
const VARIANTS: readonly CropVariant[] = [
  { grow: 1.15 },
  { stretch: 1.25 },
  { grow: 0.88 },
  { stretch: 0.85, contrast: true },
  { grow: 1.3, stretch: 1.1 },
  { sharpen: 0.8, trim: 0.5 },
];
/** So many concordant variants end the vote early. */
const ENOUGH = 2;
const LOOKS: readonly ScanMode[] = ['auto', 'halves', 'aside'];
const MIN_RESEMBLANCE = 0.6;
/** Share of the readings from which an invalid code counts as what is printed: looking on is vain. */
const PRINTED = 0.8;
/** Readings that give no code count against one: a letter printed for a digit gives none. */
const MAJORITY = 1 / 3;
const MAX_REPAIRS = 2;
const MAX_SUSPECTS = 5;

/** `of` is how many readings its line had, those that gave nothing included. */
type Vote = Candidate &
  Decision & { count: number; of: number; valid: boolean; seen: (readonly Glyph[])[] };
type Decision = { code: string; members: Line[] };
type Suspect = { box: Box; glyphs: Glyph[]; members: Line[]; likeness: number };

/**
 * Reads a picture and the one code on it. A code is accepted only when at least two cuts of its
 * line give it, more than a third of all, none other is given more often, no other valid one explains
 * them nearly as well, and the rest of the document does not contradict it. Throws as `Ocr.read`.
 */
export function readCode(
  ocr: Ocr,
  image: Uint8Array | string,
  grammar: CodeGrammar,
  request?: OcrRequest,
): Promise<CodeReading> {
  return ocr.withPage(
    image,
    async (page) => {
      let first: Line[] | null = null;
      for (const mode of LOOKS) {
        const lines = await page.scan(mode);
        first ??= lines;
        if (lines.length === 0) break;
        const chosen = await decide(page, lines, grammar);
        if (chosen === 'printed wrong') break;
        if (chosen) return accepted(lines, chosen, grammar);
      }
      return {
        text: withoutCodes(first ?? [], grammar).join('\n'),
        code: null,
        lines: first ?? [],
      };
    },
    request,
  );
}

/** Reads every suspect line several times and lets the readings vote. */
async function decide(
  page: OcrPage,
  lines: readonly Line[],
  grammar: CodeGrammar,
): Promise<Decision | 'printed wrong' | null> {
  const votes = new Map<string, Vote>();
  const contradicted = grammar.contradicts(lines);
  const possible = (code: string) => grammar.verify(code) && !contradicted(code);
  for (const suspect of suspects(lines, grammar)) {
    const found = await readings(page, suspect, grammar, possible);
    for (const candidate of found.filter((c) => c !== null)) {
      const vote = votes.get(candidate.code);
      votes.set(candidate.code, {
        code: candidate.code,
        valid: vote?.valid ?? grammar.verify(candidate.code),
        members: vote?.members ?? suspect.members,
        count: (vote?.count ?? 0) + 1,
        of: vote?.of ?? found.length,
        glyphs: candidate.glyphs,
        seen: [...(vote?.seen ?? []), candidate.glyphs],
        repairs: Math.min(vote?.repairs ?? MAX_REPAIRS + 1, candidate.repairs),
        confidence: Math.max(vote?.confidence ?? 0, candidate.confidence),
      });
    }
  }
  const list = [...votes.values()].sort((a, b) => b.count - a.count || b.confidence - a.confidence);
  const top = list[0];
  if (!top) return null;
  if (!top.valid && top.count > VARIANTS.length * PRINTED) return 'printed wrong';
  const winner = list.find((vote) => vote.valid);
  const sure =
    winner !== undefined &&
    winner.count >= 2 &&
    winner.count > winner.of * MAJORITY &&
    list.every((vote) => vote === winner || vote.count < winner.count) &&
    winner.repairs <= MAX_REPAIRS &&
    !contradicted(winner.code) &&
    !hasTwin(winner.code, nearlySame(list, winner), grammar, possible);
  return sure ? winner : null;
}

/** All readings of a code, and of those that differ in one character. */
const nearlySame = (votes: readonly Vote[], { code }: Vote): (readonly Glyph[])[] =>
  votes
    .filter((vote) => [...vote.code].filter((char, i) => char !== code[i]).length <= 1)
    .flatMap((vote) => vote.seen);

/** The code in each cut of a line, or null: few cuts when they agree, all when they do not. */
async function readings(
  page: OcrPage,
  { box, glyphs }: Suspect,
  grammar: CodeGrammar,
  possible: (code: string) => boolean,
): Promise<(Candidate | null)[]> {
  const found = [best(glyphs, grammar)];
  const reread = async (variants: readonly CropVariant[]) => {
    for (const reading of await page.reread(box, variants)) {
      found.push(best(codeGlyphs(reading.glyphs), grammar));
    }
  };
  await reread(VARIANTS.slice(0, ENOUGH));
  const code = found[0]?.code;
  const same = found.filter((c) => c?.code === code).map((c) => c?.glyphs ?? []);
  const unanimous = code && same.length === found.length && grammar.verify(code);
  if (!unanimous || hasTwin(code, same, grammar, possible)) await reread(VARIANTS.slice(ENOUGH));
  return found;
}

function best(glyphs: readonly Glyph[], grammar: CodeGrammar): Candidate | null {
  const list = candidates(glyphs, grammar);
  const rank = (c: Candidate) => (grammar.verify(c.code) ? 0 : 100) + c.repairs;
  return list.sort((a, b) => rank(a) - rank(b))[0] ?? null;
}

/**
 * Lines, or neighbours on one row that the detector has separated, which may hold the code; the most
 * alike, since every one costs several readings.
 */
function suspects(lines: readonly Line[], grammar: CodeGrammar): Suspect[] {
  const suspect = (box: Box, glyphs: Glyph[], members: Line[]): Suspect => ({
    box,
    glyphs,
    members,
    likeness: resemblance(glyphs, grammar),
  });
  const single = lines.map((line) => suspect(line.box, codeGlyphs(line.glyphs), [line]));
  const found = single.filter((s) => s.likeness >= MIN_RESEMBLANCE);
  for (const [i, b] of single.entries()) {
    const a = single[i - 1];
    if (!a || found.includes(a) || found.includes(b) || !adjacent(a.box, b.box)) continue;
    const both = suspect(
      union(a.box, b.box),
      [...a.glyphs, ...b.glyphs],
      [...a.members, ...b.members],
    );
    if (both.likeness >= MIN_RESEMBLANCE) found.push(both);
  }
  return found.sort((a, b) => b.likeness - a.likeness).slice(0, MAX_SUSPECTS);
}

function adjacent(a: Box, b: Box): boolean {
  const dx = b.cx - a.cx;
  const dy = b.cy - a.cy;
  const along = dx * a.ux + dy * a.uy;
  const across = Math.abs(-dx * a.uy + dy * a.ux);
  const height = Math.max(a.hh, b.hh);
  return across < height && along > 0 && along - a.hw - b.hw < 4 * height;
}

function union(a: Box, b: Box): Box {
  const x0 = a.cx - a.hw * a.ux;
  const y0 = a.cy - a.hw * a.uy;
  const x1 = b.cx + b.hw * b.ux;
  const y1 = b.cy + b.hw * b.uy;
  const length = Math.hypot(x1 - x0, y1 - y0);
  return {
    cx: (x0 + x1) / 2,
    cy: (y0 + y1) / 2,
    ux: (x1 - x0) / length,
    uy: (y1 - y0) / length,
    hw: length / 2,
    hh: Math.max(a.hh, b.hh),
  };
}

/** The lines as text with everything that `find` would take left out. */
function withoutCodes(lines: readonly Line[], grammar: CodeGrammar): string[] {
  const texts = lines.map((line) => line.text).filter((text) => text !== '');
  return texts.map((text) => (holdsCode(text, grammar) ? UNREADABLE : text));
}

/** Stands for a line whose reading could not be trusted. */
const UNREADABLE = '[…]';

const holdsCode = (text: string, grammar: CodeGrammar) =>
  grammar.find(text) !== null || candidates(asGlyphs(text), grammar).some((c) => c.repairs === 0);

/** Characters of a text as glyphs without evidence, to look for windows in it. */
const asGlyphs = (text: string): Glyph[] =>
  codeGlyphs([...text].map((char) => ({ char, confidence: 1, chances: new Float32Array(36) })));

function accepted(lines: readonly Line[], chosen: Decision, grammar: CodeGrammar): CodeReading {
  const at = lines.indexOf(chosen.members[0]!);
  const rest = lines.filter((l) => !chosen.members.includes(l));
  const before = rest.filter((l) => lines.indexOf(l) < at);
  const after = rest.filter((l) => lines.indexOf(l) > at);
  const text = [
    ...withoutCodes(before, grammar),
    chosen.code,
    ...withoutCodes(after, grammar),
  ].join('\n');
  // The promise to the caller; anything else is a defect of `find` against this text.
  if (grammar.find(text) !== chosen.code) {
    return { text: withoutCodes(rest, grammar).join('\n'), code: null, lines: [...lines] };
  }
  return { text, code: chosen.code, lines: [...lines] };
}
