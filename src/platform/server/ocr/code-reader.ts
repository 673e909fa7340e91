import { type Candidate, type CodeShape, decode, joined, windows } from './code-lattice.ts';
import {
  AGAINST_NOISE,
  type Box,
  type CodeReading,
  type CropVariant,
  type Lattice,
  type Line,
  type OcrPage,
  type ScanMode,
} from './types.ts';

/**
 * What a fixed-length code with a check digit looks like, and how the rest of the document can
 * confirm or contradict it. The reader knows no particular code.
 */
export type CodeGrammar = CodeShape & {
  /** The full rules, check digit included. */
  verify: (code: string) => boolean;
  /** What is printed elsewhere on the page; may look again at parts of it. */
  evidence: (lines: readonly Line[], page: OcrPage) => Promise<Evidence>;
  /** What a later reader would take out of a text; used to leave nothing acceptable by accident. */
  find: (text: string) => string | null;
};

export type Evidence = {
  /** Whether it speaks against a code. */
  contradicts: (code: string) => boolean;
  /** How many facts of it say the same as a code: so much more worn may one be to be taken. */
  confirms: (code: string) => number;
};

/** How a suspect line is read again, upright; what one cut blurs or one network mistakes another does not. */
const FIRST: CropVariant = AGAINST_NOISE;
/**
 * Of 113 lines of bad photos these three with the first give 98 codes beyond doubt, three cuts by one
 * network 92; a third network, or more cuts, do not give more.
 */
const FURTHER: readonly CropVariant[] = [
  { ...AGAINST_NOISE, sharpen: 0, stretch: 1.1 },
  { ...AGAINST_NOISE, second: true },
  { ...AGAINST_NOISE, sharpen: 0, stretch: 1.1, second: true },
];
/** Without doubt: the loss of the code, and how much more the next valid one loses. */
const CLEAR = { loss: 0.5, margin: 3 };
/**
 * What a code may lose to be taken, and more than the likeliest text of its types, valid or not; how
 * much more the next valid code must lose. By how many facts on the rest of the page say the same: such
 * a code may be more worn, though never much less likely than what is printed, which may be somebody's
 * mistake.
 */
const LIMITS = [
  { loss: 1, gap: 0.3, margin: 3 },
  { loss: 1.6, gap: 0.4, margin: 2.5 },
  { loss: 3, gap: 0.6, margin: 1.5 },
  { loss: 3, gap: 1.5, margin: 1.5 },
] as const;
/**
 * What the page tells of a code and its rival: of one that it confirms less, so much of the margin will
 * do; as much, and it does not tell the two apart; more, and it may well be the one.
 */
const MARGINS = { less: 0.6, same: 2.2, more: 4 };
/** Rivals asked about on the rest of the page. */
const RIVALS = 4;
/** A line read so clearly, whose valid codes lose so much, is printed wrong: looking on is vain. */
const PRINTED_WRONG = { loss: 1, gap: 3 };

const LOOKS: readonly ScanMode[] = ['auto', 'halves', 'aside'];
/** Lines that lose more than this as a code are other text; so much when read twice, too. */
const MAX_SUSPICION = 24;
const HOPELESS = 18;
const MAX_SUSPECTS = 3;
/** A line with fewer of a code's characters is not looked through. */
const MIN_SHARE = 0.55;
/**
 * Codes followed at once, when many readings are weighed and when lines are looked through: more than
 * a line has letters, since it may begin with each of them for nothing.
 */
const BEAM = 40;
const NARROW = 24;

type Suspect = { box: Box; lattice: Lattice; members: Line[]; loss: number };
type Decision = { code: string; members: Line[] };

/**
 * Reads a picture and the one code on it. Several cuts of a line are read and weighed together; a
 * code is accepted only when hardly any other text of its types explains them better, no other valid
 * one nearly as well, and the rest of the document does not contradict it.
 */
export async function readCode(page: OcrPage, grammar: CodeGrammar): Promise<CodeReading> {
  let first: Line[] | null = null;
  for (const mode of LOOKS) {
    const lines = await page.scan(mode);
    first ??= lines;
    if (lines.length === 0) break;
    const chosen = await decide(page, lines, grammar);
    if (chosen === 'printed wrong') break;
    if (chosen) return reading(lines, chosen, grammar);
  }
  return { text: withoutCodes(first ?? [], grammar).join('\n'), code: null };
}

