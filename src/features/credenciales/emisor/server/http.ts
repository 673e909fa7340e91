import type { FastifyReply } from 'fastify';
import type { HttpRoutes } from '../../../../platform/server/http/types.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { readDidDocument, readLista } from './service.ts';

/** Anybody's program may read it, from wherever. */
export const openToAll = (reply: FastifyReply): FastifyReply =>
  reply
    .header('access-control-allow-origin', '*')
    .header('cross-origin-resource-policy', 'cross-origin')
    .header('cache-control', 'no-cache');

/**
 * Who issues: `GET /.well-known/did.json` (and `/did.json`, where the portal's address has a path), and the status lists:
 * `GET /status/{n}`, odd ones of what was revoked and even ones of what is suspended.
 */
export const emisorRoutes: HttpRoutes = (app, services) => {
  for (const path of ['/.well-known/did.json', '/did.json']) {
    app.get(path, async (_request, reply) =>
      openToAll(reply)
        .type('application/did+json')
        .send(await readDidDocument(services)),
    );
  }
  app.get('/status/:numero', async (request, reply) => {
    const { numero } = request.params as { numero: string };
    const lista = /^[1-9]\d{0,5}$/.test(numero) ? await readLista(services, Number(numero)) : null;
    if (!lista) throw new CallError('NOT_FOUND', 'No existe esa lista.');
    return openToAll(reply).type('application/vc').send(JSON.stringify(lista));
  });
};
