import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CallError } from '../../shared/errors.ts';
import type { Handler } from '../callables.ts';
import type { Env } from '../env.ts';
import { diskGauges, httpSeconds, mailGauges, metrics, scanGauges } from '../metrics.ts';
import { DOCS_CSS, docsPage, openApi } from '../openapi.ts';
import type { Services } from '../services.ts';
import { registerMailbox } from './mailbox.ts';
import { preparedDocument } from './prepared.ts';

/** Milliseconds for a part to answer, and for which the answer holds: whoever asks often costs little. */
const PATIENCE = 4_000;
const HOLDS = 1_000;

/** Whether `check` succeeds in time; asked together, it is done once. */
const answersInTime = (check: () => Promise<unknown>): (() => Promise<boolean>) => {
  let last: { at: number; answer: Promise<boolean> } | null = null;
  return () => {
    if (last && Date.now() - last.at < HOLDS) return last.answer;
    const late = new Promise<never>((_, reject) => {
      setTimeout(() => reject(new Error('late')), PATIENCE).unref();
    });
    const answer = Promise.race([check(), late]).then(
      () => true,
      () => false,
    );
    last = { at: Date.now(), answer };
    return answer;
  };
};

const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.)/;

/**
 * Who may measure: with a token configured, whoever has it; without, this machine itself (not what a
 * reverse proxy on it brings), and in demo mode anybody.
 */
const mayMeasure = (request: FastifyRequest, env: Env): boolean => {
  if (env.metricsToken !== null) {
    const given = Buffer.from(String(request.headers.authorization ?? ''));
    const wanted = Buffer.from(`Bearer ${env.metricsToken}`);
    return given.length === wanted.length && timingSafeEqual(given, wanted);
  }
  if (env.demo) return true;
  const { headers, socket } = request.raw;
  const forwarded = headers['x-forwarded-for'] ?? headers.forwarded;
  return forwarded === undefined && LOOPBACK.test(socket.remoteAddress ?? '');
};

/** What operators and programmers ask for: health, readiness, metrics, the API's description. */
export const registerOperations = (
  app: FastifyInstance,
  services: Services,
  handlers: ReadonlyMap<string, Handler>,
): void => {
  const { env, database, storage } = services;
  /** What the portal stands on, and whether each answers. */
  const checks: Record<string, () => Promise<boolean>> = {
    database: answersInTime(() => database.execute('select 1 as ok')),
    files: answersInTime(() => storage.check()),
    disk: answersInTime(services.disk.ready),
    clock: answersInTime(services.clock.ready),
    ...(storage.checkAntivirus && { antivirus: answersInTime(storage.checkAntivirus) }),
  };
  /** Without these the portal goes on: they are said, and keep nobody out unless they are what was asked for. */
  const DISPENSABLE = new Set(['antivirus', 'disk']);
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });

  app.addHook('onResponse', (request, reply, done) => {
    httpSeconds.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', code: reply.statusCode },
      reply.elapsedTime / 1000,
    );
    // A connection that just served a stream does not count as idle yet and would hold the stop.
    if (stopping) request.raw.socket.end();
    done();
  });

  app.get('/healthz', async () => ({ status: 'ok', version: env.version }));
  app.get('/readyz', async (request, reply) => {
    const { parts } = request.query as { parts?: unknown };
    const asked = typeof parts === 'string' ? parts.split(',') : null;
    const found = await Promise.all(
      Object.entries(checks)
        .filter(([part]) => asked === null || asked.includes(part))
        .map(async ([part, check]) => [part, await check()] as const),
    );
    const ready =
      !stopping &&
      found.every(([part, answers]) => answers || (asked === null && DISPENSABLE.has(part)));
    return reply
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({
        status: ready ? 'ready' : 'not ready',
        parts: Object.fromEntries(
          found.map(([part, answers]) => [part, answers ? 'ready' : 'not ready']),
        ),
      });
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayMeasure(request, env)) {
      throw new CallError(
        'PERMISSION_DENIED',
        'Las mediciones se piden desde el propio servidor, o con METRICS_TOKEN.',
      );
    }
    await measureMail(services);
    measureDisk(services);
    await measureFiles(services, checks.antivirus);
    return reply.type(metrics.contentType).send(await metrics.metrics());
  });
  app.get('/.well-known/jwks.json', async () => services.tokens.jwks());

  app.get(
    '/api/openapi.json',
    preparedDocument('application/json; charset=utf-8', () =>
      JSON.stringify(openApi(handlers.values(), env)),
    ),
  );
  app.get(
    '/api/docs',
    preparedDocument('text/html; charset=utf-8', () => docsPage(handlers.values(), env)),
  );
  app.get(
    '/api/docs.css',
    preparedDocument('text/css; charset=utf-8', () => DOCS_CSS),
  );

  if (services.mail.mailbox) registerMailbox(app, services.mail.mailbox, env.institution.shortName);
};

/** How the queue of mail is; while the database is away the rest is answered without it. */
const measureMail = async ({ mail, now }: Services): Promise<void> => {
  const age = (since: Date | undefined | null) =>
    since ? Math.max(0, (now().getTime() - since.getTime()) / 1000) : 0;
  try {
    const { esperan, desde, fallidos, falla, telefonos } = await mail.state();
    mailGauges.waiting.set(esperan);
    mailGauges.oldest.set(age(desde));
    mailGauges.failed.set(fallidos);
    mailGauges.serverDown.set(age(falla?.desde));
    mailGauges.smsWaiting.set(telefonos.esperan);
    mailGauges.smsDown.set(age(telefonos.falla?.desde));
  } catch {
    for (const gauge of Object.values(mailGauges)) gauge.set(Number.NaN);
  }
};

const measureDisk = ({ disk }: Services): void => {
  try {
    const { free, size } = disk.measure();
    diskGauges.free.set(free);
    diskGauges.size.set(size);
  } catch {
    for (const gauge of Object.values(diskGauges)) gauge.set(Number.NaN);
  }
};

/** What the antivirus has still to look at, and whether it answers. */
const measureFiles = async (
  { storage }: Services,
  check: (() => Promise<boolean>) | undefined,
): Promise<void> => {
  if (!check) return;
  try {
    const { esperan, infectados } = await storage.countPorRevisar();
    scanGauges.waiting.set(esperan);
    scanGauges.infected.set(infectados);
    scanGauges.down.set((await check()) ? 0 : 1);
  } catch {
    for (const gauge of Object.values(scanGauges)) gauge.set(Number.NaN);
  }
};
