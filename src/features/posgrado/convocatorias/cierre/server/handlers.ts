import { type Handler, handle } from '../../../../../platform/server/callables.ts';
import { requireAjeno } from '../../../acceso/server/service.ts';
import { canDecidePosgrado, canManagePosgrado } from '../../../policy.ts';
import * as contract from '../contract.ts';
import { cancelConvocatoria, concludeConvocatoria } from './service.ts';

export const cierreHandlers: Handler[] = [
  handle(contract.cancelConvocatoria, {
    policy: canDecidePosgrado,
    // About a call.
    noSobreUnoMismo: null,
    async run(input, ctx) {
      await ctx.services.db.transaction().execute((trx) => cancelConvocatoria(trx, input, ctx));
      return { ok: true as const };
    },
  }),

  handle(contract.endConvocatoria, {
    policy: canManagePosgrado,
    // About a call.
    noSobreUnoMismo: null,
    async run({ id }, { actor, services: { db, now } }) {
      await requireAjeno(db, actor, id);
      await db.transaction().execute((trx) => concludeConvocatoria(trx, id, now()));
      return { ok: true as const };
    },
  }),
];
