import type { HttpRoutes } from '../../../../platform/server/http/types.ts';
import { bajaPath, readBaja } from '../../../../platform/server/notificaciones/baja.ts';
import { actAsSystem } from '../../../../platform/server/request-context.ts';
import { preferenciasPath } from '../../../personas/routes.ts';
import { unsubscribe } from './service.ts';

/**
 * `POST /avisos/baja/{token}` (RFC 8058): a mail program unsubscribes its person with one press. A GET changes nothing: whoever opens the
 * address is sent to their preferences, and what only looks at links (scanners of mail) causes nothing.
 */
export const bajaRoutes: HttpRoutes = (app, services) => {
  app.register(async (scope) => {
    // The body says `List-Unsubscribe=One-Click`, which the address already says.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { bodyLimit: 4_096 }, (_request, payload, done) => {
      payload.resume();
      payload.on('end', () => done(null));
    });
    scope.get(`${bajaPath}:token`, (_request, reply) => reply.redirect(preferenciasPath, 303));
    scope.post<{ Params: { token: string } }>(
      `${bajaPath}:token`,
      async ({ params: { token } }, reply) => {
        const baja = readBaja(services.secrets, token);
        if (!baja) return reply.callNotFound();
        await actAsSystem(() =>
          services.db
            .transaction()
            .execute((trx) => unsubscribe(trx, { ...baja, ahora: services.now() })),
        );
        return reply.code(204).header('cache-control', 'no-store').send();
      },
    );
  });
};
