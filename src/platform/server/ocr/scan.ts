import { detect } from './detect.ts';
import type { Models } from './models.ts';
import { isLong, orientation, towards } from './orient.ts';
import { cropLine, type Page, type View, wholeView } from './preprocess.ts';
import { recognise } from './recognise.ts';
import { AGAINST_NOISE, type Box, type Line, type ScanMode } from './types.ts';

/** Side of the detector's picture: its memory grows with the square. */
const DETECT_SIDE = 960;
/** Another look from closer must enlarge the text at least so much to be worth its time. */
const CLOSER = 1.55;
const CLOSER_SPARSE = 1.15;
const MAX_STEPS = 3;
/** Narrower than tall: a letter or a speck, not a line. */
const MIN_SHAPE = 0.9;
const FEW_LINES = 6;
/** Fewer lines in another direction than the page's are texture or a signature. */
const FEW_ASIDE = 3;
const FLIP_CHECK = 0.75;

type Direction = { ux: number; uy: number };
/** Rectangle around the text along the reading direction, in page pixels; `sparse`: of few lines. */
export type Block = Direction & { cx: number; cy: number; hw: number; hh: number; sparse: boolean };

/** `block` is where the text was found, for a later and finer look. */
export type Scan = { lines: Line[]; block: Block | null };

/**
 * All lines of the page in reading order; nothing found is an empty list. Goes closer while that
 * enlarges the text noticeably. With `known`, a block found before, `halves` looks at its halves
 * instead, and `aside` at the text that runs in another direction.
 */
export async function scan(
  page: Page,
  models: Models,
  mode: ScanMode = 'auto',
  before: Block | null = null,
): Promise<Scan> {
  const known = mode === 'halves' ? before : null;
  const aside = mode === 'aside' ? before : null;
  const look = async (views: readonly View[]) => {
    const found = await detectAll(page, views, models);
    return aside ? found.filter((box) => !along(box, aside)) : found;
  };
  let view = wholeView(page, DETECT_SIDE);
  let boxes = await look(known ? halves(known) : [view]);
  if (aside && boxes.filter(isLong).length < FEW_ASIDE) return { lines: [], block: aside };
  // Letters of a few pixels are invisible from afar: look again from closer, part by part.
  if (!known && !boxes.some(isLong)) boxes = await look(quarters(page));
  let direction = await orientation(page, boxes, models);
  let block = known;
  for (let i = 0; i < MAX_STEPS && direction && !known; i++) {
    block = blockOf(boxes, direction);
    const closer = viewOf(block);
    if (closer.scale < view.scale * (block.sparse ? CLOSER_SPARSE : CLOSER)) break;
    const found = await look(block.sparse ? halves(block) : [closer]);
    if (!found.some(isLong)) break;
    view = closer;
    boxes = [...found, ...lost(boxes, found, block)];
    direction = (await orientation(page, boxes, models)) ?? direction;
  }
  if (!direction) return { lines: [], block };
  const upright = direction;
  const wanted = boxes.map((b) => towards(b, upright)).filter((b) => b.hw / b.hh > MIN_SHAPE);
  return { lines: readingOrder(await readBoxes(page, wanted, models)), block };
}

/** Whether a line runs the way of a block, upside down or not. */
const along = (box: Box, { ux, uy }: Direction) => Math.abs(box.ux * ux + box.uy * uy) > 0.985;

/** Reads every box; a page whose longest lines read better upside down is turned. */
async function readBoxes(page: Page, boxes: readonly Box[], models: Models): Promise<Line[]> {
  const lines: Line[] = [];
  const read = (box: Box) => recognise(cropLine(page, box, AGAINST_NOISE), models.recogniser);
  for (const box of boxes) lines.push({ box, ...(await read(box)) });
  const longest = lines
    .filter((l) => isLong(l.box))
    .sort((a, b) => b.box.hw - a.box.hw)
    .slice(0, 6);
  const confidence = mean(longest.map((l) => l.confidence));
  if (longest.length === 0 || confidence > FLIP_CHECK) return lines;
  const turn = (b: Box): Box => ({ ...b, ux: -b.ux, uy: -b.uy });
  const other: number[] = [];
  for (const { box } of longest) {
    other.push((await read(turn(box))).confidence);
  }
  if (mean(other) < confidence + 0.1) return lines;
  const turned: Line[] = [];
  for (const { box } of lines) {
    turned.push({ box: turn(box), ...(await read(turn(box))) });
  }
  return turned;
}

const mean = (list: readonly number[]) => list.reduce((a, b) => a + b, 0) / (list.length || 1);

async function detectAll(page: Page, views: readonly View[], models: Models): Promise<Box[]> {
  const found: Box[] = [];
  for (const view of views) {
    for (const box of await detect(page, view, models)) {
      // Views overlap: of two boxes over the same place the longer one stays.
      const twin = found.findIndex((f) => covers(f, box) || covers(box, f));
      if (twin < 0) found.push(box);
      else if (found[twin]!.hw < box.hw) found[twin] = box;
    }
  }
  return found;
}

/**
 * Lines in and around a block that were seen from afar, over which a closer look sees nothing: faint
 * ones, and columns of one word that seemed to belong to something else.
 */
export function lost(before: readonly Box[], found: readonly Box[], block: Block): Box[] {
  const around = { ...block, hw: block.hw * 2 };
  return before.filter(
    (box) =>
      along(box, block) &&
      holds(around, box) &&
      !found.some((other) => holds(other, box) || holds(box, other)),
  );
}

