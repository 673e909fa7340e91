/** Pictures that are small to send and large to decode. */
import { once } from 'node:events';
import { crc32, createDeflate, deflateSync } from 'node:zlib';

const chunk = (type: string, data: Uint8Array): Buffer => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([size, body, sum]);
};

/** `kind`: bits a channel, colour, compression, filter, interlaced or not. */
const png = (width: number, height: number, kind: readonly number[], data: Buffer): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set(kind, 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND', new Uint8Array()),
  ]);
};

/** So many zeros, deflated, without holding them. */
const zeros = async (bytes: number): Promise<Buffer> => {
  const deflate = createDeflate({ level: 9 });
  const parts: Buffer[] = [];
  deflate.on('data', (part: Buffer) => parts.push(part));
  const piece = Buffer.alloc(2 ** 20);
  for (let left = bytes; left > 0; left -= piece.length) {
    if (!deflate.write(piece.subarray(0, Math.min(left, piece.length)))) {
      await once(deflate, 'drain');
    }
  }
  deflate.end();
  await once(deflate, 'end');
  return Buffer.concat(parts);
};

/** Where each pass of an interlaced PNG begins, and its steps: x, y, dx, dy. */
const ADAM7 = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** A black PNG of 8-bit RGB, or of 16-bit RGBA and interlaced, which has to be held whole. */
export const blackPng = async (
  width: number,
  height: number,
  interlaced = false,
): Promise<Buffer> => {
  const pixel = interlaced ? 8 : 3;
  const passes = interlaced ? ADAM7 : ([[0, 0, 1, 1]] as const);
  let bytes = 0;
  for (const [x, y, dx, dy] of passes) {
    const columns = Math.ceil((width - x) / dx);
    const rows = Math.ceil((height - y) / dy);
    if (columns > 0 && rows > 0) bytes += rows * (1 + columns * pixel);
  }
  return png(width, height, interlaced ? [16, 6, 0, 0, 1] : [8, 2, 0, 0, 0], await zeros(bytes));
};

/** A PNG that claims sides of so many pixels and has a megabyte of them, whatever it claims. */
export const claimedPng = (side: number): Buffer =>
  png(side, side, [8, 2, 0, 0, 0], deflateSync(Buffer.alloc(1_000_000)));
