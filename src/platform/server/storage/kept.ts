import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import type { Db, Trx } from '../db/index.ts';
import { insertSuelto, takeSuelto } from './data.ts';
import type { Objects } from './objects.ts';
import type { Revision } from './revision.ts';
import type { Spool } from './spool.ts';

/** Bytes of the store by what they are: where they lie, and their digest (SHA-256, hexadecimal). */
export type Kept = { objeto: string; sha256: string };

const digest = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * Documents that the portal made and keeps for ever as they were made: a row of a feature refers to
 * them. What the store gives back is handed out only while it is what was kept.
 */
export const createKept = ({
  objects,
  spool,
}: {
  objects: Omit<Objects, 'get'> & Pick<Revision, 'get'>;
  spool: Spool;
}) => ({
  digest,

  /**
   * Stores bytes. They are loose, and cleaned up, until a transaction takes them; `on`, the one that will, where no
   * other may be open (the demonstration's, on the embedded database).
   */
  async put(bytes: Uint8Array, on?: Trx): Promise<Kept> {
    const chunks = Readable.from([bytes], { objectMode: true });
    const spooled = await spool.receive(
      { chunks, destroy: (reason) => chunks.destroy(reason) },
      { maxBytes: bytes.length, idleMs: 60_000 },
    );
    try {
      return { objeto: await objects.keep(spooled.path, on), sha256: spooled.sha256 };
    } finally {
      await spooled.discard();
    }
  },

  /** A path for a file that the portal makes little by little; what a dead process leaves there is cleaned up. */
  newPath: spool.newPath,

  /** Stores the file at `path` (it is moved away); loose, as with `put`. */
  async putFile(path: string, on?: Trx): Promise<Kept> {
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
    return { objeto: await objects.keep(path, on), sha256: hash.digest('hex') };
  },

  /** Removes bytes that no row refers to any more: written in the transaction that lets them go, done after it. */
  async letGo(trx: Trx, objeto: string, now: Date): Promise<void> {
    await insertSuelto(trx, objeto, now);
  },
  drop: objects.drop,

  /** In the transaction that writes the row that refers to them. */
  async take(trx: Trx, { objeto }: Kept): Promise<void> {
    if (!(await takeSuelto(trx, objeto))) throw new Error('the bytes were cleaned up meanwhile');
  },

  /**
   * The bytes as they come, of whatever size; null: they are lost. At its end it fails when they are not what they were.
   * `on`: as with `put`.
   */
  async stream({ objeto, sha256 }: Kept, on?: Db | Trx): Promise<Readable | null> {
    const stream = await objects.get(objeto, undefined, on);
    if (stream === null) return null;
    const hash = createHash('sha256');
    // The last piece waits for the digest: bytes that are not what they were never look complete.
    let last: Buffer | undefined;
    const check = new Transform({
      transform(chunk, _encoding, done) {
        hash.update(chunk as Buffer);
        const ready = last;
        last = chunk as Buffer;
        done(null, ready);
      },
      flush(done) {
        if (hash.digest('hex') === sha256) done(null, last);
        else done(new Error('the bytes are not what they were'));
      },
    });
    stream.on('error', (error) => check.destroy(error));
    check.on('close', () => stream.destroy());
    return stream.pipe(check);
  },

  /** The bytes, or null when they are lost or are not what they were. */
  async get({ objeto, sha256 }: Kept): Promise<Buffer | null> {
    const stream = await objects.get(objeto);
    if (stream === null) return null;
    const chunks: Uint8Array[] = [];
    for await (const chunk of stream) chunks.push(chunk as Uint8Array);
    const bytes = Buffer.concat(chunks);
    return digest(bytes) === sha256 ? bytes : null;
  },
});
