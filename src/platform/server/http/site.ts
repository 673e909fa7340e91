import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallError } from '../../shared/errors.ts';
import type { Services } from '../services.ts';
import { createPublicPages } from './pages.ts';
import type { AppOptions } from './types.ts';

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

/**
 * The web application: hashed assets for ever; the pages of the public wing, whole; the application's one
 * page for every other path of `sitePaths`, and the same with 404 for any other.
 */
export const registerSite = async (
  app: FastifyInstance,
  services: Services,
  { siteDir, sitePaths, publicWing, handlers, resolveActor }: AppOptions,
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
      setHeaders(reply, path) {
        if (!path.includes('/assets/')) reply.header('cache-control', 'public, max-age=3600');
      },
    });
  }

  const config = JSON.stringify({
    institution: env.institution,
    region: env.region,
    demo: env.demo,
  }).replaceAll('<', '\\u003c');

  const shell = template?.replace(
    '<!--portal-config-->',
    // A function: an institution's name may hold `$&`.
    () => `<script type="application/json" id="config">${config}</script>`,
  );

  const pages = publicWing
    ? createPublicPages(services, { wing: publicWing, handlers, resolveActor }, config)
    : null;

  const page = (reply: FastifyReply, code: number) => {
    if (shell === undefined) throw new CallError('NOT_FOUND', 'No existe esa dirección.');
    return reply
      .code(code)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', POLICY)
      .send(shell);
  };

  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const path = request.url.split('?')[0]!;
    const open = matchPath(pages?.paths ?? [], path);
    const known = open !== null || matchPath(sitePaths, path) !== null;
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
    return pages && open ? pages.answer(request, reply, open) : page(reply, known ? 200 : 404);
  });
};
