import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { readShared } from '../../../../platform/server/db/shared.ts';
import { isSignedIn } from '../../../../platform/shared/policy.ts';
import { normalizeCurp } from '../../curp/rules.ts';
import { findPersonaByClave } from '../../server/data.ts';
import { getPersona, reviewDiscrepanciasPersona } from '../contract.ts';
import { canReviewDiscrepancias } from '../policy.ts';
import { presentPersona } from './present.ts';
import { readingPersona, requireLeida, saveRevisada } from './service.ts';

export const perfilHandlers: Handler[] = [
  handle(getPersona, {
    policy: isSignedIn,
    ahead: (db, { clave }) => readShared(db, readingPersona(clave)),
    async run(_input, ctx) {
      const persona = await requireLeida(ctx.leido, ctx, 'leer');
      return presentPersona(persona, { propia: persona.id === ctx.actor.personaId });
    },
  }),

  handle(reviewDiscrepanciasPersona, {
    policy: canReviewDiscrepancias,
    noSobreUnoMismo: {
      sujeto: async ({ clave }, { services }) => ({
        personaIds: [(await findPersonaByClave(services.db, normalizeCurp(clave)))?.id],
      }),
    },
    async run({ clave, ...revision }, { services }) {
      const en = services.now();
      await services.db
        .transaction()
        .execute((trx) => saveRevisada(trx, clave, { ...revision, en }));
      return { ok: true as const };
    },
  }),
];
