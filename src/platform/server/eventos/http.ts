import sse from '@fastify/sse';
import type { FastifyInstance } from 'fastify';
import { CallError } from '../../shared/errors.ts';
import {
  CABECERA_EVENTOS,
  EVENTOS_PATH,
  type Evento,
  LATIDO_SEGUNDOS,
  type Tema,
} from '../../shared/eventos.ts';
import { isSignedIn, isStaff } from '../../shared/policy.ts';
import { authorise } from '../http/authorise.ts';
import type { AppOptions } from '../http/types.ts';
import { eventStreams } from '../metrics.ts';
import type { Services } from '../services.ts';
import type { SesionViva } from './types.ts';

/** Streams of one account, and of one process. */
const MAX_PER_ACCOUNT = 4;
const MAX_STREAMS = 5_000;
/** A stream ends after this long, so that none outlives a change that was not told. */
const LIFE_MS = 600_000;
/** How often the sessions of the open streams are asked for again. */
const ASK_MS = 30_000;
/** Bytes that a reader may leave unread. */
const MAX_UNSENT = 65_536;
/** Seconds within which browsers come back, at random, when the server stops. */
const RETURN_SECONDS = 5;

type Stream = {
  readonly uid: string;
  readonly sid: string;
  readonly staff: boolean;
  readonly send: (evento: Evento) => void;
  readonly end: () => void;
};

declare module '../feature.ts' {
  interface Slots {
    /** The account of a session that is in force, as it is now; null: it ended or its account is disabled. Never counts as activity. */
    sesionViva: SesionViva;
  }
}

/**
 * `GET /eventos`: the stream of events of an account (server-sent events). It carries no content; the session is asked for again every
 * 30 s and when it ends, or its role changes, the stream says so and ends.
 */
export const registerEventos = async (
  app: FastifyInstance,
  services: Services,
  { resolveActor, sesionViva }: Pick<AppOptions, 'resolveActor' | 'sesionViva'>,
): Promise<void> => {
  await app.register(sse as never, { heartbeatInterval: LATIDO_SEGUNDOS * 1000 } as never);
  const streams = new Set<Stream>();

  const review = setInterval(() => {
    for (const stream of streams) {
      void sesionViva(services, stream.sid).then(
        (now) => {
          if (now?.uid === stream.uid && now.staff === stream.staff) return;
          stream.send({ tipo: 'sesion', datos: {} });
          stream.end();
        },
        // The database is away: asked again at the next round.
        () => {},
      );
    }
  }, ASK_MS);
  review.unref();

  app.addHook('preClose', async () => {
    clearInterval(review);
    for (const stream of streams) {
      stream.send({ tipo: 'adios', datos: { segundos: RETURN_SECONDS } });
      stream.end();
    }
  });

  app.get(
    EVENTOS_PATH,
    { sse: { kind: 'only' }, config: { data: true } } as object,
    async (request, reply) => {
      if (request.headers[CABECERA_EVENTOS] === undefined) {
        throw new CallError('PERMISSION_DENIED', 'Los eventos solo se abren desde el portal.');
      }
      const actor = await authorise(request, services, resolveActor);
      if (!actor || !isSignedIn(actor)) {
        throw new CallError('UNAUTHENTICATED', 'Su sesión terminó. Ingrese de nuevo.');
      }
      const mine = [...streams].filter(({ uid }) => uid === actor.uid);
      if (streams.size >= MAX_STREAMS) {
        throw new CallError('UNAVAILABLE', 'Hay mucha gente en este momento.');
      }
      // The newest browser is the one that is looked at.
      if (mine.length >= MAX_PER_ACCOUNT) mine[0]!.end();

      const { sse: out } = reply as unknown as {
        sse: {
          keepAlive: () => void;
          close: () => void;
          send: (message: object) => Promise<void>;
        };
      };
      const socket = reply.raw;
      const staff = isStaff(actor);
      const temas: Tema[] = [`cuenta:${actor.uid}`, ...(staff ? (['bandeja'] as const) : [])];
      reply.header('cache-control', 'no-store, no-transform').header('x-accel-buffering', 'no');
      out.keepAlive();

      let ended = false;
      const end = () => {
        if (ended) return;
        ended = true;
        clearTimeout(old);
        unsubscribe();
        streams.delete(stream);
        eventStreams.set(streams.size);
        out.close();
        socket.end();
      };
      const send = (evento: Evento) => {
        if (ended) return;
        if (socket.writableLength > MAX_UNSENT) {
          end();
          // An orderly end would wait for a reader who does not read.
          socket.destroy();
          return;
        }
        out.send({ event: evento.tipo, data: evento.datos }).catch(end);
      };
      const stream: Stream = { uid: actor.uid, sid: actor.sid, staff, send, end };
      const unsubscribe = services.eventos.subscribe(temas, send);
      const old = setTimeout(() => {
        send({ tipo: 'adios', datos: { segundos: 1 } });
        end();
      }, LIFE_MS);
      old.unref();
      streams.add(stream);
      eventStreams.set(streams.size);
      socket.on('close', end);
      send({ tipo: 'conectado', datos: {} });
    },
  );
};
