import { type Handler, handle } from '../../../../../platform/server/callables.ts';
import type { Given } from '../../../../../platform/server/feature.ts';
import { withConvocatorias } from '../../../pasos/server/service.ts';
import { canDecideInscripciones } from '../../../policy.ts';
import { requireAjeno } from '../../server/service.ts';
import * as contract from '../contract.ts';
import { selectMensajes } from './data.ts';
import { presentMensaje } from './present.ts';
import { plantillaDe, previewMensaje, requestMensaje } from './service.ts';

// Of everybody in a list: whoever writes may be one of them, and is told the same.
const ofMany = { policy: canDecideInscripciones, noSobreUnoMismo: null } as const;

export const mensajesHandlers = (given: Given): Handler[] => [
  handle(contract.previewMensajeInscritos, {
    ...ofMany,
    async run(input, { actor, services }) {
      const de = { plantillaId: plantillaDe(input.a) };
      await requireAjeno(services.db, withConvocatorias(services, given), actor, de);
      return previewMensaje(services.db, input);
    },
  }),
  handle(contract.sendMensajeInscritos, {
    ...ofMany,
    async run(input, ctx) {
      const { actor, services } = ctx;
      const de = { plantillaId: plantillaDe(input.a) };
      await requireAjeno(services.db, withConvocatorias(services, given), actor, de);
      return { trabajo: await requestMensaje(input, ctx) };
    },
  }),
  handle(contract.listMensajesInscritos, {
    ...ofMany,
    async run(de, { actor, services }) {
      await requireAjeno(services.db, withConvocatorias(services, given), actor, de);
      return { mensajes: (await selectMensajes(services.db, de)).map(presentMensaje) };
    },
  }),
];