/** Whether the middle of a box lies in another one. */
function holds(outer: Box | Block, { cx, cy }: Box): boolean {
  const dx = cx - outer.cx;
  const dy = cy - outer.cy;
  return (
    Math.abs(dx * outer.ux + dy * outer.uy) < outer.hw &&
    Math.abs(-dx * outer.uy + dy * outer.ux) < outer.hh
  );
}

function covers(outer: Box, inner: Box): boolean {
  const dx = inner.cx - outer.cx;
  const dy = inner.cy - outer.cy;
  const along = Math.abs(dx * outer.ux + dy * outer.uy);
  const across = Math.abs(-dx * outer.uy + dy * outer.ux);
  return along < outer.hw && across < outer.hh * 0.6 && inner.hh < outer.hh * 1.7;
}

function quarters(page: Page): View[] {
  const views: View[] = [];
  const part = 0.6;
  const scale = DETECT_SIDE / (Math.max(page.width, page.height) * part);
  for (const fy of [part / 2, 1 - part / 2]) {
    for (const fx of [part / 2, 1 - part / 2]) {
      views.push({
        cx: page.width * fx,
        cy: page.height * fy,
        ux: 1,
        uy: 0,
        width: Math.round(page.width * part * scale),
        height: Math.round(page.height * part * scale),
        scale,
      });
    }
  }
  return views;
}

/**
 * The rectangle that holds the text. Lines whose direction is not the page's are texture, and
 * lines far from the bulk (beyond four times the middle half's spread) belong to something else.
 */
function blockOf(boxes: readonly Box[], { ux, uy }: Direction): Block {
  const placed = boxes
    .filter((b) => isLong(b) && Math.abs(b.ux * ux + b.uy * uy) > 0.93)
    .map((b) => ({ u: b.cx * ux + b.cy * uy, v: -b.cx * uy + b.cy * ux, hw: b.hw, hh: b.hh }));
  const kept = within(
    within(placed, (p) => p.u),
    (p) => p.v,
  );
  const u0 = Math.min(...kept.map((p) => p.u - p.hw));
  const u1 = Math.max(...kept.map((p) => p.u + p.hw));
  const v0 = Math.min(...kept.map((p) => p.v - p.hh));
  const v1 = Math.max(...kept.map((p) => p.v + p.hh));
  const height = Math.max(...kept.map((p) => p.hh)) * 2;
  // Two or three lines seen of a card: the rest of it reaches some forty half heights around them.
  const sparse = kept.length < FEW_LINES;
  const heights = kept.map((p) => p.hh).sort((a, b) => a - b);
  // The lower median: from afar several lines are seen as one.
  const few = sparse ? heights[(heights.length - 1) >> 1]! : 0;
  const u = (u0 + u1) / 2;
  const v = (v0 + v1) / 2;
  return {
    ux,
    uy,
    sparse,
    cx: u * ux - v * uy,
    cy: u * uy + v * ux,
    // Room for faint lines at the edges that were not seen from afar.
    hw: Math.max(((u1 - u0) / 2) * 1.25 + height, few * 45),
    hh: Math.max(((v1 - v0) / 2) * 1.3 + height * 1.5, few * 40),
  };
}

function within<T>(list: readonly T[], value: (item: T) => number): readonly T[] {
  if (list.length < 5) return list;
  const sorted = list.map(value).sort((a, b) => a - b);
  const q1 = sorted[Math.floor(sorted.length * 0.25)]!;
  const q3 = sorted[Math.floor(sorted.length * 0.75)]!;
  const reach = Math.max(q3 - q1, 1) * 4;
  return list.filter((item) => value(item) >= q1 - reach && value(item) <= q3 + reach);
}

function viewOf(block: Block): View {
  const scale = DETECT_SIDE / (2 * Math.max(block.hw, block.hh));
  return {
    cx: block.cx,
    cy: block.cy,
    ux: block.ux,
    uy: block.uy,
    width: Math.max(1, Math.round(2 * block.hw * scale)),
    height: Math.max(1, Math.round(2 * block.hh * scale)),
    scale,
  };
}

/** Upper and lower half of the block, overlapping by a fifth, as wide as the block. */
function halves(block: Block): View[] {
  return [-1, 1].map((side) => {
    const shift = side * block.hh * 0.45;
    const part = {
      ...block,
      cx: block.cx - shift * block.uy,
      cy: block.cy + shift * block.ux,
      hh: block.hh * 0.6,
    };
    const view = viewOf(part);
    const finer = 1.25;
    return {
      ...view,
      width: Math.round(view.width * finer),
      height: Math.round(view.height * finer),
      scale: view.scale * finer,
    };
  });
}

/** Top to bottom, then left to right within a row, as the lines themselves run. */
function readingOrder(lines: readonly Line[]): Line[] {
  const longest = lines.reduce<Line | null>((a, b) => (a && a.box.hw > b.box.hw ? a : b), null);
  const { ux, uy } = longest?.box ?? { ux: 1, uy: 0 };
  const placed = lines.map((line) => ({
    line,
    u: line.box.cx * ux + line.box.cy * uy,
    v: -line.box.cx * uy + line.box.cy * ux,
  }));
  placed.sort((a, b) => a.v - b.v);
  const rows: (typeof placed)[] = [];
  for (const item of placed) {
    const row = rows.at(-1);
    if (row && Math.abs(row[0]!.v - item.v) < row[0]!.line.box.hh * 0.7) row.push(item);
    else rows.push([item]);
  }
  return rows.flatMap((row) => row.sort((a, b) => a.u - b.u).map((item) => item.line));
}
