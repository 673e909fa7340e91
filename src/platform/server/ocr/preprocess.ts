import sharp from 'sharp';
import { OcrImageError } from './errors.ts';
import type { Box, CropVariant } from './types.ts';

/** An 8-bit RGB picture. */
export type Raster = { data: Uint8Array; width: number; height: number };

/**
 * The picture in memory: `levels[0]` holds the original pixels (within `MAX_PIXELS`), each further
 * level half of the one before, so that reading at any scale costs four samples a pixel.
 */
export type Page = { levels: Raster[]; width: number; height: number };

/** A part of the page seen upright at a given scale: page = centre + R·(view − half)/scale. */
export type View = {
  cx: number;
  cy: number;
  ux: number;
  uy: number;
  /** Size of the view in its own pixels. */
  width: number;
  height: number;
  /** View pixels for one page pixel. */
  scale: number;
};

/** Crops of the recogniser are this high. */
export const LINE_HEIGHT = 48;
const MAX_LINE_WIDTH = 1600;
/** Smaller pictures are enlarged to it: the networks were trained on larger letters. */
const MIN_SIDE = 1600;
/** Beyond it a card has letters of 70 px: reducing only saves memory. */
const MAX_PIXELS = 12_000_000;
/** What is decoded at all, judged by the head of the file: a whole and a side of a camera's photo. */
const INPUT_PIXELS = 50_000_000;
const INPUT_SIDE = 16_384;
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif', 'avif']);

/**
 * Decodes a picture: upright after its EXIF orientation, on white, sRGB.
 * @throws {OcrImageError} broken or truncated data, over 50 megapixels or 16,384 pixels a side, or not
 * a photo format (a vector or document format would make the decoder a renderer of foreign
 * instructions).
 */
export async function openPage(source: Uint8Array | string): Promise<Page> {
  const input = { limitInputPixels: INPUT_PIXELS, failOn: 'error', sequentialRead: true } as const;
  try {
    const meta = await sharp(source, input).metadata();
    if (!FORMATS.has(meta.format)) throw new Error(`unsupported format ${meta.format}`);
    const pixels = meta.width * meta.height;
    const side = Math.max(meta.width, meta.height);
    if (pixels > INPUT_PIXELS || side > INPUT_SIDE) throw new Error('too many pixels');
    const scale =
      pixels > MAX_PIXELS ? Math.sqrt(MAX_PIXELS / pixels) : Math.max(1, MIN_SIDE / side);
    const { data, info } = await sharp(source, input)
      .autoOrient()
      .resize({
        width: Math.max(1, Math.round(side * scale)),
        height: Math.max(1, Math.round(side * scale)),
        fit: 'inside',
        kernel: scale > 1 ? 'cubic' : 'lanczos3',
      })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .removeAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (info.channels !== 3) throw new Error(`unexpected channels ${info.channels}`);
    const levels: Raster[] = [{ data, width: info.width, height: info.height }];
    for (let last = levels[0]!; Math.max(last.width, last.height) > 800; ) {
      last = halve(last);
      levels.push(last);
    }
    return { levels, width: info.width, height: info.height };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new OcrImageError(`The image cannot be read: ${reason}`, { cause: error });
  }
}

function halve({ data, width, height }: Raster): Raster {
  const w = Math.max(1, width >> 1);
  const h = Math.max(1, height >> 1);
  const out = new Uint8Array(w * h * 3);
  const dx = width > 1 ? 3 : 0;
  const dy = height > 1 ? width * 3 : 0;
  for (let y = 0, o = 0; y < h; y++) {
    let q = y * 2 * width * 3;
    for (let x = 0; x < w; x++, q += 6) {
      for (let c = 0; c < 3; c++) {
        const p = q + c;
        out[o++] = (data[p]! + data[p + dx]! + data[p + dy]! + data[p + dx + dy]! + 2) >> 2;
      }
    }
  }
  return { data: out, width: w, height: h };
}

/** The whole page in a view of at most `side` pixels a side. */
export function wholeView(page: Page, side: number): View {
  const scale = side / Math.max(page.width, page.height);
  return {
    cx: page.width / 2,
    cy: page.height / 2,
    ux: 1,
    uy: 0,
    width: Math.max(1, Math.round(page.width * scale)),
    height: Math.max(1, Math.round(page.height * scale)),
    scale,
  };
}

