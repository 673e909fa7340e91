import { authorise } from '../../../../../platform/server/http/authorise.ts';
import { sendKept } from '../../../../../platform/server/http/send-kept.ts';
import type { AppOptions, HttpRoutes } from '../../../../../platform/server/http/types.ts';
import { CallError, refuse } from '../../../../../platform/shared/errors.ts';
import { ERRORES } from '../../../errors.ts';
import { canReadDisenos } from '../../../policy.ts';
import { findImagen } from './data.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** `GET /disenos/imagenes/{id}`: a signature or a seal, for staff, as they choose among them. */
export const imagenRoutes =
  ({ resolveActor }: Pick<AppOptions, 'resolveActor'>): HttpRoutes =>
  (app, services) => {
    app.get('/disenos/imagenes/:id', { compress: false }, async (request, reply) => {
      const { id } = request.params as { id: string };
      const actor = await authorise(request, services, resolveActor);
      if (!canReadDisenos(actor)) {
        throw new CallError('UNAUTHENTICATED', 'Ingrese al portal para ver esta imagen.');
      }
      const row = UUID.test(id) ? await findImagen(services.db, id) : undefined;
      if (!row) throw refuse('NOT_FOUND', ERRORES.sinImagen);
      return sendKept(services, reply, {
        kept: row,
        contentType: row.content_type,
        nombre: row.nombre,
        bytes: row.bytes,
        owner: actor!.uid,
        save: false,
      });
    });
  };
