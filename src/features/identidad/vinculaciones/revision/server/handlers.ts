import {
  type CallContext,
  type Handler,
  handle,
} from '../../../../../platform/server/callables.ts';
import type { Actor } from '../../../../../platform/shared/actor.ts';
import { ERRORES } from '../../errors.ts';
import { canDecideVinculaciones } from '../../policy.ts';
import { countEspera, findVinculacion } from '../../server/data.ts';
import * as contract from '../contract.ts';
import { presentVinculacion } from './present.ts';
import {
  decide,
  endRevision,
  keepRevision,
  listIdentificaciones,
  readMotivos,
  refuseTaken,
  removeIdentificaciones,
  startRevision,
  withdrawDecision,
} from './service.ts';

const DONE = { ok: true } as const;

/** Nobody decides whether a file is their own. */
const noPropia = {
  sujeto: async ({ id }: { id?: string | undefined }, { services }: CallContext<Actor>) => {
    const row = id === undefined ? undefined : await findVinculacion(services.db, id);
    return { uids: row ? [row.uid] : [], personaIds: [row?.persona_id] };
  },
  rechazo: ERRORES.propia,
};

export const revisionVinculacionesHandlers: Handler[] = [
  handle(contract.startRevisionVinculacion, {
    policy: canDecideVinculaciones,
    noSobreUnoMismo: noPropia,
    async run(input, ctx) {
      const { db } = ctx.services;
      const row = await db.transaction().execute((trx) => startRevision(trx, input, ctx));
      const { n, desde } = await countEspera(db);
      return {
        vinculacion: row && presentVinculacion(row, await listIdentificaciones(row.uid, ctx)),
        espera: { cuantos: n, desde: desde?.toISOString() ?? null },
        motivos: await readMotivos(db),
      };
    },
  }),

  handle(contract.renewRevisionVinculacion, {
    policy: canDecideVinculaciones,
    noSobreUnoMismo: noPropia,
    async run({ id }, ctx) {
      await ctx.services.db.transaction().execute((trx) => keepRevision(trx, id, ctx));
      return DONE;
    },
  }),

  handle(contract.endRevisionVinculacion, {
    policy: canDecideVinculaciones,
    // It lets go of what one holds, whatever it is.
    noSobreUnoMismo: null,
    async run(_input, { actor, services }) {
      await services.db.transaction().execute((trx) => endRevision(trx, actor.uid));
      return DONE;
    },
  }),

  handle(contract.decideVinculacion, {
    policy: canDecideVinculaciones,
    noSobreUnoMismo: noPropia,
    async run(input, ctx) {
      const row = await ctx.services.db
        .transaction()
        .execute((trx) => decide(trx, input, ctx))
        .catch((error: unknown) => {
          throw refuseTaken(error);
        });
      if (input.decision === 'confirmar') await removeIdentificaciones(row.uid, ctx);
      return DONE;
    },
  }),

  handle(contract.withdrawDecisionVinculacion, {
    policy: canDecideVinculaciones,
    noSobreUnoMismo: noPropia,
    async run({ id }, ctx) {
      await ctx.services.db.transaction().execute((trx) => withdrawDecision(trx, id, ctx));
      return DONE;
    },
  }),
];
