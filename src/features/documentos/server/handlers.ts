import { type Handler, handle } from '../../../platform/server/callables.ts';
import { CallError } from '../../../platform/shared/errors.ts';
import { isSignedIn } from '../../../platform/shared/policy.ts';
import { normalizeCurp } from '../../personas/curp/rules.ts';
import { readPersonaIdByClave } from '../../personas/server/service.ts';
import * as contract from '../contract.ts';
import { canReadDocumentos, canSendDocumentos } from '../policy.ts';
import { presentLugares, presentVersion } from './present.ts';
import { countEnvio, readVault, recordVista, requireVault, saveDocumento } from './service.ts';

export const documentosHandlers: Handler[] = [
  handle(contract.listDocumentosPersona, {
    policy: isSignedIn,
    async run({ clave }, { actor, services: { db, now } }) {
      const personaId = await readPersonaIdByClave(db, normalizeCurp(clave));
      // First of all: whoever may not see a vault does not learn whether there is one.
      if (!canReadDocumentos(actor, personaId)) {
        throw new CallError('PERMISSION_DENIED', 'Solo puede consultar sus propios documentos.');
      }
      if (personaId === null) {
        throw new CallError('NOT_FOUND', 'No hay una persona con esa CURP o clave. Revísela.');
      }
      const propios = personaId === actor.personaId;
      if (!propios) await recordVista(db, personaId);
      const { tipos, rows } = await readVault(db, personaId);
      return { propios, lugares: presentLugares(tipos, rows), ahora: now().toISOString() };
    },
  }),

  handle(contract.saveDocumentoPersona, {
    policy: canSendDocumentos,
    // Sending is no decision: what one of the staff sends to their own vault another one reviews.
    noSobreUnoMismo: null,
    async run({ clave, ...input }, ctx) {
      const { db } = ctx.services;
      await countEnvio(ctx);
      const personaId =
        clave === undefined ? ctx.actor.personaId : await requireVault(db, clave, ctx.actor);
      return presentVersion(
        await db.transaction().execute((trx) => saveDocumento(trx, { ...input, personaId }, ctx)),
      );
    },
  }),
];
