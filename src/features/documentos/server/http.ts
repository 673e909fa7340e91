import { authorise } from '../../../platform/server/http/authorise.ts';
import { sendKept } from '../../../platform/server/http/send-kept.ts';
import type { AppOptions, HttpRoutes } from '../../../platform/server/http/types.ts';
import { CallError, refuse } from '../../../platform/shared/errors.ts';
import { isSignedIn } from '../../../platform/shared/policy.ts';
import { ERRORES } from '../errors.ts';
import { readArchivo } from './service.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * `GET /documentos/{id}/archivo[?descargar=1]`: the bytes of a version, for its person and for staff. Nothing of it
 * may run as a page of ours, and no cache keeps it.
 */
export const archivoRoutes =
  ({ resolveActor }: Pick<AppOptions, 'resolveActor'>): HttpRoutes =>
  (app, services) => {
    app.get('/documentos/:id/archivo', { compress: false }, async (request, reply) => {
      const { id } = request.params as { id: string };
      const { descargar } = request.query as Record<string, unknown>;
      const actor = await authorise(request, services, resolveActor);
      if (!actor || !isSignedIn(actor)) {
        throw new CallError('UNAUTHENTICATED', 'Ingrese para ver este documento.');
      }
      const found = UUID.test(id) ? await readArchivo(services, id, actor) : null;
      if (!found) throw refuse('NOT_FOUND', ERRORES.noExiste);
      return sendKept(services, reply, {
        kept: found,
        contentType: found.content_type,
        nombre: found.nombre,
        bytes: found.bytes,
        owner: actor.uid,
        save: descargar === '1',
      });
    });
  };
