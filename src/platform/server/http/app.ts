import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import cookie from '@fastify/cookie';
import underPressure from '@fastify/under-pressure';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { CallError, HTTP_OF_STATUS, type Status } from '../../shared/errors.ts';
import { lookUp } from '../../shared/look-up.ts';
import { registerEventos } from '../eventos/http.ts';
import { enterRequest } from '../request-context.ts';
import { logSecurity } from '../security-log.ts';
import type { Services } from '../services.ts';
import { actorOf } from './authorise.ts';
import { nameIn, registerCallables } from './callable-routes.ts';
import { registerOperations } from './operations.ts';
import { asAnswer, errorBody, hasLeft, sayWhenToRetry } from './request.ts';
import { safeHeaders } from './safe-headers.ts';
import { registerSite } from './site.ts';
import { registerTexts } from './texts.ts';
import type { AppOptions } from './types.ts';

/** Bytes of a body, unless its route says more. */
const MAX_BODY_BYTES = 64 * 1024;

/** Builds the HTTP server: hooks, callables, features' routes, operations and the site. */
export const createApp = async (
  services: Services,
  options: AppOptions,
): Promise<FastifyInstance> => {
  const { env, log } = services;
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: 60_000,
    connectionTimeout: 0,
    forceCloseConnections: 'idle',
    // By count: whatever a client writes in X-Forwarded-For lies beyond our own proxies.
    trustProxy: (_address, hop) => hop < env.trustProxy,
    // As long as an address may be: what is too long is its handler's to say.
    routerOptions: { maxParamLength: 16_384, ignoreTrailingSlash: false },
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : `/${encodeURIComponent(url)}`),
  }) as unknown as FastifyInstance;

  // A text is not JSON: without its parser it is refused for what it is.
  app.removeContentTypeParser('text/plain');

  await app.register(cookie);
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] });
  const safe = await safeHeaders({
    // The site's pages carry their own policy (site.ts).
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'none'"],
        frameAncestors: ["'none'"],
      },
    },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    referrerPolicy: { policy: 'same-origin' },
    // For Internet Explorer, Flash and filters that no browser has any more.
    xDnsPrefetchControl: false,
    xDownloadOptions: false,
    xPermittedCrossDomainPolicies: false,
    xXssProtection: false,
    strictTransportSecurity: env.publicUrl.startsWith('https:')
      ? { maxAge: 31_536_000, includeSubDomains: env.hstsSubdomains }
      : false,
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(request.routeOptions.config.data ? safe.data : safe.page);
    done();
  });
  await app.register(underPressure, {
    maxEventLoopDelay: options.maxEventLoopDelay ?? 5_000,
    pressureHandler: (_request: FastifyRequest, reply: FastifyReply) => {
      sayWhenToRetry(reply, 'UNAVAILABLE');
      reply
        .code(503)
        .send(
          errorBody(
            'UNAVAILABLE',
            'Hay mucha gente en este momento. Espere unos segundos e inténtelo de nuevo.',
          ),
        );
    },
  });

  app.addHook('onRequest', (request, _reply, done) =>
    enterRequest({ requestId: request.id, ip: request.ip }, done),
  );
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    const { origin } = request.headers;
    const writes = request.method !== 'GET' && request.method !== 'HEAD';
    if (writes && origin !== undefined && !env.allowedOrigins.has(origin)) {
      reply
        .code(403)
        .send(
          errorBody('PERMISSION_DENIED', 'La petición viene de un sitio que no está autorizado.'),
        );
      return;
    }
    if (origin !== undefined && env.allowedOrigins.has(origin)) {
      reply.header('access-control-allow-origin', origin).header('vary', 'Origin');
      if (request.method === 'OPTIONS') {
        reply
          .header('access-control-allow-methods', 'GET, POST, PATCH, DELETE')
          .header(
            'access-control-allow-headers',
            request.headers['access-control-request-headers'] ?? '',
          )
          .header('access-control-max-age', '3600')
          .code(204)
          .send();
        return;
      }
    }
    done();
  });

  // Whichever door it was: callables, files, downloads, a foreign site.
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode === 403) tellRefusal(services, options.handlers, request);
    done();
  });

  app.setErrorHandler((thrown: Error, request, reply) => {
    const error: Error & { statusCode?: number; code?: string } = asAnswer(request, thrown);
    if (error instanceof CallError) {
      sayWhenToRetry(reply, error.status, error.details);
      return reply
        .code(HTTP_OF_STATUS[error.status])
        .send(errorBody(error.status, error.message, error.details));
    }
    const known = lookUp(REFUSALS, error.code ?? '');
    if (known) {
      const message = known.message.replace('{limite}', limitOf(request));
      return reply.code(known.code).send(errorBody(known.status, message));
    }
    if (error.statusCode !== undefined && error.statusCode < 500) {
      return reply
        .code(error.statusCode)
        .send(errorBody('INVALID_ARGUMENT', 'La petición no tiene la forma que se espera.'));
    }
    const about = { err: error, reqId: request.id, route: request.routeOptions.url };
    if (hasLeft(request, reply, error)) request.log.debug(about, 'quien preguntaba se fue');
    else request.log.error(about, 'fallo');
    return reply
      .code(500)
      .send(
        errorBody('INTERNAL', 'Algo falló de nuestro lado. Inténtelo de nuevo en unos minutos.'),
      );
  });

  registerTexts(app);
  registerOperations(app, services, options.handlers);
  registerCallables(app, services, options);
  await registerEventos(app, services, options);
  for (const routes of options.routes) routes(app, services);
  await registerSite(app, services, options);
  return app;
};

/** Who was refused what, for the security log. */
const tellRefusal = (
  services: Services,
  handlers: AppOptions['handlers'],
  request: FastifyRequest,
): void => {
  const name = nameIn(request);
  logSecurity(services, 'acceso-negado', request.ip, {
    cuenta: actorOf(request)?.uid ?? null,
    // Never the path itself, which may hold anything.
    callable: handlers.has(name) ? name : request.routeOptions.url,
    reqId: request.id,
  });
};

/**
 * Whether the path's percent-escapes can be read. One that cannot is the address of nothing: it is given
 * whole to the router, which knows no such address, and gets the page and the headers of any other.
 */
const isReadable = (url: string): boolean => {
  try {
    decodeURIComponent(url.split('?', 1)[0]!);
    return true;
  } catch {
    return false;
  }
};

/** The bytes that the body of a request may have, in words. */
const limitOf = ({ routeOptions }: FastifyRequest): string =>
  `${Math.floor((routeOptions.bodyLimit ?? MAX_BODY_BYTES) / 1024)} kB`;

/** Fastify's own refusals, in the wire's words. */
const REFUSALS: Record<string, { code: number; status: Status; message: string }> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 400,
    status: 'INVALID_ARGUMENT',
    message: 'El cuerpo debe ser JSON (Content-Type: application/json).',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: {
    code: 400,
    status: 'INVALID_ARGUMENT',
    message: 'El cuerpo no es un JSON bien formado.',
  },
  FST_ERR_CTP_EMPTY_JSON_BODY: {
    code: 400,
    status: 'INVALID_ARGUMENT',
    message: 'El cuerpo está vacío; se espera un JSON.',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 413,
    status: 'INVALID_ARGUMENT',
    message: 'El cuerpo es demasiado grande ({limite} como máximo).',
  },
};
