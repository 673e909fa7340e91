import { authorise } from '../../../platform/server/http/authorise.ts';
import type { AppOptions, HttpRoutes } from '../../../platform/server/http/types.ts';
import { CallError, refuse } from '../../../platform/shared/errors.ts';
import { isSignedIn } from '../../../platform/shared/policy.ts';
import { ERRORES } from '../errors.ts';
import { readArchivo } from './service.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** What a browser may show in place; a PDF is drawn by the page, from its bytes. */
const INLINE = new Set(['image/jpeg', 'image/png']);

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
      const { row, bytes } = found;
      const inline = INLINE.has(row.content_type) && descargar !== '1';
      const name = encodeURIComponent(row.nombre).replace(
        /['()*]/g,
        (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
      );
      return reply
        .type(row.content_type)
        .header('cache-control', 'private, no-store')
        .header(
          'content-disposition',
          `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${name}`,
        )
        .header('x-content-type-options', 'nosniff')
        .header('cross-origin-resource-policy', 'same-origin')
        .header(
          'content-security-policy',
          "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox",
        )
        .send(bytes);
    });
  };
