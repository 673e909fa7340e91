import { infer, type Models } from './models.ts';
import { type Page, sample, type View } from './preprocess.ts';
import type { Box } from './types.ts';

const MEAN = [0.485, 0.456, 0.406] as const;
const DEVIATION = [0.229, 0.224, 0.225] as const;
/** Probability above which a pixel belongs to text, and the mean a component must reach. */
const PIXEL = 0.3;
const COMPONENT = 0.5;
const MIN_PIXELS = 12;
/** The network is trained on shrunken boxes; grown back by area × this / perimeter. */
const UNCLIP = 1.6;
/** The network's sizes must be multiples of it. */
const STRIDE = 32;
/** Bounds the network's memory, whatever the shape of the view (960 × 736 needs about 330 MB). */
const MAX_AREA = 960 * 736;

/** Finds lines of text in a view; boxes are in page pixels, their direction still ambiguous. */
export async function detect(page: Page, view: View, models: Models): Promise<Box[]> {
  const shrink = Math.min(1, Math.sqrt(MAX_AREA / (view.width * view.height)));
  const multiple = (n: number) => Math.max(STRIDE, Math.round((n * shrink) / STRIDE) * STRIDE);
  const width = multiple(view.width);
  const height = multiple(view.height);
  // Page pixels for one network pixel, along and across the view.
  const along = view.width / view.scale / width;
  const across = view.height / view.scale / height;
  const { ux, uy } = view;
  const left = (-(width - 1) / 2) * along;
  const top = (-(height - 1) / 2) * across;
  const grid = {
    x: view.cx + left * ux - top * uy,
    y: view.cy + left * uy + top * ux,
    ax: along * ux,
    ay: along * uy,
    bx: -across * uy,
    by: across * ux,
  };
  const gain = DEVIATION.map((d) => 1 / 255 / d);
  const bias = DEVIATION.map((d, c) => -MEAN[c]! / d);
  // The reference code feeds BGR with the means of RGB in that order; so do we, hence reversed.
  const planes = sample(page, grid, width, height, gain.toReversed(), bias.toReversed());
  const map = (await infer(models.detector, planes, [1, 3, height, width])).data;
  return components(map, width, height).map((c): Box => {
    const x = (c.cx - (width - 1) / 2) * along;
    const y = (c.cy - (height - 1) / 2) * across;
    return {
      cx: view.cx + x * ux - y * uy,
      cy: view.cy + x * uy + y * ux,
      ux: c.ux * ux - c.uy * uy,
      uy: c.ux * uy + c.uy * ux,
      hw: c.hw * along,
      hh: c.hh * across,
    };
  });
}

/** Connected components of the probability map as boxes along their principal axis. */
function components(map: Float32Array, width: number, height: number): Box[] {
  const seen = new Uint8Array(width * height);
  const queue = new Int32Array(width * height);
  const boxes: Box[] = [];
  for (let start = 0; start < seen.length; start++) {
    if (seen[start] || map[start]! <= PIXEL) continue;
    let size = 0;
    let sum = 0;
    queue[size++] = start;
    seen[start] = 1;
    const visit = (at: number) => {
      if (!seen[at] && map[at]! > PIXEL) {
        seen[at] = 1;
        queue[size++] = at;
      }
    };
    for (let i = 0; i < size; i++) {
      const at = queue[i]!;
      const x = at % width;
      sum += map[at]!;
      if (x > 0) visit(at - 1);
      if (x < width - 1) visit(at + 1);
      if (at >= width) visit(at - width);
      if (at < seen.length - width) visit(at + width);
    }
    if (size < MIN_PIXELS || sum / size < COMPONENT) continue;
    const box = axisBox(queue.subarray(0, size), width);
    if (box) boxes.push(box);
  }
  return boxes;
}

function axisBox(pixels: Int32Array, width: number): Box | null {
  let mx = 0;
  let my = 0;
  for (const at of pixels) {
    mx += at % width;
    my += Math.floor(at / width);
  }
  mx /= pixels.length;
  my /= pixels.length;
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (const at of pixels) {
    const x = (at % width) - mx;
    const y = Math.floor(at / width) - my;
    xx += x * x;
    xy += x * y;
    yy += y * y;
  }
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy);
  const ux = Math.cos(angle);
  const uy = Math.sin(angle);
  let [l0, l1, v0, v1] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const at of pixels) {
    const x = (at % width) - mx;
    const y = Math.floor(at / width) - my;
    const l = x * ux + y * uy;
    const v = -x * uy + y * ux;
    if (l < l0) l0 = l;
    if (l > l1) l1 = l;
    if (v < v0) v0 = v;
    if (v > v1) v1 = v;
  }
  const w = l1 - l0 + 1;
  const h = v1 - v0 + 1;
  if (h < 3) return null;
  const margin = (w * h * UNCLIP) / (2 * (w + h));
  const l = (l0 + l1) / 2;
  const v = (v0 + v1) / 2;
  return {
    cx: mx + l * ux - v * uy,
    cy: my + l * uy + v * ux,
    ux,
    uy,
    hw: w / 2 + margin,
    hh: h / 2 + margin,
  };
}
