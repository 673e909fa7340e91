import { type CallContext, type Handler, handle } from '../../../../platform/server/callables.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { ERRORES } from '../../errors.ts';
import { canReviewDocumentos } from '../../policy.ts';
import { findDocumento } from '../../server/data.ts';
import * as contract from '../contract.ts';
import { countEspera } from './data.ts';
import { presentEnRevision, presentEspera } from './present.ts';
import {
  decideRevision,
  endRevision,
  keepRevision,
  readMotivos,
  startRevision,
  withdrawDecision,
} from './service.ts';

const DONE = { ok: true } as const;

/** Nobody reviews their own documents. */
const noPropio = {
  sujeto: async ({ id }: { id?: string | undefined }, { services }: CallContext<Actor>) => ({
    personaIds: id === undefined ? [] : [(await findDocumento(services.db, id))?.persona_id],
  }),
  rechazo: ERRORES.propio,
};

export const revisionHandlers: Handler[] = [
  handle(contract.getPendientesDocumentos, {
    policy: canReviewDocumentos,
    run: async (_input, { services }) => presentEspera(await countEspera(services.db)),
  }),

  handle(contract.startRevisionDocumento, {
    policy: canReviewDocumentos,
    noSobreUnoMismo: noPropio,
    async run(input, ctx) {
      const { db, now } = ctx.services;
      const row = await db.transaction().execute((trx) => startRevision(trx, input, ctx));
      return {
        documento: row && presentEnRevision(row, now()),
        espera: presentEspera(await countEspera(db)),
        motivos: await readMotivos(db),
      };
    },
  }),

  handle(contract.renewRevisionDocumento, {
    policy: canReviewDocumentos,
    noSobreUnoMismo: noPropio,
    async run({ id }, ctx) {
      await ctx.services.db.transaction().execute((trx) => keepRevision(trx, id, ctx));
      return DONE;
    },
  }),

  handle(contract.endRevisionDocumento, {
    policy: canReviewDocumentos,
    // It lets go of what one holds, whatever it is.
    noSobreUnoMismo: null,
    async run(_input, { actor, services }) {
      await services.db.transaction().execute((trx) => endRevision(trx, actor.uid));
      return DONE;
    },
  }),

  handle(contract.decideRevisionDocumento, {
    policy: canReviewDocumentos,
    noSobreUnoMismo: noPropio,
    async run(input, ctx) {
      await ctx.services.db.transaction().execute((trx) => decideRevision(trx, input, ctx));
      return DONE;
    },
  }),

  handle(contract.withdrawDecisionDocumento, {
    policy: canReviewDocumentos,
    noSobreUnoMismo: noPropio,
    async run({ id }, ctx) {
      await ctx.services.db.transaction().execute((trx) => withdrawDecision(trx, id, ctx));
      return DONE;
    },
  }),
];
