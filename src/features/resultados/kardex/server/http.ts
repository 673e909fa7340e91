import { authorise } from '../../../../platform/server/http/authorise.ts';
import { sendPdf } from '../../../../platform/server/http/pdf.ts';
import type { AppOptions, HttpRoutes } from '../../../../platform/server/http/types.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { canReadKardex } from '../../policy.ts';
import { readPdfKardex } from './service.ts';

/** `GET /kardex/{clave}.pdf[?descargar=1]`: the kárdex of who asks or, for staff, of somebody else. */
export const kardexRoutes =
  ({ resolveActor }: Pick<AppOptions, 'resolveActor'>): HttpRoutes =>
  (app, services) => {
    app.get('/kardex/:archivo', async (request, reply) => {
      const { archivo } = request.params as { archivo: string };
      const actor = await authorise(request, services, resolveActor);
      if (actor === null || !canReadKardex(actor)) {
        throw new CallError('UNAUTHENTICATED', 'Ingrese al portal para ver su kárdex.');
      }
      if (!archivo.endsWith('.pdf')) throw new CallError('NOT_FOUND', 'No existe esa dirección.');
      const pdf = await readPdfKardex(archivo.slice(0, -'.pdf'.length), { actor, services });
      return sendPdf(request, reply, pdf, 'kardex.pdf');
    });
  };
