import { authorise } from '../../../../platform/server/http/authorise.ts';
import { sendPdf } from '../../../../platform/server/http/pdf.ts';
import type { AppOptions, HttpRoutes } from '../../../../platform/server/http/types.ts';
import { CallError, refuse } from '../../../../platform/shared/errors.ts';
import { ERRORES } from '../../errors.ts';
import { canReadEmitidosPropios } from '../../policy.ts';
import { formatFolioEmitido } from '../../rules.ts';
import { readEmitido } from '../../server/service.ts';
import { readPdfEmitido } from './service.ts';

const ARCHIVO = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.pdf$/;

/** `GET /emitidos/{id}.pdf[?descargar=1]`: the PDF of a document, for whom it was issued to and for staff. */
export const impresionRoutes =
  ({ resolveActor }: Pick<AppOptions, 'resolveActor'>): HttpRoutes =>
  (app, services) => {
    app.get('/emitidos/:archivo', async (request, reply) => {
      const { archivo } = request.params as { archivo: string };
      const actor = await authorise(request, services, resolveActor);
      if (actor === null || !canReadEmitidosPropios(actor)) {
        throw new CallError('UNAUTHENTICATED', 'Ingrese al portal para ver sus documentos.');
      }
      const id = ARCHIVO.exec(archivo)?.[1];
      if (id === undefined) throw refuse('NOT_FOUND', ERRORES.noExiste);
      const row = await readEmitido(services.db, id, actor);
      const pdf = await readPdfEmitido(services, row);
      return sendPdf(request, reply, pdf, `${formatFolioEmitido(row.folio)}.pdf`);
    });
  };
