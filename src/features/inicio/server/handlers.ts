import { type Handler, handle } from '../../../platform/server/callables.ts';
import { isSignedIn } from '../../../platform/shared/policy.ts';
import { listPendientes } from '../contract.ts';
import { type FuenteDePendientes, findPendientes } from './service.ts';

export const inicioHandlers = (fuentes: readonly FuenteDePendientes[]): Handler[] => [
  handle(listPendientes, {
    policy: isSignedIn,
    run: async (_input, { actor, request, services: { db } }) => {
      const ahora = request.receivedAt;
      return {
        ahora: ahora.toISOString(),
        ...(await findPendientes(db, fuentes, { actor, ahora })),
      };
    },
  }),
];
