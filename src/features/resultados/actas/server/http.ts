import { authorise } from '../../../../platform/server/http/authorise.ts';
import { sendPdf } from '../../../../platform/server/http/pdf.ts';
import type { AppOptions, HttpRoutes } from '../../../../platform/server/http/types.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { canRecordResultados } from '../../policy.ts';
import { openActa, readPdfActa } from './service.ts';

/** `GET /actas/{id}/{version}.pdf[?descargar=1]`: the PDF of a version of an acta, for staff. */
export const actaRoutes =
  ({ resolveActor }: Pick<AppOptions, 'resolveActor'>): HttpRoutes =>
  (app, services) => {
    app.get('/actas/:id/:archivo', async (request, reply) => {
      const { id, archivo } = request.params as { id: string; archivo: string };
      const actor = await authorise(request, services, resolveActor);
      if (!canRecordResultados(actor)) {
        throw new CallError('PERMISSION_DENIED', 'No tiene permiso para ver esta acta.');
      }
      const version = await openActa(services, id, /^(\d{1,6})\.pdf$/.exec(archivo)?.[1]);
      const pdf = await readPdfActa(services, version);
      const name = `acta-${version.datos.folio}-v${version.numero}.pdf`;
      return sendPdf(request, reply, pdf, name);
    });
  };
