import { StorageRefusal } from './errors.ts';

const malformed = () =>
  new StorageRefusal(400, 'cuerpo-invalido', 'El cuerpo no es multipart/related bien formado.');

const HEAD_MAX = 16_384;
/** Metadata are a few short texts. */
const METADATA_MAX = 65_536;

/** The boundary of a `multipart/related` content type. */
export const boundaryOf = (contentType: string): string => {
  const match =
    /^multipart\/related\s*;(?:.*;)?\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(
      contentType,
    );
  const boundary = match?.[1] ?? match?.[2];
  if (!boundary) throw malformed();
  return boundary;
};

/**
 * Reads `multipart/related` as uploads use it: a part of JSON, then a part of bytes, which is given
 * on as it arrives. Written here because the known libraries read form-data only.
 */
export const parseRelated = async (
  source: AsyncIterable<Uint8Array>,
  boundary: string,
): Promise<{ metadata: unknown; contentType: string | null; body: AsyncIterable<Uint8Array> }> => {
  const chunks = source[Symbol.asyncIterator]();
  const delimiter = Buffer.from(`\r\n--${boundary}`);
  // As if a line had ended before the first delimiter.
  let held: Buffer = Buffer.from('\r\n');

  const more = async (): Promise<boolean> => {
    const { value, done } = await chunks.next();
    if (!done) held = Buffer.concat([held, value]);
    return !done;
  };
  /** Everything before `mark`, which is dropped. */
  const until = async (mark: Buffer | string, max: number): Promise<Buffer> => {
    for (;;) {
      const at = held.indexOf(mark);
      if (at >= 0) {
        const before = held.subarray(0, at);
        held = held.subarray(at + Buffer.byteLength(mark));
        if (at > max) throw malformed();
        return before;
      }
      if (held.length > max || !(await more())) throw malformed();
    }
  };
  const partHead = async (): Promise<string | null> => {
    // Between delimiter and line end only white space; then headers, maybe none.
    if ((await until('\r\n', HEAD_MAX)).toString().trim() !== '') throw malformed();
    held = Buffer.concat([Buffer.from('\r\n'), held]);
    const head = (await until('\r\n\r\n', HEAD_MAX)).toString('latin1');
    return /(?:^|\r\n)content-type:[ \t]*([^\r\n]*)/i.exec(head)?.[1]?.trim() || null;
  };

  await until(delimiter, HEAD_MAX);
  await partHead();
  let metadata: unknown;
  try {
    metadata = JSON.parse((await until(delimiter, METADATA_MAX)).toString('utf8'));
  } catch {
    throw malformed();
  }
  const contentType = await partHead();
  async function* body(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const at = held.indexOf(delimiter);
      // Less than a delimiter is kept back: it may be the beginning of one.
      const ready = at >= 0 ? at : Math.max(0, held.length - delimiter.length + 1);
      if (ready > 0) yield held.subarray(0, ready);
      if (at >= 0) break;
      held = held.subarray(ready);
      if (!(await more())) throw malformed();
    }
    // What follows the last part is nothing; but the request has to be read to its end.
    for (let next = await chunks.next(); !next.done; next = await chunks.next());
  }
  return { metadata, contentType, body: body() };
};
