import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { OcrImageError, OcrUnavailableError } from '../../../../platform/server/ocr/index.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { readImagenIne } from '../../../identidad/archivos/server/service.ts';
import { getTextFromImage } from '../contract.ts';
import { readCurpText } from './grammar.ts';
import { createTurns, READ_BY_ADDRESS, whoseTurn } from './service.ts';

export const curpHandlers = (turns = createTurns()): Handler[] => [
  handle(getTextFromImage, {
    public: true,
    async run({ filename }, ctx) {
      const { signal } = ctx.request;
      await ctx.services.throttle.use(READ_BY_ADDRESS, ctx.request.ip);
      const imagen = await readImagenIne(ctx, filename);
      try {
        const { text, curp } = await turns.run(
          whoseTurn(ctx),
          async () => readCurpText(ctx.services.ocr, await imagen.bytes(), { signal }),
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