/** The level to take samples from that lie `step` page pixels apart; its pixels for one of the page. */
function levelFor(page: Page, step: number): { raster: Raster; kx: number; ky: number } {
  let index = 0;
  while (index + 1 < page.levels.length && step > 1.5 * 2 ** index) index++;
  const raster = page.levels[index]!;
  // Exact ratio: odd sizes lose a pixel when halved.
  return { raster, kx: raster.width / page.width, ky: raster.height / page.height };
}

/**
 * Samples a parallelogram of the page: the point (i, j) of the output lies at
 * origin + i·(ax, ay) + j·(bx, by) of the page. Writes planes in BGR order, which is what the
 * networks were trained with, `value * gain[c] + bias[c]` with c = 0 for red.
 */
export function sample(
  page: Page,
  grid: { x: number; y: number; ax: number; ay: number; bx: number; by: number },
  width: number,
  height: number,
  gain: readonly number[],
  bias: readonly number[],
): Float32Array {
  const step = Math.max(Math.hypot(grid.ax, grid.ay), Math.hypot(grid.bx, grid.by));
  const { raster, kx, ky } = levelFor(page, step);
  const { data, width: w, height: h } = raster;
  const plane = width * height;
  const out = new Float32Array(plane * 3);
  const maxX = Math.max(0, w - 1.001);
  const maxY = Math.max(0, h - 1.001);
  const right = w > 1 ? 3 : 0;
  const down = h > 1 ? w * 3 : 0;
  const [g0, g1, g2] = [gain[0]!, gain[1]!, gain[2]!];
  const [b0, b1, b2] = [bias[0]!, bias[1]!, bias[2]!];
  for (let j = 0, o = 0; j < height; j++) {
    for (let i = 0; i < width; i++, o++) {
      let X = (grid.x + i * grid.ax + j * grid.bx) * kx - 0.5;
      let Y = (grid.y + i * grid.ay + j * grid.by) * ky - 0.5;
      X = X < 0 ? 0 : X > maxX ? maxX : X;
      Y = Y < 0 ? 0 : Y > maxY ? maxY : Y;
      const x0 = X | 0;
      const y0 = Y | 0;
      const fx = X - x0;
      const fy = Y - y0;
      const q = (y0 * w + x0) * 3;
      const r = q + down;
      const a = (1 - fx) * (1 - fy);
      const b = fx * (1 - fy);
      const c = (1 - fx) * fy;
      const d = fx * fy;
      const q2 = q + right;
      const r2 = r + right;
      out[2 * plane + o] = (data[q]! * a + data[q2]! * b + data[r]! * c + data[r2]! * d) * g0 + b0;
      out[plane + o] =
        (data[q + 1]! * a + data[q2 + 1]! * b + data[r + 1]! * c + data[r2 + 1]! * d) * g1 + b1;
      out[o] =
        (data[q + 2]! * a + data[q2 + 2]! * b + data[r + 2]! * c + data[r2 + 2]! * d) * g2 + b2;
    }
  }
  return out;
}

/** A line in grey, level, 0 to 255. */
type Strip = { grey: Float32Array; width: number; height: number };

/** Samples a line at the given height, leaned by `shear` (rise over run). */
function strip(page: Page, box: Box, height: number, shear: number, variant: CropVariant): Strip {
  const { grow = 1, stretch = 1, trim = 0 } = variant;
  const hh = box.hh * grow;
  const hw = box.hw + box.hh * (grow - 1 + trim);
  const ideal = Math.round((height * hw * stretch) / hh);
  const width = Math.max(16, Math.min(MAX_LINE_WIDTH, ideal));
  const along = (2 * hw) / width;
  const across = (2 * hh) / height;
  const { raster, kx, ky } = levelFor(page, Math.max(along, across));
  const { data, width: w, height: h } = raster;
  const maxX = Math.max(0, w - 1.001);
  const maxY = Math.max(0, h - 1.001);
  const right = w > 1 ? 3 : 0;
  const down = h > 1 ? w * 3 : 0;
  const light = (q: number) => 0.299 * data[q]! + 0.587 * data[q + 1]! + 0.114 * data[q + 2]!;
  const grey = new Float32Array(width * height);
  for (let j = 0, o = 0; j < height; j++) {
    const v = -hh + (j + 0.5) * across;
    const u0 = -hw + along / 2 + shear * v;
    for (let i = 0; i < width; i++, o++) {
      const u = u0 + i * along;
      const X = Math.max(0, Math.min(maxX, (box.cx + u * box.ux - v * box.uy) * kx - 0.5));
      const Y = Math.max(0, Math.min(maxY, (box.cy + u * box.uy + v * box.ux) * ky - 0.5));
      const x0 = X | 0;
      const y0 = Y | 0;
      const fx = X - x0;
      const fy = Y - y0;
      const q = (y0 * w + x0) * 3;
      grey[o] =
        (light(q) * (1 - fx) + light(q + right) * fx) * (1 - fy) +
        (light(q + down) * (1 - fx) + light(q + down + right) * fx) * fy;
    }
  }
  return { grey, width, height };
}

