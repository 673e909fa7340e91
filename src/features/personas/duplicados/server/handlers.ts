import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { type Context, type Seguidor, withClaves } from '../../clave/seguidores/server/service.ts';
import * as contract from '../contract.ts';
import { canReviewDuplicados } from '../policy.ts';
import { presentDuplicado, presentFila } from './present.ts';
import {
  decide,
  filesOf,
  lookAt,
  readDuplicados,
  requireDuplicado,
  startBusqueda,
} from './service.ts';

export const duplicadosHandlers = (given: readonly Seguidor[]): Handler[] => {
  const seguidores = withClaves(given);
  const sujeto = async ({ id }: { id: string }, { services }: Context) =>
    filesOf(await requireDuplicado(services.db, id));
  return [
    handle(contract.listDuplicados, {
      policy: canReviewDuplicados,
      async run({ tras, antes, porPagina, ...filtros }, { actor, services: { db } }) {
        const page = await readDuplicados(db, filtros, { tras, antes, porPagina });
        return { ...page, filas: page.filas.map((row) => presentFila(row, actor)) };
      },
    }),

    handle(contract.getDuplicado, {
      policy: canReviewDuplicados,
      run: ({ id }, { actor, services }) =>
        services.db.transaction().execute(async (trx) => {
          const { row, expedientes } = await lookAt(trx, seguidores, id);
          return presentDuplicado(row, expedientes, actor);
        }),
    }),

    handle(contract.discardDuplicado, {
      policy: canReviewDuplicados,
      noSobreUnoMismo: { sujeto },
      async run({ id, nota }, ctx) {
        await ctx.services.db
          .transaction()
          .execute((trx) => decide(trx, id, { paso: 'descartar', nota }, ctx));
        return { ok: true as const };
      },
    }),

    handle(contract.withdrawDecisionDuplicado, {
      policy: canReviewDuplicados,
      noSobreUnoMismo: { sujeto },
      async run({ id }, ctx) {
        await ctx.services.db
          .transaction()
          .execute((trx) => decide(trx, id, { paso: 'reabrir', nota: null }, ctx));
        return { ok: true as const };
      },
    }),

    handle(contract.startBusquedaDuplicados, {
      policy: canReviewDuplicados,
      // Of everybody.
      noSobreUnoMismo: null,
      run: async (_input, ctx) => ({ trabajo: await startBusqueda(ctx) }),
    }),
  ];
};
