import type { FastifyReply } from 'fastify';
import { CallError } from '../../shared/errors.ts';
import { fileNameOf, headerNameOf } from '../../shared/file-names.ts';
import type { Services } from '../services.ts';
import type { Kept } from '../storage/kept.ts';
import { FILE_POLICY } from './file-policy.ts';

/** What a browser may show in place; the page draws a PDF from its bytes. */
const INLINE = new Set(['image/jpeg', 'image/png', 'image/webp']);
/** Files that one person may receive at the same time, in this process. */
const MAX_EACH = 8;
/** Milliseconds in which a reader takes nothing before it is let go. */
const STALLED_MS = 60_000;

const receiving = new Map<string, number>();

const leave = (owner: string): void => {
  const left = (receiving.get(owner) ?? 1) - 1;
  if (left > 0) receiving.set(owner, left);
  else receiving.delete(owner);
};

type File = {
  kept: Kept;
  /** By its bytes. */
  contentType: string;
  nombre: string;
  bytes: number;
  /** The account that receives it. */
  owner: string;
  /** To be saved even where a browser could show it. */
  save: boolean;
};

/**
 * Hands over a file that is kept, as it comes from the store: a slow reader holds some kilobytes and not the whole file. Nothing of
 * it may run as a page of ours, its name says its type, and no cache keeps it.
 *
 * @throws {CallError} RESOURCE_EXHAUSTED: this person is receiving too many. UNAVAILABLE: its bytes are lost.
 */
export const sendKept = async (
  { storage, log }: Pick<Services, 'storage' | 'log'>,
  reply: FastifyReply,
  { kept, contentType, nombre, bytes, owner, save }: File,
): Promise<FastifyReply> => {
  const now = receiving.get(owner) ?? 0;
  if (now >= MAX_EACH) {
    throw new CallError(
      'RESOURCE_EXHAUSTED',
      'Está descargando muchos archivos a la vez. Espere a que terminen.',
      { code: 'muchas-descargas', retryAfterSeconds: 5 },
    );
  }
  receiving.set(owner, now + 1);
  reply.raw.once('close', () => leave(owner));
  const stream = await storage.kept.stream(kept);
  if (!stream) {
    log.error({ objeto: kept.objeto }, 'the bytes of a file are missing');
    throw new CallError('UNAVAILABLE', 'El archivo no está disponible. Avise a Control Escolar.');
  }
  stream.on('error', (error) => {
    log.error({ objeto: kept.objeto, motivo: error.message }, 'a file could not be handed over');
  });
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
  const place = INLINE.has(contentType) && !save ? 'inline' : 'attachment';
  return reply
    .type(contentType)
    .header('content-length', bytes)
    .header('cache-control', 'private, no-store')
    .header(
      'content-disposition',
      `${place}; filename*=UTF-8''${headerNameOf(fileNameOf(nombre, contentType))}`,
    )
    .header('x-content-type-options', 'nosniff')
    .header('cross-origin-resource-policy', 'same-origin')
    .header('content-security-policy', FILE_POLICY)
    .send(stream);
};
