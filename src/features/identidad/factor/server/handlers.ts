import { Secret } from 'otpauth';
import { toString as qrToString } from 'qrcode';
import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { groupByFour } from '../../../../platform/shared/ids.ts';
import { isAdmin } from '../../../../platform/shared/policy.ts';
import { changeOwnCuenta, requirePrueba } from '../../cambios/server/service.ts';
import { findCuenta } from '../../cuentas/server/data.ts';
import { MESSAGES } from '../../errors.ts';
import { canManageFactor, demandsFactor } from '../../policy.ts';
import { newRecoveryCodes, stepOf, totpOf, wrongCode } from '../codigo/server/service.ts';
import * as contract from '../contract.ts';
import { countRecuperacion, readFactorRoles, replaceRecuperacion, saveFactor } from './data.ts';
import {
  CONFIRM_BY_SESION,
  demandFactor,
  fingerprint,
  hashesOf,
  ownCuenta,
  readTicket,
  requireActive,
  TICKET_MINUTES,
  type Ticket,
} from './service.ts';

export const factorHandlers: Handler[] = [
  handle(contract.getFactor, {
    policy: canManageFactor,
    async run(_input, { actor, services }) {
      const cuenta = await ownCuenta(services, actor.uid);
      const roles = await readFactorRoles(services.db);
      return {
        activo: cuenta.totp_sellado !== null,
        desde: cuenta.totp_desde?.toISOString() ?? null,
        codigosRestantes: await countRecuperacion(services.db, cuenta.uid),
        obligatorio: demandsFactor(cuenta.role, roles),
      };
    },
  }),

  handle(contract.startFactor, {
    policy: canManageFactor,
    async run(input, ctx) {
      const { actor, services } = ctx;
      const cuenta = await requirePrueba(ctx, input);
      const secret = new Secret({ size: 20 });
      const otpauth = totpOf(services, secret.base32, actor.email).toString();
      const ticket: Ticket = {
        uid: actor.uid,
        sid: actor.sid,
        secreto: secret.base32,
        vence: services.now().getTime() + TICKET_MINUTES * 60_000,
        probado: fingerprint(cuenta),
      };
      return {
        secreto: groupByFour(secret.base32),
        otpauth,
        qr: await qrToString(otpauth, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 }),
        boleto: services.secrets.seal(JSON.stringify(ticket)),
      };
    },
  }),

  handle(contract.confirmFactor, {
    policy: canManageFactor,
    async run({ boleto, codigo }, ctx) {
      const { actor, services } = ctx;
      const cuenta = await ownCuenta(services, actor.uid);
      const { uid, sid, secreto, vence, probado } = readTicket(services, boleto);
      // The ticket is the proof: of this account as it is now, given in this session, a while ago.
      if (
        uid !== actor.uid ||
        sid !== actor.sid ||
        probado !== fingerprint(cuenta) ||
        !secreto ||
        !(vence && vence >= services.now().getTime())
      ) {
        throw new CallError('FAILED_PRECONDITION', MESSAGES['factor-por-empezar'], {
          code: 'factor-por-empezar',
        });
      }
      await services.throttle.use(CONFIRM_BY_SESION, actor.sid);
      const step = stepOf(services, secreto, codigo);
      if (step === null) throw wrongCode();
      const codigos = newRecoveryCodes();
      // Before the transaction: each takes its time.
      const hashes = await hashesOf(services, uid, codigos);
      const replaces = cuenta.totp_sellado !== null;
      await changeOwnCuenta(
        ctx,
        cuenta,
        {
          cambio: { tipo: replaces ? 'factorReemplazado' : 'factorActivado' },
          accion: replaces ? 'cuenta.cambiarSegundoFactor' : 'cuenta.activarSegundoFactor',
        },
        async (trx) => {
          await saveFactor(trx, uid, services.secrets.seal(secreto), step);
          await replaceRecuperacion(trx, uid, hashes);
          return findCuenta(trx, uid);
        },
      );
      await services.throttle.clear(CONFIRM_BY_SESION, actor.sid);
      return { codigos };
    },
  }),

  handle(contract.renewRecuperacion, {
    policy: canManageFactor,
    async run(input, ctx) {
      const { actor, services } = ctx;
      requireActive(await ownCuenta(services, actor.uid));
      const cuenta = await requirePrueba(ctx, input);
      const codigos = newRecoveryCodes();
      const hashes = await hashesOf(services, cuenta.uid, codigos);
      await changeOwnCuenta(
        ctx,
        cuenta,
        { cambio: { tipo: 'recuperacionRenovada' }, accion: 'cuenta.renovarRecuperacion' },
        async (trx, same) => {
          await replaceRecuperacion(trx, same.uid, hashes);
          return same;
        },
      );
      return { codigos };
    },
  }),

  handle(contract.disableFactor, {
    policy: canManageFactor,
    async run(input, ctx) {
      const { actor, services } = ctx;
      const { role } = requireActive(await ownCuenta(services, actor.uid));
      if (demandsFactor(role, await readFactorRoles(services.db))) {
        throw new CallError('FAILED_PRECONDITION', MESSAGES['factor-obligatorio'], {
          code: 'factor-obligatorio',
        });
      }
      const cuenta = await requirePrueba(ctx, input);
      await changeOwnCuenta(
        ctx,
        cuenta,
        { cambio: { tipo: 'factorDesactivado' }, accion: 'cuenta.desactivarSegundoFactor' },
        async (trx, { uid }) => {
          await saveFactor(trx, uid, null, null);
          await replaceRecuperacion(trx, uid, []);
          return findCuenta(trx, uid);
        },
      );
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
    async run({ roles }, { services }) {
      await services.db.transaction().execute((trx) => demandFactor(trx, roles));
      return { ok: true as const };
    },
  }),
];
