import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { canApplyPosgrado } from '../../policy.ts';
import * as contract from '../contract.ts';
import { readPropio, readResultados } from './service.ts';

/** Results: those that anybody may read, and one's own. */
export const publicacionHandlers: Handler[] = [
  handle(contract.getResultados, {
    public: true,
    run: ({ edicionId }, { services }) => readResultados(services, edicionId),
  }),

  handle(contract.getResultado, {
    policy: canApplyPosgrado,
    async run(input, ctx) {
      return { resultado: await readPropio(input, ctx) };
    },
  }),
];
