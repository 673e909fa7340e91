import { infer, type Models } from './models.ts';
import { cropLine, LINE_HEIGHT, type Page } from './preprocess.ts';
import type { Box } from './types.ts';

/** A box counts as a line with a known direction from this length over height. */
const LONG = 2.5;
const VOTERS = 9;
const CLS_WIDTH = 192;

export const isLong = (box: Box): boolean => box.hw / box.hh > LONG;

/**
 * The common reading direction as a unit vector, or null when no line is long enough to tell.
 * Lines point both ways, so angles are doubled before they are averaged; then the longest lines
 * vote whether the page stands on its head.
 */
export async function orientation(
  page: Page,
  boxes: readonly Box[],
  models: Models,
): Promise<{ ux: number; uy: number } | null> {
  const long = boxes.filter(isLong).sort((a, b) => b.hw - a.hw);
  if (long.length === 0) return null;
  const angle = commonAngle(long);
  const direction = { ux: Math.cos(angle), uy: Math.sin(angle) };
  let vote = 0;
  for (const box of long.slice(0, VOTERS)) {
    vote += (await upsideDown(page, towards(box, direction), models)) > 0.5 ? 1 : -1;
  }
  return vote > 0 ? { ux: -direction.ux, uy: -direction.uy } : direction;
}

/**
 * Angle in (−90°, 90°] that most of the length of the lines agrees with: of the lines' own angles
 * the one with the most length within 12°, refined by the mean of those. A plain mean would be
 * pulled away by the texture of a table.
 */
function commonAngle(long: readonly Box[]): number {
  const apart = (a: number, b: number) =>
    Math.abs(Math.atan2(Math.sin(2 * (a - b)), Math.cos(2 * (a - b)))) / 2;
  const angles = long.map((b) => ({ angle: Math.atan2(b.uy, b.ux), weight: b.hw / b.hh }));
  let best = { support: -1, angle: 0 };
  for (const { angle } of angles) {
    const near = angles.filter((other) => apart(other.angle, angle) < 0.21);
    const support = near.reduce((sum, n) => sum + n.weight, 0);
    if (support > best.support) {
      const s = near.reduce((sum, n) => sum + n.weight * Math.sin(2 * n.angle), 0);
      const c = near.reduce((sum, n) => sum + n.weight * Math.cos(2 * n.angle), 0);
      best = { support, angle: Math.atan2(s, c) / 2 };
    }
  }
  return best.angle;
}

/** The same box with its direction on the page's reading direction (sides swapped if needed). */
export function towards(box: Box, to: { ux: number; uy: number }): Box {
  let { ux, uy, hw, hh } = box;
  const along = ux * to.ux + uy * to.uy;
  const across = -uy * to.ux + ux * to.uy;
  if (Math.abs(across) > Math.abs(along)) [ux, uy, hw, hh] = [-uy, ux, hh, hw];
  if (ux * to.ux + uy * to.uy < 0) [ux, uy] = [-ux, -uy];
  return { cx: box.cx, cy: box.cy, ux, uy, hw, hh };
}

/** Probability that a line, cut along its box's direction, is upside down. */
async function upsideDown(page: Page, box: Box, models: Models): Promise<number> {
  const crop = cropLine(page, box);
  const input = new Float32Array(3 * LINE_HEIGHT * CLS_WIDTH);
  const width = Math.min(CLS_WIDTH, crop.width);
  for (let row = 0; row < 3 * LINE_HEIGHT; row++) {
    const from = row * crop.width;
    input.set(crop.planes.subarray(from, from + width), row * CLS_WIDTH);
  }
  return (await infer(models.upside, input, [1, 3, LINE_HEIGHT, CLS_WIDTH])).data[1]!;
}
