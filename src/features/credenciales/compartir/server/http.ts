import type { FastifyRequest } from 'fastify';
import type { HttpRoutes } from '../../../../platform/server/http/types.ts';
import { qrSvg } from '../../../../platform/server/pdf/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { imagenBasePath, qrBasePath } from '../../routes.ts';
import { datosOf } from '../../server/service.ts';
import { lookUpEmitido, readResultado } from '../../validacion/server/service.ts';
import { drawImagen } from './document.ts';

const asked = (services: Services, request: FastifyRequest) => {
  const { folio } = request.query as Record<string, unknown>;
  return lookUpEmitido(services, { folio: String(folio ?? ''), ip: request.ip });
};

/**
 * `GET /validar/imagen.svg?folio=…`: the picture of a document, with how it stands now; `GET /validar/qr.svg?folio=…`: its code alone.
 * For anybody who has the folio, as its validation.
 */
export const compartirRoutes: HttpRoutes = (app, services) => {
  app.get(imagenBasePath, async (request, reply) => {
    const row = await asked(services, request);
    const resultado = await readResultado(services, row);
    const { url } = datosOf(row);
    const svg = await drawImagen(resultado, { url, ahora: services.now() });
    return reply.type('image/svg+xml').header('cache-control', 'no-store').send(svg);
  });
  app.get(qrBasePath, async (request, reply) => {
    const { url } = datosOf(await asked(services, request));
    return reply
      .type('image/svg+xml')
      .header('cache-control', 'no-store')
      .send(await qrSvg(url));
  });
};
