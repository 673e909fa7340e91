import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A page that is the same for all, ready to be sent in each encoding. */
export type WholePage = { readonly etag: string; readonly bodies: ReadonlyMap<string, Buffer> };

const SEND = { br: promisify(brotliCompress), gzip: promisify(gzip) } as const;

export const wholePage = async (text: string): Promise<WholePage> => {
  const html = Buffer.from(text);
  const bodies = new Map([['identity', html]]);
  for (const [name, compress] of Object.entries(SEND)) bodies.set(name, await compress(html));
  return { etag: `W/"${createHash('sha256').update(html).digest('base64url')}"`, bodies };
};

/** With the status that the answer has; to who has it already, that it is the same. */
export const sendWholePage = (
  request: FastifyRequest,
  reply: FastifyReply,
  whole: WholePage,
): FastifyReply => {
  reply
    .header('cache-control', 'no-cache')
    .header('vary', 'Accept-Encoding, Cookie')
    .header('etag', whole.etag);
  const had = request.headers['if-none-match'] === whole.etag;
  if (had && reply.statusCode === 200) return reply.code(304).send();
  const accepted = String(request.headers['accept-encoding'] ?? '');
  const name = Object.keys(SEND).find((encoding) => accepts(accepted, encoding)) ?? 'identity';
  if (name !== 'identity') reply.header('content-encoding', name);
  return reply.send(whole.bodies.get(name));
};

/** Whether this encoding is accepted: named, and not with a weight of nothing. */
const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((part) => {
    const [name = '', ...rest] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*/);
    return name === encoding && !rest.some((weight) => /^q=0(\.0*)?$/.test(weight));
  });
