import type { HttpRoutes } from '../../../../platform/server/http/types.ts';
import { wantedOf } from '../../../../platform/server/http/wanted.ts';
import { resultadosPosgradoPagePath } from '../../routes.ts';
import { COMO_SE_RECALCULA } from '../rules.ts';
import { readResultados } from './service.ts';

const FORMS = [[/^application\/json$/, 'result']] as const;

/**
 * `GET /resultadosPosgrado/{edicionId}`: the page (which the public wing answers); with `Accept: application/json` the same as data, so that
 * anybody recomputes the draw. Neither is for search engines.
 */
export const resultadosRoutes: HttpRoutes = (app, services) => {
  app.get(resultadosPosgradoPagePath, async (request, reply) => {
    reply.header('vary', 'Accept').header('x-robots-tag', 'noindex');
    if (wantedOf(request.headers.accept, FORMS) === 'page') return reply.callNotFound();
    const { edicionId } = request.params as { edicionId: string };
    const found = await readResultados(services, edicionId);
    return reply
      .header('cache-control', 'no-store')
      .send({ ...found, comoSeRecalcula: COMO_SE_RECALCULA });
  });
};
