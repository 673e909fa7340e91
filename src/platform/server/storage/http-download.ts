import { Readable } from 'node:stream';
import { FILE_POLICY } from '../http/file-policy.ts';
import type { Archivo } from './data.ts';
import { askAgain, notFound, StorageRefusal } from './errors.ts';
import type { StorageRequest } from './http-request.ts';
import { dispositionOf, etagOf } from './present.ts';
import type { ByteRange } from './store.ts';

/** The one range asked for; null: all of it (also when it asks for several, as HTTP allows). */
const rangeOf = (header: string | undefined, size: number): ByteRange | null => {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '');
  if (!match || size === 0 || (match[1] === '' && match[2] === '')) return null;
  const [, first = '', last = ''] = match;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (start > end || (first === '' && Number(last) === 0)) {
    throw new StorageRefusal(416, 'rango-imposible', 'El archivo no tiene esos bytes.');
  }
  return { start, end };
};

const find = async ({ services, query, who }: StorageRequest, name: string) => {
  const token = query.get('token');
  const byToken = token === null ? null : await services.storage.readByToken(name, token);
  if (byToken) return { ...byToken, byToken: true };
  return { ...(await services.storage.read(name, await who())), byToken: false };
};

/** A file's bytes, whole or a range. Nothing of it may run as a page of ours. */
export const download = async (given: StorageRequest, name: string): Promise<unknown> => {
  const { services, request, reply } = given;
  // A file replaced between its row and its bytes is looked up again.
  for (let tries = 3; tries > 0; tries--) {
    const { archivo, rule, byToken } = await find(given, name);
    const etag = etagOf(archivo);
    // A permanent URL is of one version of the file; its bytes never change.
    const keeps = byToken && rule.urlSeconds === null;
    reply
      .header('cache-control', keeps ? 'private, max-age=3600' : 'private, no-store')
      .header('etag', etag)
      .header('last-modified', archivo.actualizado_en.toUTCString());
    if (request.headers['if-none-match']?.split(/,\s*/).includes(etag)) {
      reply.code(304);
      return undefined;
    }
    const fresh = [undefined, etag].includes(request.headers['if-range'] as string | undefined);
    const range = rangeFor(given, archivo, fresh);
    reply
      .type(archivo.content_type)
      .header('content-disposition', dispositionOf(archivo))
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', FILE_POLICY)
      .header('accept-ranges', 'bytes')
      .header('content-length', range ? range.end - range.start + 1 : archivo.bytes);
    if (range) {
      reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${archivo.bytes}`);
    }
    // An empty stream, not an empty text, whose length would take the place of the real one.
    if (request.method === 'HEAD') return Readable.from([]);
    const bytes = await services.storage.open(archivo, range ?? undefined);
    if (bytes) return bytes;
    for (const header of ['content-length', 'content-range']) reply.removeHeader(header);
    reply.code(200);
    if (tries === 1 && (await find(given, name)).archivo.objeto === archivo.objeto) {
      request.log.error({ objeto: archivo.objeto }, 'faltan los bytes de un archivo');
      throw notFound();
    }
  }
  throw askAgain();
};

const rangeFor = ({ request, reply }: StorageRequest, archivo: Archivo, fresh: boolean) => {
  try {
    return fresh ? rangeOf(request.headers.range, archivo.bytes) : null;
  } catch (error) {
    reply.header('content-range', `bytes */${archivo.bytes}`);
    throw error;
  }
};
