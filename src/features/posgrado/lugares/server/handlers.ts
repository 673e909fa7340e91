import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { Given } from '../../../../platform/server/feature.ts';
import { canApplyPosgrado } from '../../policy.ts';
import { acceptPropio, readPropio } from '../confirmacion/server/service.ts';
import * as contract from '../contract.ts';

/** The applicant's own seat. */
export const lugaresHandlers = (given: Given): Handler[] => [
  handle(contract.getLugarPosgrado, {
    policy: canApplyPosgrado,
    run: ({ solicitudId }, { actor, request, services }) =>
      readPropio(services.db, { solicitudId, personaId: actor.personaId }, request.receivedAt),
  }),

  handle(contract.acceptLugarPosgrado, {
    policy: canApplyPosgrado,
    run: ({ solicitudId }, { actor, request, services }) =>
      acceptPropio(services, {
        ...{ solicitudId, personaId: actor.personaId, receivedAt: request.receivedAt },
        proveedores: given.all('hechos'),
      }),
  }),
];
