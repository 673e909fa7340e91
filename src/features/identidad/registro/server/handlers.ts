import { takeAtLeast } from '../../../../platform/server/at-least.ts';
import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { isClaveSinCurp } from '../../../personas/clave/rules.ts';
import { normalizeCurp } from '../../../personas/curp/rules.ts';
import { forgetImagenesIne } from '../../archivos/server/service.ts';
import * as contract from '../../contract.ts';
import { mayMail, sendVerificationTo } from '../../cuentas/server/service.ts';
import { canFinishRegistro } from '../../policy.ts';
import { displayNameOf } from '../../rules.ts';
import { openSesion, setSesionCookies } from '../../sesiones/server/service.ts';
import { registeredHere, rememberRegistrant } from '../../verificacion/server/service.ts';
import {
  CURP_BY_ACCOUNT,
  cuentaOf,
  giveDatos,
  nameCuenta,
  nombresOf,
  prepare,
  refuseExistente,
  register,
  requireCurp,
  requireNombres,
  requireTextos,
  STEP_MS,
} from './service.ts';

const steps: Handler[] = [
  handle(contract.createCuenta, {
    public: true,
    async run(input, { request, services }) {
      requireTextos(input.acepta);
      const prepared = await prepare(services, input, request.ip);
      const navegador = {
        intento: input.intento ?? null,
        antes: registeredHere(services, request.cookies),
      };
      const sesion = await services.db.transaction().execute(async (trx) => {
        const cuenta = await register(trx, prepared, navegador, input.acepta);
        rememberRegistrant(services, request, cuenta.uid);
        return openSesion(services, trx, { cuenta, registro: true }, request);
      });
      setSesionCookies(services, request, sesion);
      return { ok: true as const };
    },
  }),

  handle(contract.updateCuenta, {
    policy: canFinishRegistro,
    async run(input, { actor, services }) {
      const names = requireNombres(input);
      const displayName = displayNameOf(names);
      await services.db.transaction().execute((trx) => nameCuenta(trx, actor.uid, names));
      return { displayName };
    },
  }),

  handle(contract.sendVerification, {
    policy: canFinishRegistro,
    async run(input, { actor, request, services }) {
      const cuenta = await cuentaOf(services, actor);
      // Mail enough went to that address: one more explains nothing, and a refusal would tell that
      // others register with it.
      if (cuenta.email_verified || !(await mayMail(services, cuenta.email, request.ip))) {
        return { ok: true as const };
      }
      await sendVerificationTo(services, cuenta, input?.volver);
      return { ok: true as const };
    },
  }),

  handle(contract.setCurpUserNew, {
    policy: canFinishRegistro,
    async run(input, ctx) {
      const { actor, services } = ctx;
      const curp = requireCurp(input.curp, services.now());
      const cuenta = await cuentaOf(services, actor);
      if (cuenta.persona_id !== null) {
        // The same CURP again is a repeated press, not a mistake.
        if (curp === actor.clave) return { ok: true as const };
        throw refuseExistente();
      }
      const names = requireNombres(nombresOf(cuenta, input.displayName, curp));
      if (cuenta.email_verified) await services.throttle.use(CURP_BY_ACCOUNT, cuenta.uid);
      await giveDatos(services, cuenta, { tipo: 'conCurp', curp, ...names });
      await forgetImagenesIne(ctx);
      return { ok: true as const };
    },
  }),

  handle(contract.setCurpUserTransaction, {
    policy: canFinishRegistro,
    async run(input, ctx) {
      const { actor, services } = ctx;
      const names = requireNombres(input.persona);
      const cuenta = await cuentaOf(services, actor);
      if (cuenta.persona_id !== null) {
        // A repeated press; a person who registered with CURP is told apart.
        if (actor.clave !== null && isClaveSinCurp(actor.clave)) return { ok: true as const };
        throw refuseExistente();
      }
      const declarada = normalizeCurp(input.curp ?? '').slice(0, 60) || null;
      await giveDatos(services, cuenta, { tipo: 'sinCurp', curp: declarada, ...names });
      await forgetImagenesIne(ctx);
      return { ok: true as const };
    },
  }),
];

/** The calls of a registration. */
export const registroHandlers: Handler[] = steps.map((step) => ({
  ...step,
  run: (input, ctx) => takeAtLeast(STEP_MS, () => step.run(input, ctx)),
}));
