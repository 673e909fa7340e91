import { type Handler, handle } from '../../../../../platform/server/callables.ts';
import { canDecideInscripciones } from '../../../policy.ts';
import * as contract from '../contract.ts';
import { selectMensajes } from './data.ts';
import { presentMensaje } from './present.ts';
import { previewMensaje, requestMensaje } from './service.ts';

// Of everybody in a list: whoever writes may be one of them, and is told the same.
const ofMany = { policy: canDecideInscripciones, noSobreUnoMismo: null } as const;

export const mensajesHandlers: Handler[] = [
  handle(contract.previewMensajeInscritos, {
    ...ofMany,
    run: (input, { services: { db } }) => previewMensaje(db, input),
  }),
  handle(contract.sendMensajeInscritos, {
    ...ofMany,
    run: async (input, ctx) => ({ trabajo: await requestMensaje(input, ctx) }),
  }),
  handle(contract.listMensajesInscritos, {
    ...ofMany,
    run: async (de, { services: { db } }) => ({
      mensajes: (await selectMensajes(db, de)).map(presentMensaje),
    }),
  }),
];
