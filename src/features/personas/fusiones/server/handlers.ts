import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { forgetImagenesIne } from '../../../identidad/archivos/server/service.ts';
import { type Context, type Seguidor, withClaves } from '../../clave/seguidores/server/service.ts';
import * as contract from '../contract.ts';
import { canDecideFusiones } from '../policy.ts';
import { countPendientes, selectPendientes } from './data.ts';
import { presentFila, presentFusion } from './present.ts';
import {
  cancel,
  decide,
  filesOf,
  lookAt,
  recordLista,
  refuseChanged,
  requireFusion,
} from './service.ts';

export const fusionesHandlers = (given: readonly Seguidor[]): Handler[] => {
  const seguidores = withClaves(given);
  const sujeto = async ({ id }: { id: string }, { services }: Context) =>
    filesOf(await requireFusion(services.db, id));
  return [
    handle(contract.listFusiones, {
      policy: canDecideFusiones,
      async run(input, { actor, services }) {
        const { db } = services;
        const ahora = services.now();
        const [total, rows] = [
          await countPendientes(db, ahora),
          await selectPendientes(db, ahora, input),
        ];
        await recordLista(db, rows);
        return { total, filas: rows.map((row) => presentFila(row, actor.uid)) };
      },
    }),

    handle(contract.getFusion, {
      policy: canDecideFusiones,
      run: ({ id }, ctx) =>
        ctx.services.db.transaction().execute(async (trx) => {
          const { row, ...now } = await lookAt(trx, seguidores, id, ctx);
          return presentFusion(row, now);
        }),
    }),

    handle(contract.decideFusion, {
      policy: canDecideFusiones,
      noSobreUnoMismo: { sujeto },
      async run(input, ctx) {
        const done = await ctx.services.db
          .transaction()
          .execute((trx) => decide(trx, seguidores, input, ctx))
          .catch((error: unknown) => {
            throw refuseChanged(error);
          });
        if (done) await forgetImagenesIne(ctx, done.personaId);
        return { clave: done?.clave ?? null };
      },
    }),

    handle(contract.cancelFusion, {
      policy: canDecideFusiones,
      // What one proposed is taken back by oneself.
      noSobreUnoMismo: null,
      async run({ id }, ctx) {
        await ctx.services.db.transaction().execute((trx) => cancel(trx, id, ctx));
        return { ok: true as const };
      },
    }),
  ];
};
