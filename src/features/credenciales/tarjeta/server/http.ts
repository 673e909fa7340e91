import { authorise } from '../../../../platform/server/http/authorise.ts';
import { sendPdf } from '../../../../platform/server/http/pdf.ts';
import type { AppOptions, HttpRoutes } from '../../../../platform/server/http/types.ts';
import { CallError, refuse } from '../../../../platform/shared/errors.ts';
import { ERRORES } from '../../errors.ts';
import { canIssueEmitidos, canReadEmitidosPropios } from '../../policy.ts';
import { MAX_TARJETAS } from '../../rules.ts';
import { printTarjetas } from './service.ts';

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * `GET /tarjetas/{id}.pdf`: a credencial as a card, for whom it is of and for staff. `GET /tarjetas/hoja.pdf?ids=…,…`: ten to a sheet,
 * for staff. `descargar=1`: to be saved.
 */
export const tarjetaRoutes =
  ({ resolveActor }: Pick<AppOptions, 'resolveActor'>): HttpRoutes =>
  (app, services) => {
    app.get('/tarjetas/:archivo', async (request, reply) => {
      const { archivo } = request.params as { archivo: string };
      const actor = await authorise(request, services, resolveActor);
      const hoja = archivo === 'hoja.pdf';
      if (actor === null || !canReadEmitidosPropios(actor)) {
        throw new CallError('UNAUTHENTICATED', 'Ingrese al portal para ver sus credenciales.');
      }
      if (hoja && !canIssueEmitidos(actor)) {
        throw new CallError('PERMISSION_DENIED', 'Solo el personal imprime hojas de credenciales.');
      }
      const { ids: asked } = request.query as Record<string, unknown>;
      const ids = hoja ? [...new Set(String(asked ?? '').split(','))] : [archivo.slice(0, -4)];
      const right = archivo.endsWith('.pdf') && ids.length <= MAX_TARJETAS;
      if (!right || !ids.every((id) => UUID.test(id))) throw refuse('NOT_FOUND', ERRORES.noExiste);
      const pdf = await printTarjetas(services, ids, { actor, hoja });
      return sendPdf(request, reply, pdf, hoja ? 'Credenciales.pdf' : 'Credencial.pdf');
    });
  };
