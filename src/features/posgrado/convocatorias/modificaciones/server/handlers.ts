import { type Handler, handle } from '../../../../../platform/server/callables.ts';
import { canDecidePosgrado, canManagePosgrado } from '../../../policy.ts';
import * as contract from '../contract.ts';
import {
  decideModificacion,
  requestModificacion,
  requestPublicacion,
  withdrawModificacion,
} from './service.ts';

/** How a call is published and changed: one person proposes, another one of the staff puts it in force. */
export const modificacionesHandlers: Handler[] = [
  handle(contract.requestPublicacionConvocatoria, {
    policy: canDecidePosgrado,
    // About a call.
    noSobreUnoMismo: null,
    run: async (input, ctx) => ({
      publicada: await ctx.services.db
        .transaction()
        .execute((trx) => requestPublicacion(trx, input, ctx)),
    }),
  }),

  handle(contract.requestModificacionConvocatoria, {
    policy: canDecidePosgrado,
    // About a call.
    noSobreUnoMismo: null,
    run: async (input, ctx) => ({
      id: await ctx.services.db
        .transaction()
        .execute((trx) => requestModificacion(trx, input, ctx)),
    }),
  }),

  handle(contract.decideModificacionConvocatoria, {
    policy: canManagePosgrado,
    // About a call.
    noSobreUnoMismo: null,
    run: async (input, ctx) => ({
      estado: await ctx.services.db
        .transaction()
        .execute((trx) => decideModificacion(trx, input, ctx)),
    }),
  }),

  handle(contract.withdrawModificacionConvocatoria, {
    policy: canManagePosgrado,
    // About a call.
    noSobreUnoMismo: null,
    async run(input, ctx) {
      await ctx.services.db.transaction().execute((trx) => withdrawModificacion(trx, input, ctx));
      return { ok: true as const };
    },
  }),
];
