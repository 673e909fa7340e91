import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Status } from '../../shared/errors.ts';
import type { CallRequest } from '../callables.ts';

/** Error body of the wire. */
export const errorBody = (status: Status, message: string, details?: unknown) => ({
  error: { status, message, ...(details === undefined ? {} : { details }) },
});

/** The request as handlers see it. */
export const callRequestOf = (
  request: FastifyRequest,
  reply: FastifyReply,
  receivedAt: Date,
): CallRequest => {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return {
    id: request.id,
    ip: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    receivedAt,
    cookies: request.cookies,
    setCookie(name, value, { path, maxAgeSeconds }) {
      const attributes = { path, secure: true, sameSite: 'none', httpOnly: true } as const;
      if (value === null) reply.clearCookie(name, attributes);
      else {
        reply.setCookie(name, value, {
          ...attributes,
          ...(maxAgeSeconds === undefined ? {} : { maxAge: maxAgeSeconds }),
        });
      }
    },
    signal: gone.signal,
  };
};
