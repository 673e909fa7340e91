import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { refuseChanged } from '../../clave/ensayo/server/service.ts';
import { type Context, type Seguidor, withClaves } from '../../clave/seguidores/server/service.ts';
import { canDecideFusiones } from '../../fusiones/policy.ts';
import * as contract from '../contract.ts';
import { countReversibles, selectReversibles } from './data.ts';
import { presentFila, presentFusionHecha } from './present.ts';
import { filesOf, lookAt, recordLista, requireFusionHecha, undo } from './service.ts';

export const reversionHandlers = (given: readonly Seguidor[]): Handler[] => {
  const seguidores = withClaves(given);
  const sujeto = async ({ id }: { id: string }, { services }: Context) =>
    filesOf(await requireFusionHecha(services.db, id));
  return [
    handle(contract.listFusionesHechas, {
      policy: canDecideFusiones,
      async run(input, { services: { db, now } }) {
        const [total, rows] = [
          await countReversibles(db, now()),
          await selectReversibles(db, now(), input),
        ];
        await recordLista(db, rows);
        return { total, filas: rows.map(presentFila) };
      },
    }),

    handle(contract.getFusionHecha, {
      policy: canDecideFusiones,
      run: ({ id }, ctx) =>
        ctx.services.db.transaction().execute(async (trx) => {
          const { row, ...now } = await lookAt(trx, seguidores, id, ctx);
          return presentFusionHecha(row, now);
        }),
    }),

    handle(contract.undoFusionHecha, {
      policy: canDecideFusiones,
      noSobreUnoMismo: { sujeto },
      run: (input, ctx) =>
        ctx.services.db
          .transaction()
          .execute((trx) => undo(trx, seguidores, input, ctx))
          .catch((error: unknown) => {
            throw refuseChanged(error);
          }),
    }),
  ];
};