/** Reads every suspect line several times and weighs the readings. */
async function decide(
  page: OcrPage,
  lines: readonly Line[],
  grammar: CodeGrammar,
): Promise<Decision | 'printed wrong' | null> {
  const { contradicts, confirms } = await grammar.evidence(lines, page);
  const possible = ({ code }: Candidate) =>
    grammar.plausible(code) && grammar.verify(code) && !contradicts(code);
  const accepted: Decision[] = [];
  let wrong = false;
  for (const { box, lattice, members } of suspects(lines, grammar)) {
    const weigh = (readings: readonly Lattice[]) =>
      verdict(decode(readings, grammar, BEAM), possible, confirms);
    const reread = async (variants: readonly CropVariant[]) =>
      (await page.reread(box, variants)).map((reading) => reading.lattice);
    const first = await reread([FIRST]);
    let found = weigh([lattice, ...first]);
    if (!found.clear && found.loss < HOPELESS) {
      // The line as the scan cut it, its letters aslant, has nothing more to tell.
      found = weigh([...first, ...(await reread(FURTHER))]);
    }
    wrong ||= found.wrong;
    if (found.code !== null) accepted.push({ code: found.code, members });
  }
  const first = accepted[0];
  if (!first) return wrong ? 'printed wrong' : null;
  return accepted.every(({ code }) => code === first.code) ? first : null;
}

/** What candidates, best first, say: a code to take or null, whether without doubt, printed wrong. */
function verdict(
  list: readonly Candidate[],
  possible: (candidate: Candidate) => boolean,
  confirms: Evidence['confirms'],
) {
  const [best, ...rivals] = list.filter(possible);
  const top = list[0];
  if (!top || !best) {
    const loss = top?.loss ?? Number.POSITIVE_INFINITY;
    return { code: null, loss, clear: false, wrong: loss < PRINTED_WRONG.loss };
  }
  const gap = best.loss - top.loss;
  const margin = (rivals[0]?.loss ?? Number.POSITIVE_INFINITY) - best.loss;
  const facts = confirms(best.code);
  const beats = (rival: Candidate, wanted: number) => {
    const others = confirms(rival.code);
    const enough =
      others > facts
        ? MARGINS.more
        : others < facts
          ? wanted * MARGINS.less
          : Math.max(wanted, MARGINS.same);
    return rival.loss - best.loss >= enough;
  };
  const sure = LIMITS.some(
    (most, needed) =>
      facts >= needed &&
      best.loss <= most.loss &&
      gap <= most.gap &&
      rivals.slice(0, RIVALS).every((rival) => beats(rival, most.margin)),
  );
  return {
    code: sure ? best.code : null,
    loss: top.loss,
    clear: gap === 0 && best.loss <= CLEAR.loss && margin >= CLEAR.margin,
    wrong: top.loss < PRINTED_WRONG.loss && gap > PRINTED_WRONG.gap,
  };
}

/**
 * Lines, or neighbours on one row that the detector has separated, which may hold the code; the most
 * alike first, since every one costs several readings.
 */
function suspects(lines: readonly Line[], grammar: CodeGrammar): Suspect[] {
  const suspect = (box: Box, lattice: Lattice, members: Line[]): Suspect => {
    const read = members.reduce((sum, line) => sum + line.glyphs.length, 0);
    const loss =
      read < grammar.length * MIN_SHARE
        ? Number.POSITIVE_INFINITY
        : (decode([lattice], grammar, NARROW, MAX_SUSPICION)[0]?.loss ?? Number.POSITIVE_INFINITY);
    return { box, lattice, members, loss };
  };
  const single = lines.map((line) => suspect(line.box, line.lattice, [line]));
  const found = single.filter((s) => s.loss <= MAX_SUSPICION);
  for (const [i, b] of single.entries()) {
    const a = single[i - 1];
    if (!a || found.includes(a) || found.includes(b) || !adjacent(a.box, b.box)) continue;
    const both = suspect(union(a.box, b.box), joined(a.lattice, b.lattice), [
      ...a.members,
      ...b.members,
    ]);
    if (both.loss <= MAX_SUSPICION) found.push(both);
  }
  return found.sort((a, b) => a.loss - b.loss).slice(0, MAX_SUSPECTS);
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
  grammar.find(text) !== null || windows(text, grammar).length > 0;

function reading(lines: readonly Line[], chosen: Decision, grammar: CodeGrammar): CodeReading {
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
    return { text: withoutCodes(rest, grammar).join('\n'), code: null };
  }
  return { text, code: chosen.code };
}
