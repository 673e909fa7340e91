import { authorise } from '../../../platform/server/http/authorise.ts';
import { sendPdf } from '../../../platform/server/http/pdf.ts';
import { sendKept } from '../../../platform/server/http/send-kept.ts';
import type { AppOptions, HttpRoutes } from '../../../platform/server/http/types.ts';
import { CallError, refuse } from '../../../platform/shared/errors.ts';
import { readAdjunto } from '../adjuntos/server/service.ts';
import { ERRORES_SOPORTE as ERRORES } from '../errors.ts';
import { canAskSoporte } from '../policy.ts';
import { formatFolio } from '../rules.ts';
import { readPdfTranscripcion } from '../transcripcion/server/service.ts';
import { requireConversacion } from './service.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * `GET /soporte/adjuntos/{id}[?descargar=1]`: a file of a conversation; `GET /soporte/conversaciones/{id}.pdf`: the transcript of a
 * closed one. For its person and for staff.
 */
export const soporteRoutes =
  ({ resolveActor }: Pick<AppOptions, 'resolveActor'>): HttpRoutes =>
  (app, services) => {
    app.get('/soporte/conversaciones/:archivo', async (request, reply) => {
      const { archivo } = request.params as { archivo: string };
      const id = archivo.replace(/\.pdf$/, '');
      const actor = await authorise(request, services, resolveActor);
      if (!actor || !canAskSoporte(actor)) {
        throw new CallError('UNAUTHENTICATED', 'Ingrese para ver esta transcripción.');
      }
      if (!UUID.test(id)) throw refuse('NOT_FOUND', ERRORES.noExiste);
      const row = await requireConversacion(services.db, id, actor);
      if (row.cerrada_en === null || row.borrada_en !== null) {
        throw refuse('NOT_FOUND', ERRORES.noExiste);
      }
      const pdf = await readPdfTranscripcion(services, row);
      return sendPdf(request, reply, pdf, `conversacion-${formatFolio(row.folio)}.pdf`);
    });
    app.get('/soporte/adjuntos/:id', { compress: false }, async (request, reply) => {
      const { id } = request.params as { id: string };
      const { descargar } = request.query as Record<string, unknown>;
      const actor = await authorise(request, services, resolveActor);
      if (!actor || !canAskSoporte(actor)) {
        throw new CallError('UNAUTHENTICATED', 'Ingrese para ver este archivo.');
      }
      const mayRead = async (conversacionId: string) =>
        requireConversacion(services.db, conversacionId, actor).then(
          ({ persona_id: personaId, propia }) => ({ personaId, propia }),
          (error: unknown) => {
            if (error instanceof CallError && error.status === 'NOT_FOUND') return null;
            throw error;
          },
        );
      const found = UUID.test(id) ? await readAdjunto(services, id, mayRead) : null;
      if (!found) throw refuse('NOT_FOUND', ERRORES.noExiste);
      return sendKept(services, reply, {
        kept: found,
        contentType: found.content_type,
        nombre: found.nombre,
        bytes: found.bytes,
        owner: actor.uid,
        save: descargar === '1',
      });
    });
  };
