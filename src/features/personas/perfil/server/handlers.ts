import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { recordCambio } from '../../../auditoria/server/handlers.ts';
import { readFotoOf } from '../../../identidad/foto/server/handlers.ts';
import { isSignedIn } from '../../../identidad/policy.ts';
import { normalizeCurp } from '../../curp/rules.ts';
import { findPersonaByClave } from '../../server/data.ts';
import { getPersona } from '../contract.ts';
import { canReadPersona } from '../policy.ts';
import { presentPersona } from './present.ts';

export const perfilHandlers: Handler[] = [
  handle(getPersona, {
    policy: isSignedIn,
    async run({ curp }, { actor, request, services }) {
      const clave = normalizeCurp(curp);
      // Before looking for it: whoever may not see a file does not learn whether there is one.
      if (!canReadPersona(actor, clave)) {
        throw new CallError('PERMISSION_DENIED', 'Solo puede consultar su propio expediente.');
      }
      return services.db.transaction().execute(async (trx) => {
        const persona = await findPersonaByClave(trx, clave);
        if (!persona) {
          throw new CallError('NOT_FOUND', 'No hay una persona con esa CURP o clave. Revísela.');
        }
        const propia = persona.id === actor.personaId;
        const photoURL = await readFotoOf(trx, persona.id);
        if (!propia) {
          await recordCambio(trx, {
            actorUid: actor.uid,
            accion: 'persona.leer',
            entidad: 'persona',
            entidadId: persona.id,
            solicitudId: request.id,
          });
        }
        return presentPersona(persona, { photoURL, propia });
      });
    },
  }),
];
