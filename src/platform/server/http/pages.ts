import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../shared/actor.ts';
import { CallError, HTTP_OF_STATUS } from '../../shared/errors.ts';
import type {
  OpenPublicWing,
  PageAddress,
  PageProblem,
  PageSent,
  PublicWing,
  WingPage,
} from '../../shared/public-wing.ts';
import { performCall, sentTo } from '../callables.ts';
import { callCounter } from '../metrics.ts';
import type { Services } from '../services.ts';
import { whoAsks } from './authorise.ts';
import { asAnswer, callRequestOf, receiptOf, sayWhenToRetry } from './request.ts';
import type { AppOptions } from './types.ts';
import { sendWholePage, type WholePage, wholePage } from './whole-page.ts';

/** The public wing that the build left in this folder (`dist/pages`), or null before there is a build. */
export const loadPublicWing = async (dir: string): Promise<PublicWing | null> => {
  const program = join(dir, 'pages.js');
  const assets = join(dir, 'assets.json');
  if (!existsSync(program) || !existsSync(assets)) return null;
  const { default: open } = (await import(pathToFileURL(program).href)) as {
    default: OpenPublicWing;
  };
  return open(JSON.parse(readFileSync(assets, 'utf8')));
};

const INTERNAL: PageProblem = {
  status: 'INTERNAL',
  message: 'Algo falló de nuestro lado. Inténtelo de nuevo en unos minutos.',
};

const problemOf = ({ status, message, details }: CallError): PageProblem => ({
  status,
  message,
  details,
});

/**
 * A failure of a route that takes a page's form, as its page shows it: a text for people, never the error's own. `tooLarge` and `malformed`
 * say in Spanish how to mend a body that is over the limit (413) or is no form (400); what is nobody's to mend is logged (500).
 */
export const refusalOf = (
  request: FastifyRequest,
  thrown: Error,
  { tooLarge, malformed }: { tooLarge: string; malformed: string },
): { code: number; problem: PageProblem } => {
  const error = asAnswer(request, thrown) as Error & { code?: string; statusCode?: number };
  if (error instanceof CallError) {
    return { code: HTTP_OF_STATUS[error.status], problem: problemOf(error) };
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return { code: 413, problem: { status: 'INVALID_ARGUMENT', message: tooLarge } };
  }
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return { code: 400, problem: { status: 'INVALID_ARGUMENT', message: malformed } };
  }
  request.log.error({ err: error, reqId: request.id, route: request.routeOptions.url }, 'fallo');
  return { code: 500, problem: INTERNAL };
};

/** What a route that takes a page's form answers with: that page, as it is at its own address. */
export type PageAnswer = {
  /** Of the page, not of the route: what its links lead back to. */
  readonly pathname: string;
  readonly code: number;
  readonly answer: unknown;
  readonly problem: PageProblem | null;
  readonly sent: PageSent | null;
};

const answers = new WeakMap<FastifyRequest, PageAnswer>();

/** Answers with a page of the public wing; without a build there is none, and it is 404. */
export const answerWithPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  answer: PageAnswer,
): void => {
  answers.set(request, answer);
  reply.callNotFound();
};

/** The page that a route chose to answer this request with, or undefined. */
export const pageAnswerOf = (request: FastifyRequest): PageAnswer | undefined =>
  answers.get(request);

export type PublicPages = {
  readonly paths: readonly string[];
  /** Answers with what a route says of one of them. */
  readonly show: (
    request: FastifyRequest,
    reply: FastifyReply,
    at: { path: string; params: Record<string, string> },
    said: PageAnswer,
  ) => Promise<FastifyReply>;
  /** Answers a request for one of them. */
  readonly answer: (
    request: FastifyRequest,
    reply: FastifyReply,
    at: { path: string; params: Record<string, string> },
  ) => Promise<FastifyReply>;
};

/**
 * The pages of the public wing over HTTP. What each shows comes from its callable, asked as a browser would:
 * the same policy, the same limits, the same history. `config` is what the application's page embeds.
 */
