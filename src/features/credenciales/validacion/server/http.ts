import type { HttpRoutes } from '../../../../platform/server/http/types.ts';
import { openToAll } from '../../emisor/server/http.ts';
import { VALIDACION, validacionPagePath } from '../../routes.ts';
import { TIPOS } from '../../rules.ts';
import { readCredencial } from '../../server/service.ts';
import { lookUpEmitido, readResultado } from './service.ts';

const CREDENTIAL = /^application\/(vc|ld\+json|vc\+ld\+json)$/;

/** What is asked for: the first of what we have in the order of the header; a page when it says nothing else. */
const wanted = (accept: string): 'page' | 'credential' | 'result' => {
  for (const part of accept.split(',')) {
    const type = part.split(';', 1)[0]!.trim().toLowerCase();
    if (type === 'text/html' || type === '*/*') return 'page';
    if (CREDENTIAL.test(type)) return 'credential';
    if (type === 'application/json') return 'result';
  }
  return 'page';
};

/**
 * `GET /validateX/{folio}`: the page (which the public wing answers), with `Accept: application/vc` the credential, with
 * `Accept: application/json` how it stands.
 */
export const validacionRoutes: HttpRoutes = (app, services) => {
  for (const tipo of TIPOS) {
    app.get(validacionPagePath(tipo), async (request, reply) => {
      reply.header('vary', 'Accept');
      const form = wanted(String(request.headers.accept ?? '*/*'));
      if (form === 'page') return reply.callNotFound();
      const params = request.params as Record<string, string>;
      openToAll(reply).header('cache-control', 'no-store');
      const row = await lookUpEmitido(services, {
        tipo,
        folio: params[VALIDACION[tipo].param] ?? '',
        ip: request.ip,
      });
      return form === 'result'
        ? reply.send(await readResultado(services, row))
        : reply.type('application/vc').send(JSON.stringify(await readCredencial(services, row)));
    });
  }
};
