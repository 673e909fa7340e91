import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { Given } from '../../../../platform/server/feature.ts';
import { canDecidePosgrado, canManagePosgrado } from '../../policy.ts';
import * as contract from '../contract.ts';
import { presentFila, presentRankings } from './present.ts';
import {
  approveRanking,
  calculateRanking,
  cancelAprobado,
  readFilas,
  readPaginaDeCambios,
  readRanking,
} from './service.ts';

const policy = canManagePosgrado;

/** Rankings of a call, for staff that have no part in it. */
export const rankingHandlers = ({ one }: Given): Handler[] => [
  handle(contract.getRanking, {
    policy,
    async run(input, ctx) {
      const found = await readRanking(input, ctx);
      const uids = found.rankings.flatMap(({ calculado_por, aprobado_por }) =>
        [calculado_por, aprobado_por].filter((uid) => uid !== null),
      );
      const nombres = await one('nombresDeCuentas')(ctx.services.db, [...new Set(uids)]);
      return presentRankings(found, { nombres, uid: ctx.actor.uid });
    },
  }),

  handle(contract.listFilasRanking, {
    policy,
    async run(input, ctx) {
      const { total, filas, entradas } = await readFilas(input, ctx);
      return { total, filas: filas.map((fila) => presentFila(fila, entradas)) };
    },
  }),

  handle(contract.listCambiosRanking, {
    policy,
    run: (input, ctx) => readPaginaDeCambios(input, ctx),
  }),

  handle(contract.createRanking, {
    policy,
    // It is about a call, and nobody with a part in it acts on it (`requireAjeno`).
    noSobreUnoMismo: null,
    async run(input, ctx) {
      const { db } = ctx.services;
      return db.transaction().execute((trx) => calculateRanking(trx, input, ctx));
    },
  }),

  handle(contract.publishRanking, {
    policy: canDecidePosgrado,
    // It is about a call, and nobody with a part in it acts on it (`requireAjeno`).
    noSobreUnoMismo: null,
    async run(input, ctx) {
      const { receivedAt } = ctx.request;
      const en = await ctx.services.db
        .transaction()
        .execute((trx) => approveRanking(trx, input, { ...ctx, receivedAt }));
      return { publicarEn: en.toISOString() };
    },
  }),

  handle(contract.cancelPublicacion, {
    policy: canDecidePosgrado,
    // It is about a call, and nobody with a part in it acts on it (`requireAjeno`).
    noSobreUnoMismo: null,
    async run(input, ctx) {
      await ctx.services.db.transaction().execute((trx) => cancelAprobado(trx, input, ctx));
      return { ok: true as const };
    },
  }),
];
