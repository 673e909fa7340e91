import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { canReadEmitidosPropios } from '../../policy.ts';
import { getTarjeta } from '../contract.ts';
import { readTarjeta } from './service.ts';

export const tarjetaHandlers: Handler[] = [
  handle(getTarjeta, {
    policy: canReadEmitidosPropios,
    run: ({ id }, { actor, services }) => readTarjeta(services, id, actor),
  }),
];
