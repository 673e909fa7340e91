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
/** Beyond it a card would have letters of 100 px: only memory is lost by reducing. */
const MAX_PIXELS = 20_000_000;
const INPUT_PIXELS = 50_000_000;
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'tiff', 'heif', 'avif']);

/**
 * Decodes a picture: upright after its EXIF orientation, on white, sRGB.
 * @throws {OcrImageError} broken or truncated data, over 50 megapixels, or not a photo format (a
 * vector or document format would make the decoder a renderer of foreign instructions).
 */
export async function openPage(source: Uint8Array | string): Promise<Page> {
  const input = { limitInputPixels: INPUT_PIXELS, failOn: 'error', sequentialRead: true } as const;
  try {
    const meta = await sharp(source, input).metadata();
    if (!FORMATS.has(meta.format)) throw new Error(`unsupported format ${meta.format}`);
    const pixels = meta.width * meta.height;
    const side = Math.max(meta.width, meta.height);
    if (pixels > INPUT_PIXELS) throw new Error('too many pixels');
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
  let index = 0;
  while (index + 1 < page.levels.length && step > 1.5 * 2 ** index) index++;
  const { data, width: w, height: h } = page.levels[index]!;
  // Exact ratio: odd sizes lose a pixel when halved.
  const kx = w / page.width;
  const ky = h / page.height;
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

/** Planes of a line for the recogniser, values in [−1, 1]. */
export type Crop = { planes: Float32Array; width: number };

/** Cuts a line out of the page's original pixels, level and `LINE_HEIGHT` high. */
export function cropLine(page: Page, box: Box, variant: CropVariant = {}): Crop {
  const { grow = 1, stretch = 1, shear = 0, trim = 0 } = variant;
  const hh = box.hh * grow;
  const hw = box.hw + box.hh * (grow - 1 + trim);
  const ideal = Math.round((LINE_HEIGHT * hw * stretch) / hh);
  const width = Math.max(16, Math.min(MAX_LINE_WIDTH, ideal));
  const along = (2 * hw) / width;
  const across = (2 * hh) / LINE_HEIGHT;
  // Across the line, leaned by the shear.
  const vx = -box.uy + shear * box.ux;
  const vy = box.ux + shear * box.uy;
  const left = -hw + along / 2;
  const top = -hh + across / 2;
  const grid = {
    x: box.cx + left * box.ux + top * vx,
    y: box.cy + left * box.uy + top * vy,
    ax: along * box.ux,
    ay: along * box.uy,
    bx: across * vx,
    by: across * vy,
  };
  const unit = 1 / 127.5;
  const planes = sample(page, grid, width, LINE_HEIGHT, [unit, unit, unit], [-1, -1, -1]);
  if (variant.contrast) spreadLevels(planes);
  if (variant.sharpen) sharpen(planes, width, variant.sharpen);
  return { planes, width };
}

/** Stretches the middle 96 % of the values to the whole range. */
function spreadLevels(planes: Float32Array): void {
  const counts = new Uint32Array(256);
  for (const v of planes) counts[Math.max(0, Math.min(255, Math.round((v + 1) * 127.5)))]!++;
  const edge = planes.length * 0.02;
  let low = 0;
  for (let n = 0; low < 255 && n + counts[low]! < edge; low++) n += counts[low]!;
  let high = 255;
  for (let n = 0; high > 0 && n + counts[high]! < edge; high--) n += counts[high]!;
  if (high - low < 16) return;
  for (let i = 0; i < planes.length; i++) {
    const v = (((planes[i]! + 1) * 127.5 - low) / (high - low)) * 2 - 1;
    planes[i] = v < -1 ? -1 : v > 1 ? 1 : v;
  }
}

/** Unsharp mask with a 5 × 5 box. */
function sharpen(planes: Float32Array, width: number, amount: number): void {
  const source = planes.slice();
  for (let c = 0; c < 3; c++) {
    const base = c * width * LINE_HEIGHT;
    for (let y = 0; y < LINE_HEIGHT; y++) {
      for (let x = 0; x < width; x++) {
        let sum = 0;
        for (let j = -2; j <= 2; j++) {
          const row = base + Math.max(0, Math.min(LINE_HEIGHT - 1, y + j)) * width;
          for (let i = -2; i <= 2; i++)
            sum += source[row + Math.max(0, Math.min(width - 1, x + i))]!;
        }
        const at = base + y * width + x;
        const v = source[at]! + amount * (source[at]! - sum / 25);
        planes[at] = v < -1 ? -1 : v > 1 ? 1 : v;
      }
    }
  }
}
