import sharp from 'sharp';
import { type Level, paste, type Raw } from './distort.ts';
import type { Random } from './random.ts';

/** What lies under the card: boards, cloth in squares, a printed page, or one colour. */
function ground(width: number, height: number, random: Random): string {
  const hue = random.whole(0, 359);
  const kind = random.whole(0, 3);
  let body = '';
  if (kind === 0) {
    for (let y = 0; y < height; y += random.whole(60, 200)) {
      body += `<rect y="${y}" width="${width}" height="${random.whole(20, 90)}" fill="hsl(28,40%,${random.whole(25, 50)}%)"/>`;
    }
  } else if (kind === 1) {
    for (let x = 0; x < width; x += 48) {
      for (let y = 0; y < height; y += 48) {
        if ((x + y) % 96 === 0)
          body += `<rect x="${x}" y="${y}" width="48" height="48" fill="hsl(${hue},30%,60%)"/>`;
      }
    }
  } else if (kind === 2) {
    for (let y = 40; y < height; y += 46) {
      body += `<text x="20" y="${y}" font-size="26" font-family="Nimbus Roman" fill="#444">Acuerdo general que regula la organización y el funcionamiento de los órganos, ${y}, del consejo y de su escuela</text>`;
    }
  }
  const tone = kind === 2 ? 'hsl(50,10%,88%)' : `hsl(${hue},25%,${random.whole(20, 75)}%)`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${tone}"/>${body}</svg>`;
}

type Scene = {
  side: number;
  portrait: boolean;
  share: number;
  turn: number;
  tilt: number;
  shake: number;
  blur: number;
  noise: number;
  dim: number;
  gamma: number;
  band: number;
  quality: number;
};

async function shoot(svg: string, s: Scene, random: Random): Promise<Buffer> {
  const [width, height] = s.portrait
    ? [Math.round(s.side * 0.75), s.side]
    : [s.side, Math.round(s.side * 0.75)];
  const meta = await sharp(Buffer.from(svg)).metadata();
  const fit = Math.min(width / meta.width, height / meta.height) * s.share;
  const w = Math.round(meta.width * fit);
  const drawn = await sharp(Buffer.from(svg), { density: 72 * Math.max(1, fit) })
    .resize({ width: w })
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const card: Raw = { data: drawn.data, width: drawn.info.width, height: drawn.info.height };
  const under = await sharp(Buffer.from(ground(width, height, random)))
    .removeAlpha()
    .raw()
    .toBuffer();
  const scene: Raw = { data: under, width, height };
  const [cos, sin] = [Math.cos(s.turn), Math.sin(s.turn)];
  const reach = (a: number, b: number) => (Math.abs(a * cos) + Math.abs(b * sin)) / 2;
  const spare = (all: number, need: number) => Math.max(0, all / 2 - need - 4);
  const sx = spare(width, reach(card.width, card.height));
  const sy = spare(height, reach(card.height, card.width));
  const cx = width / 2 + random.between(-sx, sx);
  const cy = height / 2 + random.between(-sy, sy);
  // The camera leans over one side: that side is longer, the other shorter.
  const lean = random.between(-s.tilt, s.tilt);
  const nod = random.between(-s.tilt, s.tilt);
  const corner = (kx: number, ky: number) => {
    const x = ((kx * card.width) / 2) * (1 + nod * ky) * 0.97;
    const y = ((ky * card.height) / 2) * (1 + lean * kx) * 0.97;
    return [cx + x * cos - y * sin, cy + x * sin + y * cos] as const;
  };
  paste(scene, card, [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, 1)]);
  // A shadow with an edge, the arm that holds the telephone.
  const edge = random.between(0.25, 0.75) * width;
  const slant = random.between(-0.5, 0.5);
  const cast = [random.between(0.85, 1.08), 1, random.between(0.75, 1.05)];
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const shade = x + slant * y < edge ? 1 : 1 - s.band;
      const grain = s.noise * (random.next() + random.next() - 1) * 2;
      for (let c = 0; c < 3; c++) {
        const q = (y * width + x) * 3 + c;
        const v = 255 * (scene.data[q]! / 255) ** s.gamma * s.dim * cast[c]! * shade + grain;
        scene.data[q] = v < 0 ? 0 : v > 255 ? 255 : v;
      }
    }
  }
  let image = sharp(scene.data, { raw: { width, height, channels: 3 } });
  if (s.shake > 1) {
    const n = s.shake * 2 + 1;
    const flat = random.chance(0.5);
    const kernel = Array.from({ length: n * n }, (_, i) =>
      (flat ? Math.floor(i / n) : i % n) === s.shake ? 1 : 0,
    );
    image = sharp(await image.png({ compressionLevel: 0 }).toBuffer()).convolve({
      width: n,
      height: n,
      kernel,
    });
  }
  if (s.blur > 0.3) image = image.blur(s.blur);
  // Sent by a messenger: compressed twice.
  const once = await image.jpeg({ quality: s.quality, chromaSubsampling: '4:2:0' }).toBuffer();
  return sharp(once).jpeg({ quality: 75 }).toBuffer();
}

