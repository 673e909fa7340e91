import { authorise } from '../../../../platform/server/http/authorise.ts';
import type { AppOptions, HttpRoutes } from '../../../../platform/server/http/types.ts';
import { fechaDe } from '../../../../platform/shared/dates.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { canAskCopia } from '../policy.ts';
import { isBoleto, openCopia } from './service.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * `GET /copias/{id}/archivo?boleto=…`: the bytes of one's copy, for the session that was just asked its password.
 * They are sent as they are read; no cache keeps them.
 */
export const copiaRoutes =
  ({ resolveActor }: Pick<AppOptions, 'resolveActor'>): HttpRoutes =>
  (app, services) => {
    app.get('/copias/:id/archivo', { compress: false }, async (request, reply) => {
      const { id } = request.params as { id: string };
      const { boleto } = request.query as Record<string, unknown>;
      const actor = await authorise(request, services, resolveActor);
      if (!actor || !canAskCopia(actor)) {
        throw new CallError('UNAUTHENTICATED', 'Ingrese para descargar la copia de sus datos.');
      }
      if (
        !UUID.test(id) ||
        typeof boleto !== 'string' ||
        !isBoleto(services, boleto, { id, sid: actor.sid })
      ) {
        throw new CallError(
          'PERMISSION_DENIED',
          'Esta dirección ya no sirve. Abra la copia desde «Mis datos» y escriba su contraseña.',
        );
      }
      const { row, stream } = await openCopia(services, id, actor);
      return reply
        .type('application/zip')
        .header('content-length', row.bytes)
        .header('cache-control', 'private, no-store')
        .header(
          'content-disposition',
          `attachment; filename="Mis datos ${fechaDe(row.creado_en)}.zip"`,
        )
        .header('x-content-type-options', 'nosniff')
        .send(stream);
    });
  };
