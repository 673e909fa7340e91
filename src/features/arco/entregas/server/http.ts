import { authorise } from '../../../../platform/server/http/authorise.ts';
import type { AppOptions, HttpRoutes } from '../../../../platform/server/http/types.ts';
import { fechaDe } from '../../../../platform/shared/dates.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { isBoleto } from '../../copias/server/service.ts';
import { canAnswerArco } from '../../policy.ts';
import { openByBoleto, openByEnlace } from './service.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const GONE = new CallError(
  'PERMISSION_DENIED',
  'Este enlace ya no sirve. Pida otro a quien atendió su solicitud.',
);

/**
 * `GET /copias/{id}/entrega`: a copy that was made for a request, for whoever has what was mailed (`clave`), and for the
 * staff who just said why (`boleto`). Sent as it is read; no cache keeps it.
 */
export const entregaRoutes =
  ({ resolveActor }: Pick<AppOptions, 'resolveActor'>): HttpRoutes =>
  (app, services) => {
    app.get('/copias/:id/entrega', { compress: false }, async (request, reply) => {
      const { id } = request.params as { id: string };
      const { clave, boleto } = request.query as Record<string, unknown>;
      if (!UUID.test(id)) throw GONE;
      const byStaff = async (given: string) => {
        const actor = await authorise(request, services, resolveActor);
        const may =
          actor && canAnswerArco(actor) && isBoleto(services, given, { id, sid: actor.sid });
        return may ? openByBoleto(services, id) : null;
      };
      const row =
        typeof clave === 'string'
          ? await openByEnlace(services, id, clave)
          : typeof boleto === 'string'
            ? await byStaff(boleto)
            : null;
      if (!row) throw GONE;
      const stream = await services.storage.kept.stream(row);
      if (!stream) {
        throw new CallError(
          'UNAVAILABLE',
          'El archivo no está disponible. Pida que preparen otra copia.',
        );
      }
      return reply
        .type('application/zip')
        .header('content-length', row.bytes)
        .header('cache-control', 'private, no-store')
        .header('referrer-policy', 'no-referrer')
        .header('content-disposition', `attachment; filename="Datos ${fechaDe(row.creado_en)}.zip"`)
        .header('x-content-type-options', 'nosniff')
        .send(stream);
    });
  };
