import { authorise } from '../../../../platform/server/http/authorise.ts';
import { sendKept } from '../../../../platform/server/http/send-kept.ts';
import type { AppOptions, HttpRoutes } from '../../../../platform/server/http/types.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { ERRORES } from '../../errors.ts';
import { canReadMateriales } from '../../policy.ts';
import { readArchivoMaterial } from './service.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * `GET /materiales/{id}/archivo`: the bytes of a material, for those who take its edition and for staff; to be saved. To
 * everybody else there is none.
 */
export const materialRoutes =
  ({ resolveActor }: Pick<AppOptions, 'resolveActor'>): HttpRoutes =>
  (app, services) => {
    app.get('/materiales/:id/archivo', { compress: false }, async (request, reply) => {
      const { id } = request.params as { id: string };
      const actor = await authorise(request, services, resolveActor);
      if (!actor || !canReadMateriales(actor)) {
        throw new CallError('UNAUTHENTICATED', 'Ingrese para ver este material.');
      }
      const found = UUID.test(id) ? await readArchivoMaterial(services, id, actor) : null;
      if (!found) {
        const { code, message } = ERRORES.materialNoExiste;
        throw new CallError('NOT_FOUND', message, { code });
      }
      return sendKept(services, reply, { ...found, owner: actor.uid, save: true });
    });
  };
