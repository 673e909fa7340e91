import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { canManageFactor } from '../../policy.ts';
import * as contract from '../contract.ts';
import { selectIntentos } from './data.ts';
import { flushIntentos } from './service.ts';

export const intentosHandlers: Handler[] = [
  handle(contract.listIntentosFallidos, {
    policy: canManageFactor,
    async run(_input, { actor, services }) {
      await flushIntentos(services);
      const rows = await selectIntentos(services.db, actor.uid);
      return rows.map((row) => ({
        ...row,
        primera: row.primera.toISOString(),
        ultima: row.ultima.toISOString(),
      }));
    },
  }),
];
