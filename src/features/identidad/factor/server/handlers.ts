import { createHash } from 'node:crypto';
import { Secret } from 'otpauth';
import { toString as qrToString } from 'qrcode';
import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { groupByFour } from '../../../../platform/shared/ids.ts';
import { isAdmin } from '../../../../platform/shared/policy.ts';
import { changeOwnCuenta, requirePrueba } from '../../cambios/server/handlers.ts';
import { type Cuenta, findCuenta } from '../../cuentas/server/data.ts';
import { MESSAGES } from '../../errors.ts';
import { canManageFactor, demandsFactor } from '../../policy.ts';
import {
  newRecoveryCodes,
  recoveryHash,
  stepOf,
  totpOf,
  wrongCode,
} from '../codigo/server/handlers.ts';
import * as contract from '../contract.ts';
import {
  countRecuperacion,
  readFactorRoles,
  replaceRecuperacion,
  saveFactor,
  saveFactorRoles,
} from './data.ts';

/** Minutes to finish turning the factor on. */
const TICKET_MINUTES = 15;
/** First codes of a new secret that one session may try. */
const CONFIRM_BY_SESION = { name: 'factor-confirmar', max: 10, windowSeconds: 900 };

const ownCuenta = async (services: Services, uid: string): Promise<Cuenta> => {
  const cuenta = await findCuenta(services.db, uid);
  if (!cuenta) throw new CallError('UNAUTHENTICATED', 'Su sesión terminó. Ingrese de nuevo.');
  return cuenta;
};

/** Of the password and the factor that were proven: changing either ends what was started. */
const fingerprint = (cuenta: Cuenta): string =>
  createHash('sha256')
    .update(`${cuenta.password_hash} ${cuenta.totp_sellado ?? ''}`)
    .digest('base64url');

/** A new secret that its owner has been proven for, until the application's first code. */
type Ticket = { uid: string; sid: string; secreto: string; vence: number; probado: string };

const readTicket = (services: Services, boleto: string): Partial<Ticket> => {
  try {
    return JSON.parse(services.secrets.open(boleto)) as Partial<Ticket>;
  } catch {
    return {};
  }
};

const hashesOf = (services: Services, uid: string, codigos: readonly string[]) =>
  Promise.all(codigos.map((code) => recoveryHash(services, uid, code)));

const requireActive = (cuenta: Cuenta): Cuenta => {
  if (cuenta.totp_sellado !== null) return cuenta;
  throw new CallError('FAILED_PRECONDITION', MESSAGES['sin-factor'], { code: 'sin-factor' });
};

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
      await services.db.transaction().execute(async (trx) => {
        const antes = await readFactorRoles(trx);
        await saveFactorRoles(trx, [...new Set(roles)]);
        await recordCambio(trx, 'ajuste.segundoFactor', {
          id: 'segundoFactor.roles',
          antes: { roles: antes },
          despues: { roles },
        });
      });
      return { ok: true as const };
    },
  }),
];
