import sharp, { type Sharp } from 'sharp';
import type { Random } from './random.ts';

/** How hard a card is to read. */
export type Level = 'clean' | 'photo' | 'turned' | 'small600' | 'heavy';
export const LEVELS: readonly Level[] = ['clean', 'photo', 'turned', 'small600', 'heavy'];

type Point = readonly [x: number, y: number];
export type Raw = { data: Buffer; width: number; height: number };

/** Coefficients of the projective map that takes the corners of `from` to those of `to`. */
function homography(from: readonly Point[], to: readonly Point[]): number[] {
  const rows: number[][] = [];
  for (let i = 0; i < 4; i++) {
    const [x, y] = from[i]!;
    const [u, v] = to[i]!;
    rows.push([x, y, 1, 0, 0, 0, -u * x, -u * y, u], [0, 0, 0, x, y, 1, -v * x, -v * y, v]);
  }
  for (let c = 0; c < 8; c++) {
    let best = c;
    for (let r = c; r < 8; r++) if (Math.abs(rows[r]![c]!) > Math.abs(rows[best]![c]!)) best = r;
    [rows[c], rows[best]] = [rows[best]!, rows[c]!];
    for (let r = 0; r < 8; r++) {
      if (r === c) continue;
      const factor = rows[r]![c]! / rows[c]![c]!;
      for (let k = c; k < 9; k++) rows[r]![k]! -= factor * rows[c]![k]!;
    }
  }
  return [...rows.map((row, i) => row[8]! / row[i]!), 1];
}

/** Lays `card` over `scene` so that its corners fall on `corners` (clockwise from top left). */
export function paste(scene: Raw, card: Raw, corners: readonly Point[]): void {
  const h = homography(corners, [
    [0, 0],
    [card.width, 0],
    [card.width, card.height],
    [0, card.height],
  ]);
  const xs = corners.map((c) => c[0]);
  const ys = corners.map((c) => c[1]);
  const x1 = Math.min(scene.width - 1, Math.ceil(Math.max(...xs)));
  const y1 = Math.min(scene.height - 1, Math.ceil(Math.max(...ys)));
  for (let y = Math.max(0, Math.floor(Math.min(...ys))); y <= y1; y++) {
    for (let x = Math.max(0, Math.floor(Math.min(...xs))); x <= x1; x++) {
      const w = h[6]! * x + h[7]! * y + h[8]!;
      const u = (h[0]! * x + h[1]! * y + h[2]!) / w;
      const v = (h[3]! * x + h[4]! * y + h[5]!) / w;
      const iu = Math.floor(u);
      const iv = Math.floor(v);
      if (iu < 0 || iv < 0 || iu >= card.width - 1 || iv >= card.height - 1) continue;
      const q = (iv * card.width + iu) * 4;
      if (card.data[q + 3]! < 128) continue;
      const fu = u - iu;
      const fv = v - iv;
      for (let c = 0; c < 3; c++) {
        const top = card.data[q + c]! * (1 - fu) + card.data[q + 4 + c]! * fu;
        const below = q + card.width * 4 + c;
        const bottom = card.data[below]! * (1 - fu) + card.data[below + 4]! * fu;
        scene.data[(y * scene.width + x) * 3 + c] = top * (1 - fv) + bottom * fv;
      }
    }
  }
}

/** A desk: two tones with grain, blurred. */
async function desk(width: number, height: number, random: Random): Promise<Raw> {
  const w = 64;
  const h = 48;
  const data = Buffer.alloc(w * h * 3);
  const base = [random.whole(40, 200), random.whole(40, 190), random.whole(40, 180)];
  for (let i = 0; i < w * h; i++) {
    const grain = random.between(-18, 18) + 14 * Math.sin(i / 9);
    for (let c = 0; c < 3; c++) data[i * 3 + c] = Math.max(0, Math.min(255, base[c]! + grain));
  }
  const full = await sharp(data, { raw: { width: w, height: h, channels: 3 } })
    .resize(width, height, { fit: 'fill', kernel: 'cubic' })
    .raw()
    .toBuffer();
  return { data: full, width, height };
}

/** Light falling off to one side, a round glare and a soft shadow; then sensor noise. */
function light(scene: Raw, random: Random, force: number, noise: number, contrast: number): void {
  const angle = random.between(0, Math.PI * 2);
  const dx = Math.cos(angle) / scene.width;
  const dy = Math.sin(angle) / scene.height;
  const glare = {
    x: random.between(0.2, 0.8) * scene.width,
    y: random.between(0.2, 0.8) * scene.height,
    r: scene.width * random.between(0.04, 0.1),
  };
  const shade = random.between(0.3, 0.7);
  for (let y = 0; y < scene.height; y++) {
    for (let x = 0; x < scene.width; x++) {
      const slope = 1 + force * ((x - scene.width / 2) * dx + (y - scene.height / 2) * dy);
      const far = ((x - glare.x) ** 2 + (y - glare.y) ** 2) / glare.r ** 2;
      const flash = far < 6 ? force * 130 * Math.exp(-far) : 0;
      const dark = 1 - (force * 0.45) / (1 + Math.exp((x / scene.width - shade) * 25));
      const q = (y * scene.width + x) * 3;
      const grain = noise * (random.next() + random.next() + random.next() - 1.5) * 2;
      for (let c = 0; c < 3; c++) {
        const value = (128 + (scene.data[q + c]! - 128) * contrast) * slope * dark + flash + grain;
        scene.data[q + c] = value < 0 ? 0 : value > 255 ? 255 : value;
      }
    }
  }
}

