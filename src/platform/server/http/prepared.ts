import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

type Encoded = { readonly bytes: Buffer; readonly encoding: 'br' | 'gzip' | null };
type Document = {
  readonly etag: string;
  readonly br: Encoded;
  readonly gzip: Encoded;
  readonly plain: Encoded;
};

const [compressBrotli, compressGzip] = [promisify(brotliCompress), promisify(gzip)];

const encode = async (text: string): Promise<Document> => {
  const bytes = Buffer.from(text);
  // The compressors run in threads of their own.
  const [br, gz] = await Promise.all([compressBrotli(bytes), compressGzip(bytes)]);
  const digest = createHash('sha256').update(bytes).digest('base64url');
  return {
    etag: `"${digest}"`,
    br: { bytes: br, encoding: 'br' },
    gzip: { bytes: gz, encoding: 'gzip' },
    plain: { bytes, encoding: null },
  };
};

/**
 * Answers with a document that does not change while the process lives: made and compressed once, when it is first asked for, and
 * with an ETag. Making it for each request would let a visitor hold up everybody.
 */
export const preparedDocument = (contentType: string, make: () => string) => {
  let made: Promise<Document> | undefined;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    made ??= encode(make());
    const document = await made;
    reply
      .type(contentType)
      .header('etag', document.etag)
      .header('vary', 'Accept-Encoding')
      .header('cache-control', 'no-cache');
    if (request.headers['if-none-match'] === document.etag) return reply.code(304).send();
    const accepted = String(request.headers['accept-encoding'] ?? '');
    const { bytes, encoding } = /\bbr\b/.test(accepted)
      ? document.br
      : /\bgzip\b/.test(accepted)
        ? document.gzip
        : document.plain;
    if (encoding) reply.header('content-encoding', encoding);
    return reply.send(bytes);
  };
};
