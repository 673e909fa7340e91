import { type Handler, handle } from '../../../platform/server/callables.ts';
import type { Slots } from '../../../platform/server/feature.ts';
import * as contract from '../contract.ts';
import { canSeeOferta } from '../policy.ts';
import { readEdicionOfrecida, readFechas, readFiltros, readOferta } from './service.ts';

export const ofertaHandlers = (reglas: Slots['elegibilidad']): Handler[] => [
  handle(contract.listEdicionesOferta, {
    policy: canSeeOferta,
    run: (input, { actor, request, services: { db } }) =>
      readOferta(db, input, { actor, ahora: request.receivedAt, reglas }),
  }),
  handle(contract.getFiltrosOferta, {
    policy: canSeeOferta,
    run: (_input, { request, services: { db } }) => readFiltros(db, request.receivedAt),
  }),
  handle(contract.listFechasOferta, {
    policy: canSeeOferta,
    run: (input, { actor, request, services: { db } }) =>
      readFechas(db, input, { actor, ahora: request.receivedAt, reglas }),
  }),
  handle(contract.getEdicionOferta, {
    policy: canSeeOferta,
    run: ({ edicionId }, { actor, request, services: { db } }) =>
      readEdicionOfrecida(db, edicionId, { actor, ahora: request.receivedAt, reglas }),
  }),
];
