import type { FastifyReply, FastifyRequest } from 'fastify';
import type { HttpRoutes } from '../../../../platform/server/http/types.ts';
import { wantedOf } from '../../../../platform/server/http/wanted.ts';
import type { Papeles } from '../../../../platform/server/papeles.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { openToAll } from '../../emisor/server/http.ts';
import { pruebaBasePath, VALIDACION, validacionPagePath, validarPath } from '../../routes.ts';
import { TIPOS, type Tipo } from '../../rules.ts';
import { readCredencial } from '../../server/service.ts';
import { checkPapel, lookUpEmitido, readPrueba, readResultado } from './service.ts';

/** What is given of a document besides its page: its credential, and how it stands. */
const FORMS = [
  [/^application\/(vc|ld\+json|vc\+ld\+json)$/, 'credential'],
  [/^application\/json$/, 'result'],
] as const;

/** A folio in the query, as text. */
const folioAsked = (request: FastifyRequest): string => {
  const { folio } = request.query as Record<string, unknown>;
  return typeof folio === 'string' ? folio : '';
};

type Asked = { tipo?: Tipo; folio: string };

/** Answers what the request wants of a document; a page, the public wing does. */
const answer = async (
  services: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  { tipo, folio, papeles }: Asked & { papeles: Papeles },
) => {
  reply.header('vary', 'Accept');
  const form = wantedOf(request.headers.accept, FORMS);
  if (form === 'page') return reply.callNotFound();
  openToAll(reply).header('cache-control', 'no-store');
  const { ip } = request;
  if (form === 'result' && tipo === undefined) {
    return reply.send(await checkPapel(services, papeles, { folio, ip }));
  }
  const row = await lookUpEmitido(services, { tipo, folio, ip });
  return form === 'result'
    ? reply.send(await readResultado(services, row))
    : reply.type('application/vc').send(JSON.stringify(await readCredencial(services, row)));
};

/**
 * `GET /validateX/{folio}`, and `GET /validar?folio=…` of whatever kind: the page (which the public wing answers), with
 * `Accept: application/vc` the credential, with `Accept: application/json` how it stands. `GET /validar/prueba.json?folio=…`: all that a
 * browser needs to check the credential by itself.
 */
export const validacionRoutes =
  (papeles: Papeles): HttpRoutes =>
  (app, services) => {
    for (const tipo of TIPOS) {
      app.get(validacionPagePath(tipo), (request, reply) => {
        const params = request.params as Record<string, string>;
        const folio = params[VALIDACION[tipo].param] ?? '';
        return answer(services, request, reply, { tipo, folio, papeles });
      });
    }
    app.get(validarPath, (request, reply) =>
      answer(services, request, reply, { folio: folioAsked(request), papeles }),
    );
    app.get(pruebaBasePath, async (request, reply) => {
      openToAll(reply).header('cache-control', 'no-store');
      const row = await lookUpEmitido(services, { folio: folioAsked(request), ip: request.ip });
      return reply.send(await readPrueba(services, row));
    });
  };
