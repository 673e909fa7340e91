import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallError } from '../../shared/errors.ts';
import { brandTokens } from '../../shared/palette.ts';
import type { RouteHead, RouteHeads } from '../../shared/route-heads.ts';
import type { Services } from '../services.ts';
import { whoAsks } from './authorise.ts';
import { createPublicPages, pageAnswerOf } from './pages.ts';
import type { AppOptions } from './types.ts';
import { sendWholePage, type WholePage, wholePage } from './whole-page.ts';

/**
 * Which of these patterns, like `/person/:curp`, a path is of, and the values of its `:names`; null when of
 * none. Literal segments without case.
 */
export const matchPath = (
  patterns: readonly string[],
  path: string,
): { path: string; params: Record<string, string> } | null => {
  const given = path.split('/').filter(Boolean).map(decodeURIComponent);
  for (const pattern of patterns) {
    const wanted = pattern.split('/').filter(Boolean);
    const fits =
      wanted.length === given.length &&
      wanted.every(
        (part, i) => part.startsWith(':') || part.toLowerCase() === given[i]!.toLowerCase(),
      );
    if (!fits) continue;
    const params = wanted.flatMap((part, i): [string, string][] =>
      part.startsWith(':') ? [[part.slice(1), given[i]!]] : [],
    );
    return { path: pattern, params: Object.fromEntries(params) };
  }
  return null;
};

/** What the web application may load: only its own files, nothing inline. */
const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "frame-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

/** What draws strangers' PDF, in a worker of its own: it asks for its own data and runs nothing else. */
const PDF_WORKER = /pdf\.worker[^/]*\.mjs(\.br|\.gz)?$/;
const PDF_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'";