type Shot = {
  width: number;
  share: number;
  turn: number;
  tilt: number;
  blur: number;
  noise: number;
  light: number;
  contrast: number;
  quality: number;
};

/** A photograph of the card: `share` is the card's width over the frame's, `turn` in radians. */
async function photograph(svg: string, shot: Shot, random: Random): Promise<Sharp> {
  const height = Math.round(shot.width * 0.75);
  const cardWidth = Math.round(shot.width * shot.share);
  const rendered = await sharp(Buffer.from(svg))
    .resize({ width: Math.max(1200, cardWidth) })
    .resize({ width: cardWidth })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const card: Raw = {
    data: rendered.data,
    width: rendered.info.width,
    height: rendered.info.height,
  };
  const scene = await desk(shot.width, height, random);
  const cos = Math.cos(shot.turn);
  const sin = Math.sin(shot.turn);
  const reachX = (card.width * Math.abs(cos) + card.height * Math.abs(sin)) / 2;
  const reachY = (card.width * Math.abs(sin) + card.height * Math.abs(cos)) / 2;
  const spareX = Math.max(0, shot.width / 2 - reachX - 8);
  const spareY = Math.max(0, height / 2 - reachY - 8);
  const cx = shot.width / 2 + random.between(-spareX, spareX);
  const cy = height / 2 + random.between(-spareY, spareY);
  const corners = (
    [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const
  ).map(([sx, sy]): Point => {
    const x = ((sx * card.width) / 2) * (1 - random.between(0, shot.tilt));
    const y = ((sy * card.height) / 2) * (1 - random.between(0, shot.tilt));
    return [cx + x * cos - y * sin, cy + x * sin + y * cos];
  });
  paste(scene, card, corners);
  light(scene, random, shot.light, shot.noise, shot.contrast);
  let image = sharp(scene.data, { raw: { width: scene.width, height: scene.height, channels: 3 } });
  if (shot.blur > 0.3) image = image.blur(shot.blur);
  return sharp(await image.jpeg({ quality: shot.quality }).toBuffer());
}

const gentle = (random: Random): Shot => ({
  width: random.pick([1600, 2000, 2600]),
  share: random.between(0.62, 0.9),
  turn: random.between(-0.1, 0.1),
  tilt: 0.05,
  blur: random.between(0, 0.9),
  noise: random.between(2, 8),
  light: random.between(0.1, 0.3),
  contrast: random.between(0.8, 1),
  quality: random.whole(70, 90),
});

const harsh = (random: Random): Shot => {
  const width = random.pick([1600, 2000, 3000, 4000]);
  // A card must stay legible to a person: never fewer than about 640 px across.
  const share = random.between(Math.max(0.33, 640 / width), 0.62);
  const upsideDown = random.chance(0.15) ? Math.PI : 0;
  return {
    width,
    share,
    turn: random.between(-0.5, 0.5) + upsideDown,
    tilt: 0.16,
    // In proportion to the letters: about a tenth of their height at most.
    blur: random.between(0.5, 0.5 + (width * share) / 900),
    noise: random.between(8, 22),
    light: random.between(0.3, 0.6),
    contrast: random.between(0.5, 0.85),
    quality: random.whole(38, 65),
  };
};

/** The card's drawing as a picture file (PNG or JPEG) of the given level. */
export async function distort(svg: string, level: Level, random: Random): Promise<Buffer> {
  if (level === 'clean') {
    const width = random.pick([1000, 1200, 1600]);
    return sharp(Buffer.from(svg))
      .resize({ width })
      .flatten({ background: '#ffffff' })
      .png()
      .toBuffer();
  }
  if (level === 'small600') {
    const flat = sharp(Buffer.from(svg)).flatten({ background: '#dddddd' });
    return sharp(await flat.png().toBuffer())
      .resize({ width: 600 })
      .jpeg({ quality: 80 })
      .toBuffer();
  }
  if (level === 'heavy')
    return (await photograph(svg, harsh(random), random)).jpeg({ quality: 80 }).toBuffer();
  const photo = await photograph(svg, gentle(random), random);
  if (level === 'photo') return photo.jpeg({ quality: 90 }).toBuffer();
  return photo
    .rotate(random.pick([90, 180, 270]))
    .jpeg({ quality: 90 })
    .toBuffer();
}
