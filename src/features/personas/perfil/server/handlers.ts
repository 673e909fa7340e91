import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { recordCambio, recordOnce } from '../../../../platform/server/historial/index.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { isSignedIn } from '../../../../platform/shared/policy.ts';
import { readFotoOf } from '../../../identidad/foto/server/handlers.ts';
import { normalizeCurp } from '../../curp/rules.ts';
import { findPersonaByClave, saveRevision } from '../../server/data.ts';
import { getPersona, reviewDiscrepancias } from '../contract.ts';
import { canReadPersona, canReviewDiscrepancias } from '../policy.ts';
import { presentPersona } from './present.ts';

const NO_SUCH = new CallError('NOT_FOUND', 'No hay una persona con esa CURP o clave. Revísela.');

export const perfilHandlers: Handler[] = [
  handle(getPersona, {
    policy: isSignedIn,
    async run({ clave }, { actor, services }) {
      const { db } = services;
      const persona = await findPersonaByClave(db, normalizeCurp(clave));
      // First of all: whoever may not see a file does not learn whether there is one.
      if (!canReadPersona(actor, persona?.id ?? null)) {
        throw new CallError('PERMISSION_DENIED', 'Solo puede consultar su propio expediente.');
      }
      if (!persona) throw NO_SUCH;
      const propia = persona.id === actor.personaId;
      const photoURL = await readFotoOf(db, persona.id);
      // Before it is shown: what cannot be left in the history is not read.
      if (!propia) {
        await db
          .transaction()
          .execute((trx) => recordOnce(trx, 'persona.leer', { id: persona.id }));
      }
      return presentPersona(persona, { photoURL, propia });
    },
  }),

  handle(reviewDiscrepancias, {
    policy: canReviewDiscrepancias,
    noSobreUnoMismo: {
      sujeto: async ({ clave }, { services }) => ({
        personaIds: [(await findPersonaByClave(services.db, normalizeCurp(clave)))?.id],
      }),
    },
    async run({ clave, discrepancias, nota }, { services }) {
      await services.db.transaction().execute(async (trx) => {
        const persona = await findPersonaByClave(trx, normalizeCurp(clave));
        if (!persona) throw NO_SUCH;
        if (!(await saveRevision(trx, persona.id, { discrepancias, nota, en: services.now() }))) {
          throw new CallError(
            'ABORTED',
            'Los datos que no coinciden ya son otros. Cargue de nuevo la página y revíselos.',
            { code: 'discrepancias-cambiaron' },
          );
        }
        await recordCambio(trx, 'persona.revisarDiscrepancias', {
          id: persona.id,
          despues: { discrepancias },
          motivo: nota,
        });
      });
      return { ok: true as const };
    },
  }),
];
