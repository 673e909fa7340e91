import sharp from 'sharp';
import type { Level } from './distort.ts';
import type { Random } from './random.ts';

/**
 * Photos of cards on a table under a lamp, the third family. Written from this description of photos
 * that were not read (issue 7) and from nothing in the reader: 1,300 px wide, the card fills half to
 * four fifths of the width, turned up to 14°, seen from the side, light that falls off by 60 % across
 * it with a glare, Gaussian noise of some 16 levels, blur of 1 to 1.9 px and motion of 3 px, JPEG 45,
 * letters 12 to 16 px high. A pinhole camera over a plane does the rest.
 */
type Shot = {
  width: number;
  /** Height of the code's letters in the photo, those furthest from the camera. */
  letters: readonly [number, number];
  /** Card's width over the photo's. */
  share: readonly [number, number];
  turn: number;
  /** Angles in degrees between the camera's axis and the card's: sideways and up or down. */
  side: readonly [number, number];
  falloff: number;
  glare: number;
  noise: number;
  blur: readonly [number, number];
  motion: number;
  quality: number;
};

const HEAVY: Shot = {
  width: 1300,
  letters: [12, 16],
  share: [0.5, 0.8],
  turn: 14,
  side: [12, 30],
  falloff: 0.6,
  glare: 150,
  noise: 16,
  blur: [1, 1.9],
  motion: 3,
  quality: 45,
};
const EASY: Shot = {
  width: 1900,
  letters: [17, 30],
  share: [0.6, 0.88],
  turn: 5,
  side: [0, 8],
  falloff: 0.25,
  glare: 40,
  noise: 4,
  blur: [0.3, 0.9],
  motion: 0,
  quality: 82,
};

type Vector = readonly [number, number, number];
type Plane = { data: Buffer; width: number; height: number };

const rad = (degrees: number) => (degrees * Math.PI) / 180;
/** From a blur of a letter's height over this, 3 px of motion added, people guess. */
const BLUR_LIMIT = 8.4;
/** Capital letters are so high for a font's size. */
const CAPITAL = 0.7;

const render = async (svg: string, width: number): Promise<Plane> => {
  const { data, info } = await sharp(Buffer.from(svg), { density: 144 })
    .resize({ width })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
};

