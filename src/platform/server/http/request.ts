import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorDetails, Status } from '../../shared/errors.ts';
import { Ilegible } from '../../shared/formatos.ts';
import type { CallRequest } from '../callables.ts';
import type { Env } from '../env.ts';
import { messageOf } from '../loggable.ts';
import { asUnavailable } from '../outage.ts';

/** Error body of the wire. */
export const errorBody = (status: Status, message: string, details?: unknown) => ({
  error: { status, message, ...(details === undefined ? {} : { details }) },
});

/** Seconds after which to come again, when the refusal itself does not know. */
const COME_AGAIN: Partial<Record<Status, number>> = { RESOURCE_EXHAUSTED: 60, UNAVAILABLE: 5 };

/** Says in the headers when to come again, whatever the shape of the refusal's body. */
export const sayWhenToRetry = (reply: FastifyReply, status: Status, details?: ErrorDetails) => {
  const known = details?.retryAfterSeconds;
  const seconds = typeof known === 'number' ? Math.max(1, Math.ceil(known)) : COME_AGAIN[status];
  if (seconds !== undefined && !reply.hasHeader('retry-after')) {
    reply.header('retry-after', String(seconds));
  }
};

/** What failed, in words for whoever asked; the log has the reason. */
export const asAnswer = (request: FastifyRequest, thrown: Error): Error => {
  const error = asUnavailable(thrown) as Error;
  if (error !== thrown) {
    const motivo = messageOf(thrown.cause ?? thrown);
    request.log.warn({ reqId: request.id, motivo }, error.message);
  }
  if (error instanceof Ilegible) {
    request.log.error({ reqId: request.id, err: error }, 'lo que se guarda no se puede leer');
  }
  return error;
};

/**
 * Whether a failure is only that whoever asked went away: half-way through sending, or while the answer was
 * on its way. That is nobody's fault.
 */
export const hasLeft = (request: FastifyRequest, reply: FastifyReply, error: Error): boolean =>
  (request.raw.destroyed && !request.raw.complete) ||
  (reply.raw.destroyed && (error as NodeJS.ErrnoException).code === 'ERR_STREAM_PREMATURE_CLOSE');

/** The specification's cookie, whose name is given. */
const GIVEN_NAME = 'token';

/**
 * Browsers keep a cookie called `__Host-…` (of the whole site) or `__Secure-…` (of a path) only when it came
 * over a secure connection from this very host: another one of the domain cannot put it there.
 */
const requireCookieName = (name: string, path: string): void => {
  const prefix = path === '/' ? '__Host-' : '__Secure-';
  if (name !== GIVEN_NAME && !name.startsWith(prefix)) {
    throw new Error(`Call the cookie ${prefix}${name}: browsers then guard it.`);
  }
};

const LOCAL = ['localhost', '127.0.0.1'];

/** Whether pages of another host may call (ALLOWED_ORIGINS): their browsers send only `None` cookies. */
const servesOtherHosts = ({ publicUrl, allowedOrigins }: Env): boolean => {
  const own = [new URL(publicUrl).hostname, ...LOCAL];
  return [...allowedOrigins].some((origin) => !own.includes(new URL(origin).hostname));
};

/** The millisecond of the last receipt, and how many came in it. */
let last = { at: Number.NaN, order: 0 };

/** An instant of receipt, and which it is of those of its millisecond: a clock says no more, and many press at once. */
export const receiptOf = (receivedAt: Date): { receivedAt: Date; receivedOrder: number } => {
  const at = receivedAt.getTime();
  last = { at, order: at === last.at ? Math.min(last.order + 1, 999) : 0 };
  return { receivedAt, receivedOrder: last.order };
};

/** The request as handlers see it. */
export const callRequestOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  {
    receivedAt,
    receivedOrder,
    turn = null,
    env,
  }: ReturnType<typeof receiptOf> & { turn?: CallRequest['turn']; env: Env },
): CallRequest => {
  // Only for who asks: aborting one at the end of each request costs an exception with its stack.
  let gone: AbortController | undefined;
  return {
    id: request.id,
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    receivedAt,
    receivedOrder,
    turn,
    cookies: request.cookies,
    setCookie(name, value, { path, maxAgeSeconds }) {
      requireCookieName(name, path);
      // The specification's cookie is `None`; no other goes with what another site begins.
      const sameSite = name === GIVEN_NAME || servesOtherHosts(env) ? 'none' : 'strict';
      const attributes = { path, secure: true, sameSite, httpOnly: true } as const;
      if (value === null) reply.clearCookie(name, attributes);
      else {
        reply.setCookie(name, value, {
          ...attributes,
          ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
        });
      }
    },
    get signal() {
      if (!gone) {
        const made = new AbortController();
        if (reply.raw.closed) made.abort();
        else reply.raw.once('close', () => made.abort());
        gone = made;
      }
      return gone.signal;
    },
  };
};
