import { type Handler, handle } from '../../../../platform/server/callables.ts';
import {
  type Ocr,
  OcrImageError,
  OcrUnavailableError,
} from '../../../../platform/server/ocr/index.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { readImagenIne } from '../../../identidad/archivos/server/handlers.ts';
import { getTextFromImage } from '../contract.ts';
import { readCurpText } from './grammar.ts';

/** Reading a card takes a second of a whole core: a few tries a person, not a service. */
const READ_BY_ADDRESS = { name: 'leer-identificacion', max: 120, windowSeconds: 900 };

export const curpHandlers = (ocr: Ocr): Handler[] => [
  handle(getTextFromImage, {
    public: true,
    async run({ filename }, ctx) {
      await ctx.services.throttle.use(READ_BY_ADDRESS, ctx.request.ip);
      const { bytes } = await readImagenIne(ctx, filename);
      try {
        const { text, curp } = await readCurpText(ocr, bytes, { signal: ctx.request.signal });
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
