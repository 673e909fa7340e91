import { createLane } from '../../../../platform/server/lane.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';

/** Reading a card takes a second of a whole core: a few tries a person, not a service. */
export const READ_BY_ADDRESS = { name: 'leer-identificacion', max: 120, windowSeconds: 900 };

/**
 * One card is read at a time, turns go round the people, and the bytes of a picture are only fetched when its
 * turn comes. A classroom behind one address fits; who comes after could not be read before the call is given up.
 */
export const createTurns = () =>
  createLane({
    atOnce: 1,
    waiting: 30,
    waitingEach: 20,
    tooMany:
      'Hay muchas identificaciones en espera de leerse. Escriba la CURP, o inténtelo de nuevo en un minuto.',
  });

/** Whose turn it is: an account's or, of visitors, their address's. */
export const whoseTurn = ({
  actor,
  request,
}: Pick<Asking<Actor | null>, 'actor' | 'request'>): string =>
  actor && !actor.restricted ? actor.uid : request.ip;