export const createPublicPages = (
  services: Services,
  {
    wing,
    handlers,
    resolveActor,
  }: Pick<AppOptions, 'handlers' | 'resolveActor'> & { wing: PublicWing },
  config: string,
): PublicPages => {
  const pages = new Map(wing.pages.map((page) => [page.path, page]));
  for (const { path, call } of wing.pages) {
    if (call !== null && !handlers.has(call)) {
      throw new Error(`The page ${path} asks ${call}, which is no callable.`);
    }
  }
  const brand = wing.brandStyle(config);
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    // The institution's colour is the one thing that stands in the page, and this is its digest.
    `style-src 'self'${brand === null ? '' : ` 'sha256-${createHash('sha256').update(brand).digest('base64')}'`}`,
    "font-src 'self'",
    "img-src 'self' data:",
    // Nothing here asks for anything, but what looks a page over for its reader (robots.txt) does it from within.
    "connect-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

  const wholePages = new Map<string, Promise<WholePage>>();
  /** Drawn and compressed once for whoever is in, and once for the others. */
  const wholePageOf = (
    page: WingPage,
    address: PageAddress,
    signedIn: boolean,
  ): Promise<WholePage> => {
    const key = `${page.path} ${signedIn}`;
    const drawn = wholePages.get(key);
    if (drawn) return drawn;
    const view = { config, signedIn, answer: null, problem: null, sent: null };
    const made = wholePage(page.render({ ...view, address: { ...address, search: '' } }));
    wholePages.set(key, made);
    made.catch(() => wholePages.delete(key));
    return made;
  };

  /** What the page's callable answers to this address, or why it does not. */
  const ask = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { name, input }: { name: string; input: unknown },
    actor: Actor | null,
  ): Promise<{ answer: unknown; problem: PageProblem | null }> => {
    const receipt = receiptOf(services.now());
    let status = 'OK';
    try {
      const handler = handlers.get(name)!;
      const answer = await performCall(handler, sentTo(handler, input), {
        actor,
        request: callRequestOf(request, reply, { ...receipt, env: services.env }),
        services,
      });
      return { answer, problem: null };
    } catch (thrown) {
      const error = asAnswer(request, thrown as Error);
      if (!(error instanceof CallError)) {
        request.log.error({ err: thrown, reqId: request.id, callable: name }, 'fallo');
        status = 'INTERNAL';
        return { answer: null, problem: INTERNAL };
      }
      status = error.status;
      sayWhenToRetry(reply, error.status, error.details);
      return { answer: null, problem: problemOf(error) };
    } finally {
      callCounter.inc({ name, status });
      const ms = Math.round(reply.elapsedTime * 10) / 10;
      request.log.info({ reqId: request.id, callable: name, pagina: true, status, ms }, 'llamada');
    }
  };

  return {
    paths: wing.pages.map(({ path }) => path),
    async show(request, reply, { path, params }, { pathname, code, answer, problem, sent }) {
      const signedIn = (await whoAsks(request, services, resolveActor)) !== null;
      const address = { pathname, search: '', params };
      return reply
        .code(code)
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policy)
        .header('cache-control', 'private, no-store')
        .send(pages.get(path)!.render({ address, config, signedIn, answer, problem, sent }));
    },
    async answer(request, reply, { path, params }) {
      const page = pages.get(path)!;
      const { pathname, search } = new URL(request.originalUrl, 'http://portal.invalid');
      const address = { pathname, search, params };
      const actor = await whoAsks(request, services, resolveActor);
      const signedIn = actor !== null;
      reply.type('text/html; charset=utf-8').header('content-security-policy', policy);
      if (page.call === null) {
        return sendWholePage(request, reply.code(200), await wholePageOf(page, address, signedIn));
      }
      const input = page.question(address);
      const { answer, problem } =
        input === null
          ? { answer: null, problem: null }
          : await ask(request, reply, { name: page.call, input }, actor);
      return reply
        .code(problem ? HTTP_OF_STATUS[problem.status] : 200)
        .header('cache-control', 'private, no-store')
        .send(page.render({ address, config, signedIn, answer, problem, sent: null }));
    },
  };
};
