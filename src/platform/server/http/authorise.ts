import type { FastifyRequest } from 'fastify';
import type { Actor } from '../../shared/actor.ts';
import { CallError } from '../../shared/errors.ts';
import type { Along } from '../db/together.ts';
import { TOKEN_COOKIE } from '../origin.ts';
import { identify } from '../request-context.ts';
import type { Services } from '../services.ts';
import type { AppOptions } from './types.ts';

/** Whose request each one is, for what is said of it when it has been refused. */
const actors = new WeakMap<FastifyRequest, Actor>();
export const actorOf = (request: FastifyRequest): Actor | null => actors.get(request) ?? null;

/** Who makes this request, as `find` says; remembered for `actorOf`, and for whatever is recorded under it. */
export const authorise: typeof find = async (request, ...rest) => {
  const actor = await find(request, ...rest);
  if (actor) {
    actors.set(request, actor);
    identify(actor.uid);
  }
  return actor;
};

/**
 * Who makes this request: by `Authorization: Bearer|Firebase`, or by the token cookie. A header
 * token that is not in force is refused; a cookie that is not is a visitor. A write that brings any
 * cookie needs an allowed Origin, since a browser sends cookies on its own. What goes `along` is read in the same journey.
 */
const find = async (
  request: FastifyRequest,
  services: Services,
  resolveActor: AppOptions['resolveActor'],
  along?: Along,
): Promise<Actor | null> => {
  const header = request.headers.authorization;
  if (header !== undefined) {
    const token = /^(?:Bearer|Firebase)\s+(\S+)$/i.exec(header)?.[1];
    const actor = token ? await resolveActor(token, services, along) : null;
    if (!actor) {
      throw new CallError('UNAUTHENTICATED', 'Su sesión terminó. Ingrese de nuevo para continuar.');
    }
    return actor;
  }
  const writes = request.method !== 'GET' && request.method !== 'HEAD';
  if (
    writes &&
    request.headers.cookie !== undefined &&
    !services.env.allowedOrigins.has(request.headers.origin ?? '')
  ) {
    throw new CallError(
      'PERMISSION_DENIED',
      'La petición no dice de qué sitio viene, o viene de uno que no está autorizado.',
    );
  }
  const token = request.cookies[TOKEN_COOKIE];
  return token ? resolveActor(token, services, along) : null;
};

/** Who asks for a page, if they are in; a session that ended is a visitor's. */
export const whoAsks = (
  request: FastifyRequest,
  services: Services,
  resolveActor: AppOptions['resolveActor'],
): Promise<Actor | null> =>
  request.cookies[TOKEN_COOKIE] === undefined && request.headers.authorization === undefined
    ? Promise.resolve(null)
    : authorise(request, services, resolveActor).catch(() => null);
