import { deflateSync } from 'node:zlib';

/** Red, green and blue, each 0–255. */
type Colour = readonly [number, number, number];

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length, 0);
  body.copy(out, 4);
  out.writeUInt32BE(crc(body), body.length + 4);
  return out;
};

const crc = (bytes: Buffer): number => {
  let value = ~0;
  for (const byte of bytes) {
    value ^= byte;
    for (let k = 0; k < 8; k++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return ~value >>> 0;
};

/** A PNG of so many pixels, each of the colour that is said for it. */
export const drawPng = (
  width: number,
  height: number,
  at: (x: number, y: number) => Colour,
): Buffer => {
  const lines = Array.from({ length: height }, (_, y) => {
    const line = Buffer.alloc(1 + width * 3);
    for (let x = 0; x < width; x++) line.set(at(x, y), 1 + x * 3);
    return line;
  });
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', size),
    chunk('IDAT', deflateSync(Buffer.concat(lines))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

/** Nobody's head and shoulders; `x` and `y` from 0 to 1, `tone` 90–190. */
export const portraitAt = (x: number, y: number, tone: number): Colour => {
  const head = Math.hypot((x - 0.5) / 0.217, (y - 0.386) / 0.227) < 1;
  const body = Math.hypot((x - 0.5) / 0.458, (y - 1.068) / 0.409) < 1;
  return head ? [tone + 40, tone, tone - 30] : body ? [52, 62, 92] : [228, 230, 234];
};

/** Letters five wide and seven high: a line each, its five points as a digit of base 32. */
const LETTERS: Readonly<Record<string, string>> = Object.fromEntries(
  'Aehhvhhh Buhhuhhu Cehggghe Duhhhhhu Evgguggv Fvgguggg Gehgnhhf Hhhhvhhh Ie44444e J72222ic Khikokih Lggggggv Mhrllhhh Nhpljhhh Oehhhhhe Puhhuggg Qehhhlid Ruhhukih Sfgge11u Tv444444 Uhhhhhhe Vhhhhha4 Whhhllrh Xhha4ahh Yhha4444 Zv1248gv 0ehjlphe 14c4444e 2eh168gv 3eh161he 426aiv22 5vgu11he 668guhhe 7v124888 8ehhehhe 9ehhf12c'
    .split(' ')
    .map((glyph) => [glyph.slice(0, 1), glyph.slice(1)]),
);

/** A line of text in a picture: where its upper left corner is, and how many pixels each point takes. */
export type Line = { text: string; x: number; y: number; scale: number };

/** Whether a pixel is ink of that line; accents are left out, and what is no letter is a space. */
export const isInk = ({ text, x, y, scale }: Line, px: number, py: number): boolean => {
  const [column, row] = [Math.floor((px - x) / scale), Math.floor((py - y) / scale)];
  if (column < 0 || row < 0 || row > 6 || column % 6 === 5) return false;
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  const points = LETTERS[plain[Math.floor(column / 6)] ?? '']?.[row];
  return points !== undefined && ((Number.parseInt(points, 32) >> (4 - (column % 6))) & 1) === 1;
};
