import { type Handler, handle } from '../../../../../platform/server/callables.ts';
import { canDecidePosgrado, canManagePosgrado } from '../../../policy.ts';
import * as contract from '../contract.ts';
import {
  decideExclusion,
  readSensibles,
  readSolicitud,
  readSolicitudes,
  requestExclusion,
  sujetoDeExclusion,
  sujetoDeSolicitud,
  withdrawExclusion,
} from './service.ts';

export const aspirantesHandlers: Handler[] = [
  handle(contract.listSolicitudesConvocatoria, {
    policy: canManagePosgrado,
    run: (input, ctx) => readSolicitudes(input, ctx),
  }),

  handle(contract.getSolicitudConvocatoria, {
    policy: canManagePosgrado,
    run: ({ id }, ctx) => readSolicitud(id, ctx),
  }),

  handle(contract.getSensiblesSolicitud, {
    policy: canManagePosgrado,
    noSobreUnoMismo: { sujeto: ({ id }, { services: { db } }) => sujetoDeSolicitud(db, id) },
    run: (input, ctx) => readSensibles(input, ctx),
  }),

  handle(contract.requestExclusionSolicitud, {
    policy: canDecidePosgrado,
    noSobreUnoMismo: {
      sujeto: ({ solicitudId }, { services: { db } }) => sujetoDeSolicitud(db, solicitudId),
    },
    run: async (input, ctx) => ({
      id: await ctx.services.db.transaction().execute((trx) => requestExclusion(trx, input, ctx)),
    }),
  }),

  handle(contract.decideExclusionSolicitud, {
    policy: canManagePosgrado,
    noSobreUnoMismo: { sujeto: ({ id }, { services: { db } }) => sujetoDeExclusion(db, id) },
    run: async (input, ctx) => ({
      estado: await ctx.services.db
        .transaction()
        .execute((trx) => decideExclusion(trx, input, ctx)),
    }),
  }),

  handle(contract.withdrawExclusionSolicitud, {
    policy: canManagePosgrado,
    noSobreUnoMismo: { sujeto: ({ id }, { services: { db } }) => sujetoDeExclusion(db, id) },
    async run({ id }, ctx) {
      await ctx.services.db.transaction().execute((trx) => withdrawExclusion(trx, id, ctx));
      return { ok: true as const };
    },
  }),
];
