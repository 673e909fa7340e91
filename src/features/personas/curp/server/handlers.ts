import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { readImagenIne } from '../../../identidad/archivos/server/service.ts';
import { getTextFromImage } from '../contract.ts';
import { createTurns, READ_BY_ADDRESS, readIdentificacion, turnoDeLectura } from './service.ts';

export const curpHandlers = (turns = createTurns()): Handler[] => [
  handle(getTextFromImage, {
    public: true,
    async run({ filename }, ctx) {
      const { ip, signal } = ctx.request;
      const { ocr, throttle } = ctx.services;
      await throttle.use(READ_BY_ADDRESS, ip);
      const imagen = await readImagenIne(ctx, filename);
      return readIdentificacion(ocr, imagen.bytes, { turns, turn: turnoDeLectura(ctx), signal });
    },
  }),
];
