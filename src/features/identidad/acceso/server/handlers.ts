import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { findCambioCorreo } from '../../cuentas/server/data.ts';
import { canManageFactor } from '../../policy.ts';
import * as contract from '../contract.ts';
import * as service from './service.ts';

export const accesoHandlers: Handler[] = [
  handle(contract.changePassword, {
    policy: canManageFactor,
    async run(input, ctx) {
      await service.changePassword(input, ctx);
      return { ok: true as const };
    },
  }),

  handle(contract.requestEmailChange, {
    policy: canManageFactor,
    async run(input, ctx) {
      await service.requestEmailChange(input, ctx);
      return { ok: true as const };
    },
  }),

  handle(contract.confirmEmailChange, {
    policy: canManageFactor,
    run: async (input, ctx) => ({ email: await service.confirmEmailChange(input, ctx) }),
  }),

  handle(contract.getEmailChange, {
    policy: canManageFactor,
    async run(_input, { actor, services }) {
      const pending = await findCambioCorreo(services.db, actor.uid);
      return pending?.email
        ? { email: pending.email, venceEn: pending.vence_en.toISOString() }
        : null;
    },
  }),

  handle(contract.cancelEmailChange, {
    policy: canManageFactor,
    async run(_input, { actor, services }) {
      await services.db.transaction().execute((trx) => service.cancelEmailChange(trx, actor));
      return { ok: true as const };
    },
  }),
];
