import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Who } from '../../shared/storage.ts';
import type { Services } from '../services.ts';
import { StorageRefusal } from './errors.ts';

/** Where a visitor's upload ticket travels by itself; other clients send the header. */
export const TICKET_COOKIE = '__Host-ticket';

const JSON_MAX = 65_536;

/** One request, with what every operation of the wire needs. */
export type StorageRequest = {
  services: Services;
  request: FastifyRequest;
  reply: FastifyReply;
  query: URLSearchParams;
  /** Who asks. */
  who: () => Promise<Who>;
};

/** The request's bytes as they come. Stopping early leaves the connection usable for the answer. */
export const bodyOf = (request: FastifyRequest): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => request.raw.iterator({ destroyOnReturn: false }),
});

/** A small JSON body; an empty one is {}. */
export const jsonOf = async (request: FastifyRequest): Promise<unknown> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of bodyOf(request)) {
    size += chunk.length;
    if (size > JSON_MAX) {
      throw new StorageRefusal(413, 'cuerpo-grande', 'El cuerpo es demasiado grande.');
    }
    chunks.push(chunk);
  }
  if (size === 0) return {};
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    throw new StorageRefusal(400, 'cuerpo-invalido', 'El cuerpo no es un JSON bien formado.');
  }
};
