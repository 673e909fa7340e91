import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { isAdmin } from '../../../../platform/shared/policy.ts';
import { canManageFactor, demandsFactor } from '../../policy.ts';
import * as contract from '../contract.ts';
import { countRecuperacion, readFactorRoles } from './data.ts';
import * as service from './service.ts';

export const factorHandlers: Handler[] = [
  handle(contract.getFactor, {
    policy: canManageFactor,
    async run(_input, { actor, services }) {
      const cuenta = await service.ownCuenta(services, actor.uid);
      const roles = await readFactorRoles(services.db);
      return {
        activo: cuenta.totp_sellado !== null,
        desde: cuenta.totp_desde?.toISOString() ?? null,
        codigosRestantes: await countRecuperacion(services.db, cuenta.uid),
        obligatorio: demandsFactor(cuenta.role, roles),
      };
    },
  }),

  handle(contract.startFactor, { policy: canManageFactor, run: service.startFactor }),

  handle(contract.confirmFactor, {
    policy: canManageFactor,
    run: async (input, ctx) => ({ codigos: await service.confirmFactor(input, ctx) }),
  }),

  handle(contract.renewCodigosRecuperacion, {
    policy: canManageFactor,
    run: async (input, ctx) => ({ codigos: await service.renewCodigosRecuperacion(input, ctx) }),
  }),

  handle(contract.disableFactor, {
    policy: canManageFactor,
    async run(input, ctx) {
      await service.disableFactor(input, ctx);
      return { ok: true as const };
    },
  }),

  handle(contract.getPoliticaFactor, {
    policy: isAdmin,
    async run(_input, { services }) {
      return { roles: await readFactorRoles(services.db) };
    },
  }),

  handle(contract.setPoliticaFactor, {
    policy: isAdmin,
    // About roles.
    noSobreUnoMismo: null,
    async run({ roles }, { services }) {
      await services.db.transaction().execute((trx) => service.demandFactor(trx, roles));
      return { ok: true as const };
    },
  }),
];
