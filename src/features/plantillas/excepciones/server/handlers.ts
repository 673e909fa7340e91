import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { Given } from '../../../../platform/server/feature.ts';
import * as contract from '../contract.ts';
import { canManageExcepciones } from '../policy.ts';
import { presentExcepcion } from './present.ts';
import {
  decideExcepcion,
  readExcepciones,
  requestExcepcion,
  requirePersonaId,
  sujetoOf,
  withdrawExcepcion,
} from './service.ts';

const policy = canManageExcepciones;

/** How staff excuse one person from one rule, two of them at least. */
export const excepcionesHandlers = ({ one }: Given): Handler[] => [
  handle(contract.listExcepcionesReglas, {
    policy,
    // One may see what was decided about oneself.
    noSobreUnoMismo: null,
    async run(input, { actor, services: { db, now } }) {
      const rows = await readExcepciones(db, input);
      const uids = rows.flatMap(({ pedido_por, decidido_por, retirado_por }) =>
        [pedido_por, decidido_por, retirado_por].filter((uid) => uid !== null),
      );
      const nombres = await one('nombresDeCuentas')(db, [...new Set(uids)]);
      const like = { nombres, uid: actor.uid, ahora: now() };
      return { excepciones: rows.map((row) => presentExcepcion(row, like)) };
    },
  }),

  handle(contract.requestExcepcionRegla, {
    policy,
    noSobreUnoMismo: {
      sujeto: async ({ clave }, { services: { db } }) => ({
        personaIds: [await requirePersonaId(db, clave)],
      }),
    },
    async run(input, ctx) {
      const { db } = ctx.services;
      return { id: await db.transaction().execute((trx) => requestExcepcion(trx, input, ctx)) };
    },
  }),

  handle(contract.decideExcepcionRegla, {
    policy,
    noSobreUnoMismo: { sujeto: sujetoOf },
    async run(input, ctx) {
      await ctx.services.db.transaction().execute((trx) => decideExcepcion(trx, input, ctx));
      return { ok: true as const };
    },
  }),

  handle(contract.withdrawExcepcionRegla, {
    policy,
    noSobreUnoMismo: { sujeto: sujetoOf },
    async run(input, ctx) {
      await ctx.services.db.transaction().execute((trx) => withdrawExcepcion(trx, input, ctx));
      return { ok: true as const };
    },
  }),
];
