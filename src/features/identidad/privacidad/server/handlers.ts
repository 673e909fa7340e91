import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { isVerified } from '../../../../platform/shared/policy.ts';
import { MESSAGES } from '../../errors.ts';
import { acceptTextos, listAceptaciones } from '../contract.ts';
import { DOCUMENTOS, VERSIONES } from '../rules.ts';
import { insertAceptaciones, selectAceptaciones } from './data.ts';

export const privacidadHandlers: Handler[] = [
  handle(acceptTextos, {
    policy: isVerified,
    async run(input, { actor, services }) {
      const given = DOCUMENTOS.filter((documento) => input[documento] !== undefined);
      if (given.some((documento) => input[documento] !== VERSIONES[documento])) {
        throw new CallError('FAILED_PRECONDITION', MESSAGES['textos-cambiaron'], {
          code: 'textos-cambiaron',
        });
      }
      await services.db.transaction().execute(async (trx) => {
        const accepted = await selectAceptaciones(trx, actor.uid);
        const acepta = Object.fromEntries(
          given
            .filter((d) => !accepted.some((a) => a.documento === d && a.version === VERSIONES[d]))
            .map((documento) => [documento, VERSIONES[documento]]),
        );
        if (Object.keys(acepta).length === 0) return;
        await insertAceptaciones(trx, actor.uid, acepta);
        await recordCambio(trx, 'cuenta.aceptarTextos', {
          id: actor.uid,
          personaId: actor.personaId,
          despues: { acepta },
        });
      });
      return { ok: true as const };
    },
  }),

  handle(listAceptaciones, {
    policy: isVerified,
    async run(_input, { actor, services }) {
      const rows = await selectAceptaciones(services.db, actor.uid);
      return rows.map(({ documento, version, momento }) => ({
        documento,
        version,
        momento: momento.toISOString(),
      }));
    },
  }),
];
