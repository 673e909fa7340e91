import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { isVerified } from '../../../../platform/shared/policy.ts';
import { MESSAGES } from '../../errors.ts';
import { acceptTextosLegales, listAceptacionesTextos } from '../contract.ts';
import { DOCUMENTOS, VERSIONES } from '../rules.ts';
import { selectAceptaciones } from './data.ts';
import { accept } from './service.ts';

export const privacidadHandlers: Handler[] = [
  handle(acceptTextosLegales, {
    policy: isVerified,
    async run(input, { actor, services }) {
      const given = DOCUMENTOS.filter((documento) => input[documento] !== undefined);
      if (given.some((documento) => input[documento] !== VERSIONES[documento])) {
        throw new CallError('FAILED_PRECONDITION', MESSAGES['textos-cambiaron'], {
          code: 'textos-cambiaron',
        });
      }
      await services.db.transaction().execute((trx) => accept(trx, actor, given));
      return { ok: true as const };
    },
  }),

  handle(listAceptacionesTextos, {
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
