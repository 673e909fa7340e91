import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundaryOf, parseRelated } from './related.ts';

/** The bytes in pieces that end anywhere. */
async function* pieces(bytes: Buffer, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const ends = [...new Set(cuts.map((cut) => cut % (bytes.length + 1)))].sort((a, b) => a - b);
  let from = 0;
  for (const to of [...ends, bytes.length]) {
    if (to > from) yield bytes.subarray(from, to);
    from = to;
  }
}

const envelope = (boundary: string, metadata: unknown, body: Uint8Array, tail = '--') =>
  Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Type: application/json; charset=utf-8\r\n\r\n${JSON.stringify(metadata)}\r\n--${boundary}\r\nContent-Type: image/png\r\n\r\n`,
    ),
    body,
    Buffer.from(`\r\n--${boundary}${tail}`),
  ]);

const parse = async (bytes: Buffer, boundary: string, cuts: readonly number[] = []) => {
  const parts = await parseRelated(pieces(bytes, cuts), boundary);
  const chunks: Uint8Array[] = [];
  for await (const chunk of parts.body) chunks.push(Buffer.from(chunk));
  return { ...parts, bytes: Buffer.concat(chunks) };
};

describe('multipart/related', () => {
  it('gives back what was put in, however it is cut', async () => {
    // Bodies made of what delimiters are made of, to come close to one.
    const body = fc
      .array(
        fc.oneof(
          fc.uint8Array({ maxLength: 40 }),
          fc
            .constantFrom('\r\n', '\r', '--', '\r\n--', '\r\n--lim', 'lim')
            .map((text) => Buffer.from(text)),
        ),
        { maxLength: 30 },
      )
      .map((parts) => Buffer.concat(parts))
      .filter((bytes) => !bytes.includes('\r\n--limite'));
    await fc.assert(
      fc.asyncProperty(
        body,
        fc.array(fc.nat(), { maxLength: 40 }),
        fc.dictionary(fc.string(), fc.string()),
        async (bytes, cuts, metadata) => {
          const read = await parse(envelope('limite', metadata, bytes), 'limite', cuts);
          expect(read.bytes.equals(bytes)).toBe(true);
          expect(read.metadata).toEqual(metadata);
          expect(read.contentType).toBe('image/png');
        },
      ),
      { numRuns: 300 },
    );
  });

  it('refuses what does not end', async () => {
    const whole = envelope('limite', {}, Buffer.from('hola'));
    for (let length = 0; length < whole.length - 2; length++) {
      await expect(parse(whole.subarray(0, length), 'limite')).rejects.toMatchObject({ http: 400 });
    }
  });

  it.each([
    ['no JSON', Buffer.from('--b\r\n\r\nhola\r\n--b\r\n\r\nx\r\n--b--')],
    ['another boundary', envelope('otro', {}, Buffer.from('x'))],
    ['metadata without end', Buffer.from(`--b\r\n\r\n{"a":"${'x'.repeat(100_000)}`)],
    ['a head without end', Buffer.from(`--b\r\nA: ${'x'.repeat(100_000)}`)],
  ])('refuses %s', async (_name, bytes) => {
    await expect(parse(bytes, 'b')).rejects.toMatchObject({ http: 400 });
  });

  it('finds the boundary', () => {
    expect(boundaryOf('multipart/related; boundary=123')).toBe('123');
    expect(boundaryOf('Multipart/Related; type="a/b"; boundary="a b"')).toBe('a b');
    for (const bad of [
      'multipart/related',
      'text/plain; boundary=1',
      'multipart/related;boundary=',
    ]) {
      expect(() => boundaryOf(bad)).toThrow();
    }
  });
});
