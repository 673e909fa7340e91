import { createLane, type Lane } from '../../../../platform/server/lane.ts';
import {
  type Ocr,
  OcrImageError,
  OcrUnavailableError,
} from '../../../../platform/server/ocr/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { readCurpText } from './grammar.ts';

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
export const turnoDeLectura = ({
  actor,
  request,
}: Pick<Asking<Actor | null>, 'actor' | 'request'>): string =>
  actor && !actor.restricted ? actor.uid : request.ip;

/** What whoever sent a picture that could not be read is told. */
const asRefusal = (error: unknown): unknown => {
  if (error instanceof OcrImageError) {
    return new CallError(
      'INVALID_ARGUMENT',
      'La imagen está dañada o no se puede abrir. Tome otra foto o escriba la CURP.',
      { code: 'imagen-danada' },
    );
  }
  if (error instanceof OcrUnavailableError) {
    return new CallError(
      'UNAVAILABLE',
      'Ahora no se pueden leer imágenes. Escriba la CURP, o inténtelo en unos minutos.',
    );
  }
  return error;
};

/**
 * The text of the picture of an identity document, in its turn. `bytes` gives the picture when that comes.
 *
 * @throws {CallError} NOT_FOUND (`sin-curp`): no CURP could be read on it; INVALID_ARGUMENT (`imagen-danada`): it is
 * no picture; UNAVAILABLE: nothing is read now.
 */
export const readIdentificacion = async (
  ocr: Ocr,
  bytes: () => Promise<Uint8Array | string>,
  { turns, turn, signal }: { turns: Lane; turn: string; signal: AbortSignal },
): Promise<string> => {
  const { text, curp } = await turns
    .run(turn, async () => readCurpText(ocr, await bytes(), { signal }), signal)
    .catch((error: unknown) => {
      throw asRefusal(error);
    });
  if (curp === null) {
    throw new CallError('NOT_FOUND', 'No se encontró el CURP', { code: 'sin-curp' });
  }
  return text;
};