/** A document of `papers.ts` as a picture file of the level, by other means than `distort.ts`. */
export async function snapshot(svg: string, level: Level, random: Random): Promise<Buffer> {
  const quarter = () => random.pick([90, 180, 270]);
  if (level === 'clean') {
    const image = sharp(Buffer.from(svg))
      .resize({ width: random.whole(850, 2200) })
      .flatten({ background: '#fff' });
    return random.chance(0.5)
      ? image.png().toBuffer()
      : image.jpeg({ quality: random.whole(75, 95) }).toBuffer();
  }
  if (level === 'small600') {
    const whole = await sharp(Buffer.from(svg)).flatten({ background: '#eee' }).png().toBuffer();
    const meta = await sharp(whole).metadata();
    // A page needs more: its letters are a smaller part of it.
    const width = meta.height > 1500 ? 900 : meta.height > meta.width ? 420 : 600;
    return sharp(whole)
      .resize({ width })
      .jpeg({ quality: random.whole(65, 85) })
      .toBuffer();
  }
  if (level === 'heavy') {
    const side = random.pick([1400, 1900, 2600, 4000]);
    const share = random.between(Math.max(0.4, 800 / side), 0.75);
    const letters = (side * share) / 1000;
    return shoot(
      svg,
      {
        side,
        portrait: random.chance(0.3),
        share,
        turn: random.between(-0.45, 0.45) + random.pick([0, 0, 0, Math.PI / 2, Math.PI]),
        tilt: 0.12,
        shake: random.chance(0.4) ? Math.round(random.between(1, 2.2) * letters) : 0,
        blur: random.between(0.3, 0.9 * Math.max(1, letters)),
        noise: random.between(6, 22),
        dim: random.between(0.45, 1.1),
        gamma: random.between(0.8, 1.3),
        band: random.between(0.1, 0.5),
        quality: random.whole(30, 60),
      },
      random,
    );
  }
  const calm: Scene = {
    side: random.pick([1300, 1800, 2400, 3200]),
    portrait: random.chance(0.25),
    share: random.between(0.75, 1),
    turn: random.between(-0.12, 0.12),
    tilt: 0.05,
    shake: 0,
    blur: random.between(0, 0.8),
    noise: random.between(1, 7),
    dim: random.between(0.7, 1.05),
    gamma: random.between(0.9, 1.15),
    band: random.between(0, 0.25),
    quality: random.whole(60, 88),
  };
  if (level === 'photo') return shoot(svg, calm, random);
  const straight = random.chance(0.4);
  const upright = straight
    ? await sharp(Buffer.from(svg)).flatten({ background: '#fff' }).png().toBuffer()
    : await shoot(svg, calm, random);
  return sharp(upright).rotate(quarter()).jpeg({ quality: 88 }).toBuffer();
}