/** What the build says of the screens' pages; nothing before there is a build. */
const readHeads = (siteDir: string | null): RouteHeads => {
  const file = siteDir === null ? null : join(siteDir, 'rutas.json');
  return file !== null && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

const titleOf = ({ title }: RouteHead, school: string): string =>
  `<title>${escaped(`${title} · ${school}`)}</title>`;

/** The screen's files, asked for together with the first ones instead of after those have run. */
const headOf = ({ description, files }: RouteHead): string =>
  [
    description === undefined ? '' : `<meta name="description" content="${escaped(description)}">`,
    ...files.map((file) =>
      file.endsWith('.css')
        ? `<link rel="stylesheet" crossorigin href="${file}">`
        : `<link rel="modulepreload" crossorigin href="${file}">`,
    ),
  ].join('');

/** Headers for documents and answers, which a script, a style sheet or a font has no use for: those never change. */
const OF_DOCUMENTS = [
  'content-security-policy',
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'permissions-policy',
  'referrer-policy',
  'x-frame-options',
  'x-request-id',
];

/**
 * The web application: hashed assets for ever; the pages of the public wing, whole; the application's one
 * page for every other path of `sitePaths`, and the same with 404 for any other.
 */
export const registerSite = async (
  app: FastifyInstance,
  services: Services,
  { siteDir, sitePaths, puertas = [], publicWing, handlers, resolveActor }: AppOptions,
): Promise<void> => {
  const { env } = services;
  const template =
    siteDir !== null && existsSync(join(siteDir, 'index.html'))
      ? readFileSync(join(siteDir, 'index.html'), 'utf8')
      : null;

  if (siteDir !== null && template !== null) {
    await app.register(fastifyStatic, {
      root: siteDir,
      index: false,
      wildcard: false,
      preCompressed: true,
      immutable: true,
      maxAge: '365d',
      // Its name says which it is: nobody asks whether it is still the same, nor for a part of it.
      etag: false,
      lastModified: false,
      acceptRanges: false,
      setHeaders(reply, path) {
        if (!path.includes('/assets/')) reply.header('cache-control', 'public, max-age=3600');
        // Half a kilobyte each, twenty times a visit. A picture may be opened by its address: it keeps them.
        else if (PDF_WORKER.test(path)) reply.header('content-security-policy', PDF_POLICY);
        else if (/\.(js|css|woff2)(\.br|\.gz)?$/.test(path)) {
          for (const name of OF_DOCUMENTS) reply.removeHeader(name);
        }
      },
    });
  }

  const config = JSON.stringify({
    institution: env.institution,
    region: env.region,
    demo: env.demo,
    brand: brandTokens(env.institution.actionColor),
  }).replaceAll('<', '\\u003c');

  // Functions: an institution's name may hold `$&`.
  const shell = template?.replace(
    '<!--portal-config-->',
    () => `<script type="application/json" id="config">${config}</script>`,
  );
  const heads = readHeads(siteDir);
  // Before the first script, which sends it (theme-boot.js).
  const headWith = ({ signedIn, asks = [] }: RouteHead) =>
    signedIn
      ? `<head><meta name="asks" content="${['getSesion', ...asks].map((name) => `/${env.region}/${name}`).join(' ')}">`
      : '<head>';
  const shellOf = (shell: string, head: RouteHead | undefined) =>
    head === undefined
      ? shell
      : shell
          .replace(/<title>.*?<\/title>/, () => titleOf(head, env.institution.shortName))
          .replace('<head>', () => headWith(head))
          .replace('</head>', () => `${headOf(head)}</head>`);
  /** Of each path that the build knows, and one for all others (''), made when it is first asked for. */
  const shells = new Map<string, Promise<WholePage>>();
  const shellAt = (shell: string, path: string | null): Promise<WholePage> => {
    const key = path !== null && path in heads ? path : '';
    const made = shells.get(key) ?? wholePage(shellOf(shell, heads[key]));
    shells.set(key, made);
    return made;
  };

  const pages = publicWing
    ? createPublicPages(services, { wing: publicWing, handlers, resolveActor }, config)
    : null;

  const page = async (
    request: FastifyRequest,
    reply: FastifyReply,
    code: number,
    path: string | null,
  ) => {
    if (shell === undefined) throw new CallError('NOT_FOUND', 'No existe esa dirección.');
    reply.code(code).type('text/html; charset=utf-8').header('content-security-policy', POLICY);
    return sendWholePage(request, reply, await shellAt(shell, path));
  };

  /** Whoever may not open it gets 403 with the same page, whose screen says so; a visitor is asked to sign in there. */
  const statusOf = async (
    request: FastifyRequest,
    screen: { path: string; params: Record<string, string> } | null,
  ): Promise<number> => {
    if (!screen) return 404;
    const gate = puertas.find(({ paths }) => paths.includes(screen.path));
    const actor = gate ? await whoAsks(request, services, resolveActor) : null;
    if (!gate || !actor) return 200;
    // While it cannot be asked, the screen says that.
    const opens = await gate.mayOpen(screen.params, actor, services).catch(() => true);
    return opens ? 200 : 403;
  };

  app.setNotFoundHandler(async (request: FastifyRequest, reply: FastifyReply) => {
    const said = pageAnswerOf(request);
    const shown = said && matchPath(pages?.paths ?? [], said.pathname);
    if (pages && said && shown) return pages.show(request, reply, shown, said);
    const path = request.url.split('?')[0]!;
    const open = matchPath(pages?.paths ?? [], path);
    const screen = matchPath(sitePaths, path);
    const known = open !== null || screen !== null;
    const accept = request.headers.accept ?? '*/*';
    const wantsPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !path.startsWith('/assets/') &&
      (accept.includes('text/html') || (known && accept.includes('*/*')));
    if (!wantsPage) throw new CallError('NOT_FOUND', 'No existe esa dirección.');
    // Browsers keep Secure cookies over http for the name only: who opens the number is sent there.
    const host = request.headers.host ?? '';
    if (env.publicUrl === `http://localhost:${env.port}` && host === `127.0.0.1:${env.port}`) {
      return reply.redirect(env.publicUrl + request.originalUrl, 307);
    }
    return pages && open
      ? pages.answer(request, reply, open)
      : page(request, reply, await statusOf(request, screen), screen?.path ?? null);
  });
};
