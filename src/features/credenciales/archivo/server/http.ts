import type { HttpRoutes } from '../../../../platform/server/http/types.ts';
import { openToAll } from '../../emisor/server/http.ts';
import { readArchivo } from './service.ts';

/** `GET /.well-known/archivo.json`: the public archive, dated and signed, to be kept by whoever wants to verify without this server. */
export const archivoRoutes: HttpRoutes = (app, services) => {
  app.get('/.well-known/archivo.json', async (_request, reply) =>
    openToAll(reply)
      .type('application/json')
      .send(JSON.stringify(await readArchivo(services))),
  );
};
