import type { FastifyReply } from 'fastify';
import { authorise } from '../../../../platform/server/http/authorise.ts';
import type { AppOptions, HttpRoutes } from '../../../../platform/server/http/types.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { canApplyPosgrado, canEvaluatePosgrado } from '../../policy.ts';
import { panelIcsPath } from '../routes.ts';
import { writeEntrevistaIcs, writePanelIcs } from './service.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const nothing = () => new CallError('NOT_FOUND', 'No hay una entrevista en esta dirección.');

const sendIcs = (reply: FastifyReply, text: string, name: string) =>
  reply
    .type('text/calendar; charset=utf-8')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename="${name}.ics"`)
    .header('x-content-type-options', 'nosniff')
    .header('x-robots-tag', 'noindex')
    .send(text);

/**
 * `GET /entrevistas/{solicitudId}/{etapaId}.ics`: one's own interview, for its applicant; to everybody else there is none.
 * `GET /entrevistas/panel.ics`: the interviews of one's panels.
 */
export const entrevistasRoutes =
  ({ resolveActor }: Pick<AppOptions, 'resolveActor'>): HttpRoutes =>
  (app, services) => {
    const requireActor = async (
      request: Parameters<typeof authorise>[0],
      policy: typeof canApplyPosgrado,
    ) => {
      const actor = await authorise(request, services, resolveActor);
      if (!actor || !policy(actor)) {
        throw new CallError('UNAUTHENTICATED', 'Ingrese al portal y abra de nuevo este enlace.');
      }
      return actor;
    };
    app.get(panelIcsPath, async (request, reply) => {
      const { personaId } = await requireActor(request, canEvaluatePosgrado);
      if (personaId === null) throw nothing();
      return sendIcs(reply, await writePanelIcs(services, personaId), 'entrevistas');
    });
    app.get('/entrevistas/:solicitud/:archivo', async (request, reply) => {
      const { personaId } = await requireActor(request, canApplyPosgrado);
      const { solicitud, archivo } = request.params as { solicitud: string; archivo: string };
      const etapa = archivo.endsWith('.ics') ? archivo.slice(0, -'.ics'.length) : '';
      if (personaId === null || !UUID.test(solicitud) || !UUID.test(etapa)) throw nothing();
      const de = { solicitudId: solicitud, etapaId: etapa, personaId };
      return sendIcs(reply, await writeEntrevistaIcs(services, de), 'entrevista');
    });
  };
