import { type Handler, handle } from '../../../../../platform/server/callables.ts';
import { canReadDisenos, canWriteDisenos } from '../../../policy.ts';
import * as contract from '../contract.ts';
import { selectImagenes } from './data.ts';
import { createImagen } from './service.ts';

export const imagenesHandlers: Handler[] = [
  handle(contract.listImagenesDiseno, {
    policy: canReadDisenos,
    run: async (_input, { services: { db } }) => ({ imagenes: await selectImagenes(db) }),
  }),

  handle(contract.createImagenDiseno, {
    policy: canWriteDisenos,
    noSobreUnoMismo: null,
    run: (input, ctx) =>
      ctx.services.db.transaction().execute((trx) => createImagen(trx, input, ctx)),
  }),
];
