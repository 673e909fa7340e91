import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { Slots } from '../../../../platform/server/feature.ts';
import { readFaltasParaInscribirse } from '../../../personas/completitud/server/service.ts';
import { listOfertas } from '../contract.ts';
import { canSeeOfertas } from '../policy.ts';
import { readOfertas } from './service.ts';

export const ofertasHandlers = (reglas: Slots['elegibilidad']): Handler[] => [
  handle(listOfertas, {
    policy: canSeeOfertas,
    run: async (_input, { actor, request: { receivedAt: ahora }, services: { db } }) => ({
      ahora: ahora.toISOString(),
      ofertas: await readOfertas(db, { actor, ahora, reglas }),
      faltas: await readFaltasParaInscribirse(db, actor.personaId),
    }),
  }),
];
