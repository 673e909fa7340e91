import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { CallError, HTTP_OF_STATUS } from '../../shared/errors.ts';
import { alongOf, performCall, sentTo, turnOf } from '../callables.ts';
import { callCounter } from '../metrics.ts';
import { asUnavailable } from '../outage.ts';
import type { Services } from '../services.ts';
import type { Turn } from '../turns.ts';
import { authorise } from './authorise.ts';
import { callRequestOf, errorBody, receiptOf } from './request.ts';
import type { AppOptions } from './types.ts';

/** The callable that a request is for; empty where it is for none. */
export const nameIn = (request: FastifyRequest): string =>
  request.routeOptions.config.callable ?? (request.params as { name?: string } | null)?.name ?? '';

/**
 * `POST /{region}/{name}`, `POST /{project}/{region}/{name}` (the form that emulators use) and
 * `POST /{name}` (a custom domain), all the same. A callable whose body may be larger has addresses of its own.
 */
export const registerCallables = (
  app: FastifyInstance,
  services: Services,
  { handlers, resolveActor }: AppOptions,
): void => {
  const { env } = services;

  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const receipt = receiptOf(services.now());
    const name = nameIn(request);
    const handler = handlers.get(name);
    if (!handler) throw new CallError('NOT_FOUND', 'No existe una función con ese nombre.');
    let status = 'OK';
    let turn: Turn | null = null;
    try {
      const scheduled = services.punctual.ready(services, receipt.receivedAt);
      if (scheduled) await scheduled;
      const { body } = request;
      if (typeof body !== 'object' || body === null || Array.isArray(body) || !('data' in body)) {
        throw new CallError('INVALID_ARGUMENT', 'El cuerpo debe ser {"data": …}.');
      }
      if (Object.keys(body).length > 1) {
        throw new CallError(
          'INVALID_ARGUMENT',
          'El cuerpo solo lleva "data"; sobran otras claves.',
        );
      }
      const sent = sentTo(handler, body.data);
      turn = turnOf(services, handler, body.data);
      const along = alongOf(handler, sent);
      const actor = await authorise(request, services, resolveActor, along);
      const result = await performCall(handler, sent, {
        actor,
        along,
        request: callRequestOf(request, reply, { ...receipt, turn, env }),
        services,
      });
      return reply.header('cache-control', 'no-store').send({ result: result ?? null });
    } catch (error) {
      const answered = asUnavailable(error);
      status = answered instanceof CallError ? answered.status : 'INTERNAL';
      throw error;
    } finally {
      turn?.done();
      callCounter.inc({ name, status });
      request.log.info(
        {
          reqId: request.id,
          callable: name,
          status,
          ms: Math.round(reply.elapsedTime * 10) / 10,
        },
        'llamada',
      );
    }
  };

  for (const path of [`/${env.region}/:name`, `/${env.projectId}/${env.region}/:name`, '/:name']) {
    app.post(path, { config: { data: true } }, answer);
    for (const { contract } of handlers.values()) {
      if (contract.maxBytes === undefined) continue;
      app.post(
        path.replace(':name', contract.name),
        { config: { data: true, callable: contract.name }, bodyLimit: contract.maxBytes },
        answer,
      );
    }
  }
  for (const path of [`/${env.region}/:name`, `/${env.projectId}/${env.region}/:name`]) {
    app.route({
      method: ['GET', 'PUT', 'PATCH', 'DELETE'],
      url: path,
      handler: async (_request, reply) =>
        reply
          .code(HTTP_OF_STATUS.INVALID_ARGUMENT)
          .header('allow', 'POST')
          .send(errorBody('INVALID_ARGUMENT', 'Las funciones se llaman con POST.')),
    });
  }
};
