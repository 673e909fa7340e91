import type { FastifyReply } from 'fastify';
import type { Slots } from '../../../../platform/server/feature.ts';
import { authorise } from '../../../../platform/server/http/authorise.ts';
import type { AppOptions, HttpRoutes } from '../../../../platform/server/http/types.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { canSeeOferta } from '../../policy.ts';
import { writeEdicionIcs, writeSuscripcionIcs } from './service.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const nothing = () => new CallError('NOT_FOUND', 'No hay un calendario en esta dirección.');

/** The name without its `.ics`. */
const nameOf = (params: unknown): string => {
  const { archivo } = params as { archivo: string };
  if (!archivo.endsWith('.ics')) throw nothing();
  return archivo.slice(0, -'.ics'.length);
};

const sendIcs = (reply: FastifyReply, text: string, name: string) =>
  reply
    .type('text/calendar; charset=utf-8')
    .header('cache-control', 'private, no-store')
    .header('content-disposition', `attachment; filename="${name}.ics"`)
    .header('x-content-type-options', 'nosniff')
    .header('x-robots-tag', 'noindex')
    .send(text);

/**
 * `GET /calendario/edicion/{id}.ics`: one edition, for whoever has signed in.
 * `GET /calendario/{clave}.ics`: an account's calendar, for whoever has its key; nobody signs in for it.
 */
export const calendarioRoutes =
  ({
    resolveActor,
    ownerNow,
  }: Pick<AppOptions, 'resolveActor'> & Pick<Slots, 'ownerNow'>): HttpRoutes =>
  (app, services) => {
    app.get('/calendario/edicion/:archivo', async (request, reply) => {
      const actor = await authorise(request, services, resolveActor);
      if (!canSeeOferta(actor)) throw new CallError('UNAUTHENTICATED', 'Ingrese para continuar.');
      const id = nameOf(request.params);
      if (!UUID.test(id)) throw nothing();
      return sendIcs(reply, await writeEdicionIcs(services, id), `edicion-${id.slice(0, 8)}`);
    });
    app.get('/calendario/:archivo', async (request, reply) => {
      const clave = nameOf(request.params);
      const text = await writeSuscripcionIcs(services, ownerNow, { clave, ip: request.ip });
      return sendIcs(reply, text, 'mis-cursos');
    });
  };
