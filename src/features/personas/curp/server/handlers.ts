import { type CallContext, type Handler, handle } from '../../../../platform/server/callables.ts';
import { createLane } from '../../../../platform/server/lane.ts';
import {
  type Ocr,
  OcrImageError,
  OcrUnavailableError,
} from '../../../../platform/server/ocr/index.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { readImagenIne } from '../../../identidad/archivos/server/handlers.ts';
import { getTextFromImage } from '../contract.ts';
import { readCurpText } from './grammar.ts';

/** Reading a card takes a second of a whole core: a few tries a person, not a service. */
const READ_BY_ADDRESS = { name: 'leer-identificacion', max: 120, windowSeconds: 900 };

/**
 * One card is read at a time, turns go round the people, and the bytes of a picture are only fetched when its
 * turn comes. A classroom behind one address fits; who comes after could not be read before the call is given up.
 */
const createTurns = () =>
  createLane({
    atOnce: 1,
    waiting: 30,
    waitingEach: 20,
    tooMany:
      'Hay muchas identificaciones en espera de leerse. Escriba la CURP, o inténtelo de nuevo en un minuto.',
  });

/** Whose turn it is: an account's or, of visitors, their address's. */
const whoseTurn = ({ actor, request }: CallContext<Actor | null>): string =>
  actor && !actor.restricted ? actor.uid : request.ip;

export const curpHandlers = (ocr: Ocr, turns = createTurns()): Handler[] => [
  handle(getTextFromImage, {
    public: true,
    async run({ filename }, ctx) {
      const { signal } = ctx.request;
      await ctx.services.throttle.use(READ_BY_ADDRESS, ctx.request.ip);
      const imagen = await readImagenIne(ctx, filename);
      try {
        const { text, curp } = await turns.run(
          whoseTurn(ctx),
          async () => readCurpText(ocr, await imagen.bytes(), { signal }),
          signal,
        );
        if (curp === null) {
          throw new CallError('NOT_FOUND', 'No se encontró el CURP', { code: 'sin-curp' });
        }
        return text;
      } catch (error) {
        if (error instanceof OcrImageError) {
          throw new CallError(
            'INVALID_ARGUMENT',
            'La imagen está dañada o no se puede abrir. Tome otra foto o escriba la CURP.',
            { code: 'imagen-danada' },
          );
        }
        if (error instanceof OcrUnavailableError) {
          throw new CallError(
            'UNAVAILABLE',
            'Ahora no se pueden leer imágenes. Escriba la CURP, o inténtelo en unos minutos.',
          );
        }
        throw error;
      }
    },
  }),
];
