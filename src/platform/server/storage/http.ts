import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallError, HTTP_OF_STATUS } from '../../shared/errors.ts';
import { ANY_BUCKET, type Who } from '../../shared/storage.ts';
import { authorise } from '../http/authorise.ts';
import { asAnswer, hasLeft, sayWhenToRetry } from '../http/request.ts';
import type { AppOptions, HttpRoutes } from '../http/types.ts';
import type { Services } from '../services.ts';
import { refuseName, StorageRefusal } from './errors.ts';
import { download } from './http-download.ts';
import { jsonOf, type StorageRequest, TICKET_COOKIE } from './http-request.ts';
import { receiveUpload } from './http-upload.ts';
import { readMetadata } from './metadata.ts';
import { presentArchivo } from './present.ts';

const TICKET_HEADER = 'x-upload-ticket';

/** The name in the path after `/o/`, decoded once, from the bytes that came: no router's reading. */
const nameOf = (request: FastifyRequest): string => {
  const path = request.raw.url!.split('?')[0]!;
  try {
    return decodeURIComponent(path.slice(path.indexOf('/o/') + '/o/'.length));
  } catch {
    throw refuseName('El nombre del archivo no está bien codificado.');
  }
};

const whoOf = async (
  request: FastifyRequest,
  services: Services,
  resolveActor: AppOptions['resolveActor'],
): Promise<Who> => {
  const actor = await authorise(request, services, resolveActor);
  const header = request.headers[TICKET_HEADER];
  if (typeof header === 'string') {
    const ticket = services.storage.readTicket(header);
    if (!ticket) {
      throw new StorageRefusal(
        401,
        'permiso-vencido',
        'El permiso para enviar la imagen venció. Vuelva a intentarlo.',
      );
    }
    return { actor, ticket };
  }
  const cookie = request.cookies[TICKET_COOKIE];
  const writes = request.method !== 'GET' && request.method !== 'HEAD';
  // A browser sends a cookie on its own: for a write it counts only from our own pages.
  const fromOurs = !writes || services.env.allowedOrigins.has(request.headers.origin ?? '');
  return { actor, ticket: cookie && fromOurs ? services.storage.readTicket(cookie) : null };
};

const STATUS_OF: Record<number, string> = {
  401: 'UNAUTHENTICATED',
  402: 'RESOURCE_EXHAUSTED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  408: 'DEADLINE_EXCEEDED',
  413: 'INVALID_ARGUMENT',
  416: 'OUT_OF_RANGE',
  429: 'RESOURCE_EXHAUSTED',
  503: 'UNAVAILABLE',
};

const refuse = (reply: FastifyReply, http: number, message: string, code?: string) =>
  reply
    .code(http)
    .type('application/json; charset=utf-8')
    .header('cache-control', 'no-store')
    .send({
      error: {
        code: http,
        status: STATUS_OF[http] ?? (http >= 500 ? 'INTERNAL' : 'INVALID_ARGUMENT'),
        message,
        ...(code && { details: { code } }),
      },
    });

const wholeNumber = (text: string | null, fallback: number, max: number): number => {
  if (text === null) return fallback;
  const value = Number(text);
  if (/^\d{1,6}$/.test(text) && value >= 1 && value <= max) return value;
  throw new StorageRefusal(400, 'peticion-invalida', `maxResults va de 1 a ${max}.`);
};

const list = async (given: StorageRequest) => {
  const { services, query } = given;
  const { storage, env } = services;
  const who = await given.who();
  const delimiter = query.get('delimiter') ?? '';
  if (delimiter !== '' && delimiter !== '/') {
    throw new StorageRefusal(400, 'peticion-invalida', 'El separador solo puede ser «/».');
  }
  const { entries, next } = await storage.list(
    {
      prefix: query.get('prefix') ?? '',
      delimiter: delimiter === '/',
      after: Buffer.from(query.get('pageToken') ?? '', 'base64url').toString('utf8'),
      limit: wholeNumber(query.get('maxResults'), 1000, 1000),
    },
    who,
  );
  return {
    prefixes: entries.filter((name) => name.endsWith('/')),
    items: entries
      .filter((name) => !name.endsWith('/'))
      .map((name) => ({ name, bucket: env.storageBucket })),
    ...(next !== null && { nextPageToken: Buffer.from(next).toString('base64url') }),
  };
};

