import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { isSignedIn } from '../../../../platform/shared/policy.ts';
import { normalizeCurp } from '../../curp/rules.ts';
import { findPerfilByClave, findPersonaByClave } from '../../server/data.ts';
import { getPersona, reviewDiscrepanciasPersona } from '../contract.ts';
import { canReadPersona, canReviewDiscrepancias } from '../policy.ts';
import { presentPersona } from './present.ts';
import { noSuch, recordLectura, saveRevisada } from './service.ts';

export const perfilHandlers: Handler[] = [
  handle(getPersona, {
    policy: isSignedIn,
    async run({ clave }, { actor, services }) {
      const { db } = services;
      const persona = await findPerfilByClave(db, normalizeCurp(clave));
      // First of all: whoever may not see a file does not learn whether there is one.
      if (!canReadPersona(actor, persona?.id ?? null)) {
        throw new CallError('PERMISSION_DENIED', 'Solo puede consultar su propio expediente.');
      }
      if (!persona) throw noSuch();
      const propia = persona.id === actor.personaId;
      if (!propia) await recordLectura(db, persona.id);
      return presentPersona(persona, { propia });
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