/**
 * Slant of the letters of a line (run over rise), as a photo from the side gives them: the one under
 * which the columns of the line differ most from their neighbours.
 */
export function slantOf(page: Page, box: Box): number {
  const height = 32;
  let best = { strength: -1, shear: 0 };
  for (let shear = -0.4; shear < 0.41; shear += 0.04) {
    const { grey, width } = strip(page, box, height, shear, {});
    const columns = new Float32Array(width);
    for (let y = 5; y < height - 5; y++) {
      for (let x = 0; x < width; x++) columns[x]! += grey[y * width + x]!;
    }
    let strength = 0;
    for (let x = 2; x + 1 < width; x++) {
      const step = columns[x + 1]! + columns[x]! - columns[x - 1]! - columns[x - 2]!;
      strength += step * step;
    }
    if (strength > best.strength) best = { strength, shear };
  }
  return best.shear;
}

/** Planes of a line for the recogniser, values in [−1, 1]. */
export type Crop = { planes: Float32Array; width: number };

/**
 * Cuts a line out of the page's original pixels, level, upright (given its slant) and `LINE_HEIGHT`
 * high, in grey: colours are noise in a dark photo and say nothing about letters.
 */
export function cropLine(page: Page, box: Box, variant: CropVariant = {}, slant = 0): Crop {
  const { upright = 1, blur = 0, sharpen = 0, contrast = 1 } = variant;
  const cut = strip(page, box, LINE_HEIGHT, slant * upright, variant);
  let { grey } = cut;
  if (blur) grey = blurred(grey, cut.width, blur);
  if (sharpen) {
    const wide = blurred(grey, cut.width, blur + 3);
    for (let i = 0; i < grey.length; i++) grey[i]! += sharpen * (grey[i]! - wide[i]!);
  }
  const mean = contrast === 1 ? 0 : grey.reduce((sum, v) => sum + v, 0) / grey.length;
  const plane = grey.length;
  const planes = new Float32Array(3 * plane);
  for (let i = 0; i < plane; i++) {
    const v = (mean + (grey[i]! - mean) * contrast) / 127.5 - 1;
    planes[i] = Math.max(-1, Math.min(1, v));
  }
  planes.copyWithin(plane, 0, plane);
  planes.copyWithin(2 * plane, 0, plane);
  return { planes, width: cut.width };
}

/** A Gaussian of the given width over a picture of `LINE_HEIGHT` rows; edges are repeated. */
function blurred(grey: Float32Array, width: number, sigma: number): Float32Array {
  const reach = Math.ceil(sigma * 2.5);
  const weights = Array.from({ length: reach + 1 }, (_, i) =>
    Math.exp((-i * i) / (2 * sigma ** 2)),
  );
  const total = weights.reduce((sum, weight) => sum + 2 * weight, -1);
  const pass = (from: Float32Array, length: number, step: number, rows: number, jump: number) => {
    const to = new Float32Array(from.length);
    const kernel = weights.map((weight) => weight / total);
    const line = new Float32Array(length + 2 * reach);
    for (let row = 0; row < rows; row++) {
      const at = row * jump;
      for (let x = 0; x < length; x++) line[reach + x] = from[at + x * step]!;
      line.fill(line[reach]!, 0, reach);
      line.fill(line[reach + length - 1]!, reach + length);
      for (let x = 0; x < length; x++) {
        let sum = kernel[0]! * line[x + reach]!;
        for (let i = 1; i <= reach; i++) {
          sum += kernel[i]! * (line[x + reach - i]! + line[x + reach + i]!);
        }
        to[at + x * step] = sum;
      }
    }
    return to;
  };
  return pass(pass(grey, width, 1, LINE_HEIGHT, width), LINE_HEIGHT, width, width, 1);
}