/**
 * Files over HTTP, as the genuine client speaks (docs/ARCHITECTURE.md, "The wire"): upload whole or
 * resumable, metadata, download with ranges, list, delete.
 */
export const storageHttp =
  ({ resolveActor }: Pick<AppOptions, 'resolveActor'>): HttpRoutes =>
  (app, services) => {
    const { env, storage } = services;
    const present = (found: Awaited<ReturnType<typeof storage.read>>) =>
      presentArchivo(found.archivo, env.storageBucket, storage.tokenOf(found.archivo, found.rule));

    const handle =
      (work: (given: StorageRequest) => Promise<unknown>) =>
      async (request: FastifyRequest, reply: FastifyReply) => {
        const { bucket } = request.params as { bucket: string };
        if (bucket !== env.storageBucket && bucket !== ANY_BUCKET) {
          throw new StorageRefusal(404, 'no-existe', 'No existe ese almacén de archivos.');
        }
        reply.header('cache-control', 'no-store');
        // So that a page of another allowed origin may read them.
        reply.header(
          'access-control-expose-headers',
          'X-Goog-Upload-URL, X-Goog-Upload-Status, X-Goog-Upload-Size-Received, ETag',
        );
        const answer = await work({
          services,
          request,
          reply,
          query: new URL(request.raw.url!, 'http://x').searchParams,
          who: () => whoOf(request, services, resolveActor),
        });
        return reply.sent ? reply : reply.send(answer);
      };

    app.register(async (scope: FastifyInstance) => {
      // Bodies are read as they arrive, whatever they say they are.
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      scope.setErrorHandler((thrown: Error, request, reply) => {
        const error: Error & { statusCode?: number } = asAnswer(request, thrown);
        // The rest of a refused upload is read and dropped, so that the sender gets the answer.
        if (!request.raw.readableEnded) request.raw.resume();
        if (error instanceof StorageRefusal) {
          if (error.http === 503) sayWhenToRetry(reply, 'UNAVAILABLE');
          return refuse(reply, error.http, error.message, error.code);
        }
        if (error instanceof CallError) {
          sayWhenToRetry(reply, error.status, error.details);
          return refuse(reply, HTTP_OF_STATUS[error.status], error.message, error.details?.code);
        }
        if (error.statusCode !== undefined && error.statusCode < 500) {
          return refuse(reply, error.statusCode, 'La petición no tiene la forma que se espera.');
        }
        if (!hasLeft(request, reply, error)) {
          request.log.error({ err: error, reqId: request.id }, 'fallo del almacén');
        }
        return refuse(reply, 500, 'Algo falló de nuestro lado. Inténtelo en unos minutos.');
      });

      const options = { compress: false } as const;
      const object = '/v0/b/:bucket/o/*';
      scope.post('/v0/b/:bucket/o', options, handle(receiveUpload(present)));
      scope.get('/v0/b/:bucket/o', options, handle(list));
      scope.get(
        object,
        options,
        handle(async (given) => {
          const name = nameOf(given.request);
          if (given.query.get('alt') === 'media') return download(given, name);
          return present(await storage.read(name, await given.who()));
        }),
      );
      scope.patch(
        object,
        options,
        handle(async (given) => {
          const name = nameOf(given.request);
          const who = await given.who();
          const metadata = readMetadata(await jsonOf(given.request));
          return present(await storage.edit(name, metadata, who));
        }),
      );
      scope.delete(
        object,
        options,
        handle(async (given) => {
          await storage.remove(nameOf(given.request), await given.who());
          given.reply.code(204);
        }),
      );
    });
  };