/** What the card lies on, made by a noise filter; sometimes another sheet or a pen beside it. */
function table(width: number, height: number, random: Random): string {
  const seed = random.whole(1, 9999);
  const [fx, fy] = random.pick([
    [0.002, 0.06],
    [0.03, 0.03],
    [0.4, 0.4],
    [0.01, 0.2],
  ] as const);
  const tone = `hsl(${random.whole(0, 359)},${random.whole(4, 35)}%,${random.whole(18, 78)}%)`;
  let things = '';
  if (random.chance(0.35)) {
    const a = random.whole(-30, 30);
    things += `<g transform="rotate(${a} ${width / 2} ${height / 2})"><rect x="${random.whole(-400, 300)}" y="${random.whole(-300, 500)}" width="900" height="500" fill="#eceae4"/></g>`;
  }
  if (random.chance(0.35)) {
    const y = random.whole(0, height);
    things += `<line x1="-10" y1="${y}" x2="${width}" y2="${y + random.whole(-300, 300)}" stroke="hsl(${random.whole(0, 359)},50%,30%)" stroke-width="${random.whole(14, 34)}" stroke-linecap="round"/>`;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><filter id="n" x="0" y="0" width="100%" height="100%"><feTurbulence type="fractalNoise" baseFrequency="${fx} ${fy}" numOctaves="3" seed="${seed}"/><feColorMatrix type="matrix" values="0.5 0 0 0 0  0.5 0 0 0 0  0.5 0 0 0 0  0 0 0 0 0.35"/></filter></defs><rect width="100%" height="100%" fill="${tone}"/><rect width="100%" height="100%" filter="url(#n)"/>${things}</svg>`;
}

/** Where a pixel's ray meets the card: numerators of x and y and their denominator, linear in both. */
type Look = { x: Vector; y: Vector; w: Vector };

/** How the card lies before the camera, which looks at its middle; `distance` in card units. */
type Pose = { rotate: (x: number, y: number) => Vector; distance: number };

function pose(card: Plane, shot: Shot, random: Random): Pose {
  const sideways = rad(random.between(...shot.side)) * random.pick([-1, 1]);
  const upwards = rad(random.between(0, shot.side[1] * 0.6)) * random.pick([-1, 1]);
  const turn = rad(random.between(-shot.turn, shot.turn));
  return {
    distance: card.width * random.between(1.5, 2.2),
    // Turned in its own plane first, then away from the camera around both axes of the photo.
    rotate: (x, y) => {
      const u = x * Math.cos(turn) - y * Math.sin(turn);
      const v = x * Math.sin(turn) + y * Math.cos(turn);
      const depth = u * Math.sin(sideways);
      return [
        u * Math.cos(sideways),
        v * Math.cos(upwards) - depth * Math.sin(upwards),
        v * Math.sin(upwards) + depth * Math.cos(upwards),
      ];
    },
  };
}

/** A point of the card in the photo, from its middle, for a focal length of 1. */
function seen({ rotate, distance }: Pose, x: number, y: number): readonly [number, number] {
  const [u, v, z] = rotate(x, y);
  return [u / (distance + z), v / (distance + z)];
}

/** A pinhole camera of the given focal length; the whole card is within the photo. */
function camera(
  card: Plane,
  at: Pose,
  focal: number,
  size: readonly [number, number],
  random: Random,
): Look {
  const { rotate, distance } = at;
  const [halfWidth, halfHeight] = [card.width / 2, card.height / 2];
  const corners = [-1, 1].flatMap((sx) =>
    [-1, 1].map((sy) => seen(at, sx * halfWidth, sy * halfHeight)),
  );
  const place = (axis: 0 | 1) => {
    const all = corners.map((corner) => corner[axis] * focal);
    const [from, to] = [8 - Math.min(...all), size[axis] - 8 - Math.max(...all)];
    return from < to ? random.between(from, to) : (from + to) / 2;
  };
  const [ox, oy] = [place(0), place(1)];
  // x·(a, d, g) + y·(b, e, h) = t·(dx, dy, 1) − (0, 0, distance), by Cramer's rule; (dx, dy) is the
  // ray through the pixel.
  const [a, d, g] = rotate(1, 0);
  const [b, e, h] = rotate(0, 1);
  /** A form in (dx, dy, 1) as one in the pixel's own coordinates. */
  const form = (dx: number, dy: number, one: number): Vector => [
    dx / focal,
    dy / focal,
    one - (dx * ox + dy * oy) / focal,
  ];
  const w = form(d * h - e * g, b * g - a * h, a * e - b * d);
  const x = form(distance * e, -distance * b, 0);
  const y = form(-distance * d, distance * a, 0);
  const shift = (n: Vector, half: number): Vector => [
    n[0] + half * w[0],
    n[1] + half * w[1],
    n[2] + half * w[2],
  ];
  return { x: shift(x, halfWidth), y: shift(y, halfHeight), w };
}

/** Mean of two by two samples of the card in each pixel, over the table where there is none. */
function expose(
  card: Plane,
  under: Buffer,
  width: number,
  height: number,
  look: Look,
): Float32Array[] {
  const planes = [0, 1, 2].map(() => new Float32Array(width * height));
  const sum = [0, 0, 0];
  for (let py = 0, at = 0; py < height; py++) {
    for (let px = 0; px < width; px++, at++) {
      let covered = 0;
      sum.fill(0);
      for (let s = 0; s < 4; s++) {
        const sx = px + (s & 1) / 2 - 0.25;
        const sy = py + (s >> 1) / 2 - 0.25;
        const w = look.w[0] * sx + look.w[1] * sy + look.w[2];
        const ix = Math.floor((look.x[0] * sx + look.x[1] * sy + look.x[2]) / w);
        const iy = Math.floor((look.y[0] * sx + look.y[1] * sy + look.y[2]) / w);
        if (ix < 0 || iy < 0 || ix >= card.width || iy >= card.height) continue;
        const q = (iy * card.width + ix) * 4;
        if (card.data[q + 3]! < 128) continue;
        covered++;
        for (let c = 0; c < 3; c++) sum[c]! += card.data[q + c]!;
      }
      for (let c = 0; c < 3; c++) {
        planes[c]![at] = (sum[c]! + (4 - covered) * under[at * 3 + c]!) / 4;
      }
    }
  }
  return planes;
}

/** Averages a plane over the given places around each pixel (nearest pixel, weights that add to 1). */
function smear(
  plane: Float32Array,
  width: number,
  height: number,
  taps: readonly (readonly [dx: number, dy: number, weight: number])[],
): Float32Array {
  const out = new Float32Array(plane.length);
  for (const [dx, dy, weight] of taps) {
    for (let y = 0, at = 0; y < height; y++) {
      const row = Math.max(0, Math.min(height - 1, y + dy)) * width;
      for (let x = 0; x < width; x++, at++) {
        out[at]! += weight * plane[row + Math.max(0, Math.min(width - 1, x + dx))]!;
      }
    }
  }
  return out;
}

type Tap = readonly [dx: number, dy: number, weight: number];

/** A straight line of the given length, spread over the four pixels around each of its points. */
function line(length: number, angle: number): Tap[] {
  const steps = 8;
  const taps: Tap[] = [];
  for (let i = 0; i < steps; i++) {
    const t = ((i + 0.5) / steps - 0.5) * length;
    const [x, y] = [t * Math.cos(angle), t * Math.sin(angle)];
    const [ix, iy] = [Math.floor(x), Math.floor(y)];
    for (const [kx, ky] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const) {
      const weight = (kx ? x - ix : 1 - x + ix) * (ky ? y - iy : 1 - y + iy);
      taps.push([ix + kx, iy + ky, weight / steps]);
    }
  }
  return taps;
}

/** One axis of a Gaussian bell. */
function bell(sigma: number, axis: 'x' | 'y'): Tap[] {
  const reach = Math.max(1, Math.ceil(sigma * 3));
  const offsets = Array.from({ length: reach * 2 + 1 }, (_, i) => i - reach);
  const weights = offsets.map((o) => Math.exp((-o * o) / (2 * sigma * sigma)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return offsets.map(
    (o, i): Tap => [axis === 'x' ? o : 0, axis === 'y' ? o : 0, weights[i]! / total],
  );
}

/** The lamp's mirror image: centre, height and how much wider than high, in pixels. */
type Spot = { x: number; y: number; r: number; long: number };

const mirrored = (width: number, height: number, reach: number, random: Random): Spot => ({
  x: width / 2 + random.between(-0.4, 0.4) * reach,
  y: height / 2 + random.between(-0.32, 0.32) * reach * 0.63,
  r: reach * random.between(0.04, 0.09),
  long: random.between(1, 2.2),
});

/** Whether a glare lies over a line of the card that begins at (x, y), in the drawing's pixels. */
function blinds(spot: Spot, look: Look, x: number, y: number, letters: number): boolean {
  const rim = Array.from({ length: 12 }, (_, i) => (i * Math.PI) / 6).map((angle) => {
    const px = spot.x + 2 * spot.r * spot.long * Math.cos(angle);
    const py = spot.y + 2 * spot.r * Math.sin(angle);
    const at = (n: Vector) => n[0] * px + n[1] * py + n[2];
    return [at(look.x) / at(look.w), at(look.y) / at(look.w)] as const;
  });
  const xs = rim.map(([u]) => u);
  const ys = rim.map(([, v]) => v);
  return (
    Math.min(...xs) < x + 14 * letters &&
    Math.max(...xs) > x - letters &&
    Math.min(...ys) < y &&
    Math.max(...ys) > y - letters
  );
}

async function shoot(svg: string, shot: Shot, random: Random): Promise<Buffer> {
  const { width } = shot;
  const height = Math.round(width * 0.75);
  const drawn = await render(svg, 1518);
  const unit = Number(/viewBox="0 0 (\d+)/.exec(svg)?.[1] ?? 1000);
  const density = drawn.width / unit;
  const letters = Number(/data-letters="([\d.]+)"/.exec(svg)?.[1] ?? unit / 45) * density;
  const code = /data-code="([\d.]+) ([\d.]+)"/
    .exec(svg)
    ?.slice(1)
    .map((n) => Number(n) * density);
  const [codeX, codeY] = code ?? [drawn.width / 2, drawn.height / 2];
  const lies = pose(drawn, shot, random);
  const look1 = (x: number, y: number) => seen(lies, x - drawn.width / 2, y - drawn.height / 2);
  // Of the code's first and last letter the one further away is as high as wanted, as long as the
  // card's share of the photo allows it.
  const high = Math.min(
    ...[codeX!, codeX! + 12 * letters].map((x) => {
      const [top, bottom] = [look1(x, codeY! - CAPITAL * letters), look1(x, codeY!)];
      return Math.hypot(top[0] - bottom[0], top[1] - bottom[1]);
    }),
  );
  const middle = drawn.height / 2;
  const wide = look1(drawn.width, middle)[0] - look1(0, middle)[0];
  const tall = look1(drawn.width / 2, drawn.height)[1] - look1(drawn.width / 2, 0)[1];
  const focal = Math.min(
    Math.max(random.between(...shot.letters) / high, (shot.share[0] * width) / wide),
    (shot.share[1] * width) / wide,
    (0.9 * height) / tall,
  );
  const look = camera(drawn, lies, focal, [width, height], random);
  const under = await sharp(Buffer.from(table(width, height, random)))
    .removeAlpha()
    .raw()
    .toBuffer();
  const planes = expose(drawn, under, width, height, look);

  // The lamp: bright on one side of the card, `falloff` less on the other; its mirror image somewhere.
  const towards = random.between(0, Math.PI * 2);
  const reach = wide * focal;
  let spot = mirrored(width, height, reach, random);
  for (let n = 0; code && n < 50 && blinds(spot, look, codeX!, codeY!, letters); n++) {
    spot = mirrored(width, height, reach, random);
  }
  const warm = [1, random.between(0.94, 1), random.between(0.82, 1)];
  const bright = random.between(0.95, 1.12);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const along =
        ((x - width / 2) * Math.cos(towards) + (y - height / 2) * Math.sin(towards)) / reach + 0.5;
      const lamp = bright * (1 - shot.falloff * Math.max(0, Math.min(1.1, along)));
      const far = ((x - spot.x) / (spot.r * spot.long)) ** 2 + ((y - spot.y) / spot.r) ** 2;
      const flash = shot.glare * Math.exp(-far);
      for (let c = 0; c < 3; c++) planes[c]![at] = planes[c]![at]! * lamp * warm[c]! + flash;
    }
  }
  const way = random.between(0, Math.PI);
  // A person still reads the code: the smallest letters are not the most blurred ones as well.
  const sigma = random.between(shot.blur[0], Math.min(shot.blur[1], (high * focal) / BLUR_LIMIT));
  const blurs = [bell(sigma, 'x'), bell(sigma, 'y')];
  if (shot.motion > 0) blurs.unshift(line(shot.motion, way));
  const pixels = Buffer.alloc(width * height * 3);
  for (const [c, sharpPlane] of planes.entries()) {
    const plane = blurs.reduce((p, taps) => smear(p, width, height, taps), sharpPlane);
    for (let at = 0; at < plane.length; at++) {
      const grain =
        Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
      const value = Math.round(plane[at]! + shot.noise * grain);
      pixels[at * 3 + c] = Math.max(0, Math.min(255, value));
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: shot.quality })
    .toBuffer();
}

/** A card of `credentials.ts` as a picture file of the level. */
export async function underLamp(svg: string, level: Level, random: Random): Promise<Buffer> {
  if (level === 'heavy') return shoot(svg, HEAVY, random);
  if (level === 'photo') return shoot(svg, EASY, random);
  if (level === 'turned') {
    return sharp(await shoot(svg, EASY, random))
      .rotate(random.pick([90, 180, 270]))
      .jpeg({ quality: 85 })
      .toBuffer();
  }
  const flat = await sharp(Buffer.from(svg), { density: 144 })
    .flatten({ background: '#f4f4f4' })
    .png()
    .toBuffer();
  return level === 'clean'
    ? sharp(flat)
        .resize({ width: random.whole(900, 1800) })
        .jpeg({ quality: 90 })
        .toBuffer()
    : sharp(flat).resize({ width: 600 }).jpeg({ quality: 78 }).toBuffer();
}
