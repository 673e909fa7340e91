import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { createInflateRaw } from 'node:zlib';
import { DAMAGED, UnreadableSpreadsheet } from './unreadable.ts';

/** A workbook has some dozens of parts. */
const MAX_ENTRIES = 2_000;
/** All parts together, inflated. 100,000 rows of 20 columns take about 100 MB. */
const MAX_INFLATED = 600 * 1024 * 1024;
export const TOO_BIG =
  'El libro es demasiado grande al descomprimirse. Divídalo en varios o guárdelo como CSV.';

type Entry = { method: number; compressed: number; size: number; offset: number };

const readAt = async (file: FileHandle, position: number, length: number): Promise<Buffer> => {
  const buffer = Buffer.alloc(length);
  const { bytesRead } = await file.read(buffer, 0, length, position);
  return buffer.subarray(0, bytesRead);
};

const readDirectory = async (file: FileHandle): Promise<Map<string, Entry>> => {
  const { size } = await file.stat();
  const tailAt = Math.max(0, size - 65_557);
  const tail = await readAt(file, tailAt, size - tailAt);
  const end = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || end + 22 > tail.length) throw new UnreadableSpreadsheet(DAMAGED);
  const count = tail.readUInt16LE(end + 10);
  const length = tail.readUInt32LE(end + 12);
  const offset = tail.readUInt32LE(end + 16);
  if (count > MAX_ENTRIES) throw new UnreadableSpreadsheet(DAMAGED);
  if (offset + length > size) throw new UnreadableSpreadsheet(DAMAGED);
  const directory = await readAt(file, offset, length);

  const entries = new Map<string, Entry>();
  let at = 0;
  let inflated = 0;
  for (let i = 0; i < count; i++) {
    if (at + 46 > directory.length || directory.readUInt32LE(at) !== 0x02014b50) {
      throw new UnreadableSpreadsheet(DAMAGED);
    }
    const nameLength = directory.readUInt16LE(at + 28);
    const name = directory.toString('utf8', at + 46, at + 46 + nameLength);
    const entry = {
      method: directory.readUInt16LE(at + 10),
      compressed: directory.readUInt32LE(at + 20),
      size: directory.readUInt32LE(at + 24),
      offset: directory.readUInt32LE(at + 42),
    };
    const encrypted = (directory.readUInt16LE(at + 8) & 1) === 1;
    if (encrypted || (entry.method !== 0 && entry.method !== 8))
      throw new UnreadableSpreadsheet(DAMAGED);
    inflated += entry.size;
    if (inflated > MAX_INFLATED) throw new UnreadableSpreadsheet(TOO_BIG);
    entries.set(name.replace(/^\//, '').toLowerCase(), entry);
    at += 46 + nameLength + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
};

/**
 * A ZIP file by its directory, with limits on what it may inflate to: the directory's figures are
 * believed only as an upper bound that is enforced while inflating.
 */
export const openZip = async (path: string) => {
  const file = await open(path, 'r');
  let entries: Map<string, Entry>;
  try {
    entries = await readDirectory(file);
  } catch (error) {
    await file.close();
    throw error;
  }

  /** A part's text, chunk by chunk, whole characters only. */
  async function* text(name: string, maxBytes = MAX_INFLATED): AsyncGenerator<string> {
    const entry = entries.get(name.toLowerCase());
    if (!entry) throw new UnreadableSpreadsheet(DAMAGED);
    const header = await readAt(file, entry.offset, 30);
    if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50) {
      throw new UnreadableSpreadsheet(DAMAGED);
    }
    const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28);
    if (entry.compressed === 0) return;
    const raw = createReadStream(path, { start, end: start + entry.compressed - 1 });
    const stream = entry.method === 8 ? raw.pipe(createInflateRaw()) : raw;
    raw.on('error', (error) => stream.destroy(error));
    const decoder = new TextDecoder('utf-8');
    let seen = 0;
    try {
      for await (const chunk of stream) {
        seen += (chunk as Buffer).length;
        if (seen > entry.size || seen > maxBytes) throw new UnreadableSpreadsheet(TOO_BIG);
        yield decoder.decode(chunk as Buffer, { stream: true });
      }
      yield decoder.decode();
    } catch (error) {
      if (error instanceof UnreadableSpreadsheet) throw error;
      throw (error as NodeJS.ErrnoException).code?.startsWith('Z_')
        ? new UnreadableSpreadsheet(DAMAGED)
        : error;
    } finally {
      raw.destroy();
      stream.destroy();
    }
  }

  return {
    has: (name: string) => entries.has(name.toLowerCase()),
    text,
    close: () => file.close(),
  };
};

export type Zip = Awaited<ReturnType<typeof openZip>>;
