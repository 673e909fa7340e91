import type { FastifyReply, FastifyRequest } from 'fastify';
import { buildFormato } from '../../../platform/server/hojas/formato.ts';
import { authorise } from '../../../platform/server/http/authorise.ts';
import type { AppOptions, HttpRoutes } from '../../../platform/server/http/types.ts';
import type { Services } from '../../../platform/server/services.ts';
import type { Actor } from '../../../platform/shared/actor.ts';
import { CallError } from '../../../platform/shared/errors.ts';
import type { ArchivoRecibido } from '../contract.ts';
import { canUseTrabajos } from '../policy.ts';

const TYPES = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;

const UPLOADS = { name: 'importacion-subida', max: 60, windowSeconds: 3_600 };
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** A file's name as it was given, without what could be a path or break a header. */
const cleanName = (name: string): string =>
  name
    .split(/[\\/]/)
    .pop()!
    .replace(/[\p{Cc}\p{Cf}"]/gu, '')
    .trim()
    .slice(-120) || 'archivo';

const asDownload = (reply: FastifyReply, nombre: string, tipo: keyof typeof TYPES) =>
  reply
    .type(TYPES[tipo])
    .header('cache-control', 'private, no-store')
    .header(
      'content-disposition',
      `attachment; filename="${nombre.normalize('NFD').replace(/[^\x20-\x7e]|"/g, '')}"; filename*=UTF-8''${encodeURIComponent(nombre)}`,
    );

/**
 * Spreadsheets over plain HTTP: `POST /api/importaciones?hoja=…&nombre=…` (the file's bytes as the
 * body; `hojaDelLibro`: the worksheet to read, from 0), `GET /api/importaciones/formatos/{hoja}` and `GET /api/exportaciones/{id}`.
 */
export const trabajosHttp =
  ({ resolveActor }: Pick<AppOptions, 'resolveActor'>): HttpRoutes =>
  (app, services) => {
    const actorOf = async (request: FastifyRequest): Promise<Actor> => {
      const actor = await authorise(request, services, resolveActor);
      if (actor && canUseTrabajos(actor)) return actor;
      throw new CallError(
        'UNAUTHENTICATED',
        'Su sesión terminó o no ha ingresado. Ingrese para continuar.',
      );
    };

    app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      // The bytes are read while they arrive, straight to a file.
      scope.addContentTypeParser('*', (_request, _payload, done) => done(null));
      scope.post(
        '/api/importaciones',
        async (request, reply): Promise<{ result: ArchivoRecibido }> => {
          const gone = new AbortController();
          reply.raw.once('close', () => gone.abort());
          try {
            const actor = await actorOf(request);
            return { result: await receive(request, services, actor, gone.signal) };
          } catch (error) {
            // The rest of a refused upload is read and dropped, so that the sender gets the answer.
            if (!request.raw.readableEnded) request.raw.resume();
            throw error;
          }
        },
      );
    });

    app.get('/api/importaciones/formatos/:hoja', async (request, reply) => {
      const actor = await actorOf(request);
      const declared = services.hojas.of((request.params as { hoja: string }).hoja, actor);
      asDownload(reply, `Formato de ${declared.title}.xlsx`, 'xlsx');
      return reply.send(await buildFormato(declared));
    });

    app.get('/api/exportaciones/:id', async (request, reply) => {
      const actor = await actorOf(request);
      const { id } = request.params as { id: string };
      const file = UUID.test(id) ? await services.hojas.files.find(id, actor.uid) : null;
      // Who may no longer see the list may not have what was made of it either.
      if (file) services.hojas.of(file.hoja, actor);
      const stream =
        file && file.clase !== 'importacion' && (await services.hojas.files.open(file));
      if (!file || !stream) {
        throw new CallError(
          'NOT_FOUND',
          'El archivo ya no está: se guardan un día. Pídalo de nuevo.',
        );
      }
      return asDownload(reply, file.nombre, file.tipo).send(stream);
    });
  };

const receive = async (
  request: FastifyRequest,
  services: Services,
  actor: Actor,
  signal: AbortSignal,
): Promise<ArchivoRecibido> => {
  const { hoja, nombre, hojaDelLibro } = request.query as Record<string, unknown>;
  if (typeof hoja !== 'string' || typeof nombre !== 'string') {
    throw new CallError('INVALID_ARGUMENT', 'Faltan la lista (hoja) o el nombre del archivo.');
  }
  const declared = services.hojas.of(hoja, actor);
  if (hojaDelLibro !== undefined && !/^\d{1,3}$/.test(String(hojaDelLibro))) {
    throw new CallError('INVALID_ARGUMENT', 'La hoja del libro (hojaDelLibro) es un número.');
  }
  await services.throttle.use(UPLOADS, actor.uid);
  const { file, ...found } = await services.hojas.receive(declared, {
    request: request.raw,
    nombre: cleanName(nombre),
    propietario: actor.uid,
    hojaDelLibro: hojaDelLibro === undefined ? null : Number(hojaDelLibro),
    signal,
  });
  return { archivo: file.id, nombre: file.nombre, tipo: file.tipo, ...found };
};
