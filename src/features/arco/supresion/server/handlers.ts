import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { Supresion } from '../../../../platform/server/supresiones.ts';
import * as contract from '../../contract.ts';
import { canSuprimir } from '../../policy.ts';
import { presentWith } from '../../server/present.ts';
import { sujetoOf } from '../../server/service.ts';
import { confirmSupresion, previewSupresion } from './service.ts';

export const supresionHandlers = (supresiones: readonly Supresion[]): Handler[] => [
  handle(contract.previewSupresionArco, {
    policy: canSuprimir,
    noSobreUnoMismo: { sujeto: sujetoOf },
    run: (input, { services }) =>
      services.db.transaction().execute((trx) => previewSupresion(trx, supresiones, input)),
  }),

  handle(contract.confirmSupresionArco, {
    policy: canSuprimir,
    noSobreUnoMismo: { sujeto: sujetoOf },
    async run(input, ctx) {
      const row = await confirmSupresion(supresiones, input, ctx);
      return presentWith(ctx.services.db, row, ctx.services.now());
    },
  }),
];
