import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { forgetImagenesIne } from '../../../identidad/archivos/server/service.ts';
import { assignCurp, rehearseCurp } from '../contract.ts';
import { refuseChanged, rehearse, sujeto } from '../ensayo/server/service.ts';
import { canAssignCurp } from '../policy.ts';
import { type Seguidor, withClaves } from '../seguidores/server/service.ts';
import { assign } from './service.ts';

export const claveHandlers = (given: readonly Seguidor[]): Handler[] => {
  const seguidores = withClaves(given);
  return [
    handle(rehearseCurp, {
      policy: canAssignCurp,
      noSobreUnoMismo: { sujeto },
      run: (input, ctx) =>
        ctx.services.db.transaction().execute((trx) => rehearse(trx, seguidores, input, ctx)),
    }),

    handle(assignCurp, {
      policy: canAssignCurp,
      noSobreUnoMismo: { sujeto },
      async run(input, ctx) {
        const { personaId, resultado } = await ctx.services.db
          .transaction()
          .execute((trx) => assign(trx, seguidores, input, ctx))
          .catch((error: unknown) => {
            throw refuseChanged(error);
          });
        if (personaId !== null) await forgetImagenesIne(ctx, personaId);
        return resultado;
      },
    }),
  ];
};
