import { createHmac } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { toString as qrToString } from 'qrcode';
import { type Handler, handle } from '../../../../platform/server/callables.ts';
import { verifyPassword } from '../../../../platform/server/passwords.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import {
  groupByFour,
  normaliseCrockford,
  randomCrockford,
} from '../../../../platform/shared/ids.ts';
import { recordCambio } from '../../../auditoria/server/handlers.ts';
import { type Cuenta, findCuenta } from '../../cuentas/server/data.ts';
import { MESSAGES } from '../../errors.ts';
import { canManageFactor, isAdmin } from '../../policy.ts';
import * as contract from '../contract.ts';
import {
  countRecuperacion,
  readFactorRoles,
  replaceRecuperacion,
  saveFactor,
  saveFactorRoles,
  spendFactorStep,
  spendRecuperacion,
} from './data.ts';

const STEP_SECONDS = 30;
/** Ten recovery codes of 60 random bits each. */
const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 12;
/** Minutes to finish turning the factor on. */
const TICKET_MINUTES = 15;
const CODE_BY_ACCOUNT = { name: 'factor-cuenta', max: 10, windowSeconds: 900 };

const totpOf = (services: Services, base32: string, label: string) =>
  new TOTP({
    issuer: services.env.institution.shortName,
    label,
    secret: Secret.fromBase32(base32),
    period: STEP_SECONDS,
    digits: 6,
    algorithm: 'SHA1',
  });

/** The time step that a code belongs to (now, or one to either side), or null. */
const stepOf = (services: Services, base32: string, codigo: string): number | null => {
  const digits = codigo.replace(/\s/g, '');
  if (!/^\d{6}$/.test(digits)) return null;
  const timestamp = services.now().getTime();
  const delta = totpOf(services, base32, '').validate({ token: digits, timestamp, window: 1 });
  return delta === null ? null : Math.floor(timestamp / 1000 / STEP_SECONDS) + delta;
};

const recoveryHash = (services: Services, uid: string, code: string): string =>
  createHmac('sha256', services.secrets.derive('recuperacion'))
    .update(`${uid} ${normaliseCrockford(code)}`)
    .digest('base64url');

const takeRecuperacion = (services: Services, cuenta: Cuenta, codigo: string): Promise<boolean> =>
  services.db.transaction().execute(async (trx) => {
    const hash = recoveryHash(services, cuenta.uid, codigo);
    if (!(await spendRecuperacion(trx, cuenta.uid, hash))) return false;
    await recordCambio(trx, {
      actorUid: cuenta.uid,
      accion: 'cuenta.usarRecuperacion',
      entidad: 'cuenta',
      entidadId: cuenta.uid,
    });
    return true;
  });

/**
 * Demands the second factor of an account that has one: a code not used before, or a recovery
 * code, which is spent. Throttled. Throws FAILED_PRECONDITION `pide-codigo` when none is given.
 */
export const requireFactor = async (
  services: Services,
  cuenta: Cuenta,
  codigo: string | undefined,
): Promise<void> => {
  if (cuenta.totp_sellado === null) return;
  if (!codigo?.trim()) {
    throw new CallError('FAILED_PRECONDITION', MESSAGES['pide-codigo'], { code: 'pide-codigo' });
  }
  await services.throttle.use(CODE_BY_ACCOUNT, cuenta.uid);
  const step = stepOf(services, services.secrets.open(cuenta.totp_sellado), codigo);
  const accepted =
    step === null
      ? await takeRecuperacion(services, cuenta, codigo)
      : await spendFactorStep(services.db, cuenta.uid, step);
  if (!accepted) {
    const message = MESSAGES['codigo-segundo-factor'];
    throw new CallError('FAILED_PRECONDITION', message, {
      code: 'codigo-segundo-factor',
      fields: { codigo: message },
    });
  }
  await services.throttle.clear(CODE_BY_ACCOUNT, cuenta.uid);
};

/** Whether this account must have a second factor and does not. */
export const lacksFactor = async (services: Services, cuenta: Cuenta): Promise<boolean> =>
  cuenta.role !== null &&
  cuenta.totp_sellado === null &&
  (await readFactorRoles(services.db)).includes(cuenta.role);

const ownCuenta = async (services: Services, uid: string): Promise<Cuenta> => {
  const cuenta = await findCuenta(services.db, uid);
  if (!cuenta) throw new CallError('UNAUTHENTICATED', 'Su sesión terminó. Ingrese de nuevo.');
  return cuenta;
};

/** Somebody at an unattended screen must not be able to take the factor off. */
const requireBoth = async (
  services: Services,
  uid: string,
  input: { password: string; codigo: string },
): Promise<Cuenta> => {
  const cuenta = await ownCuenta(services, uid);
  await services.throttle.use(CODE_BY_ACCOUNT, uid);
  if (!(await verifyPassword(cuenta.password_hash, input.password))) {
    const message = MESSAGES['contrasena-actual'];
    throw new CallError('FAILED_PRECONDITION', message, {
      code: 'contrasena-actual',
      fields: { password: message },
    });
  }
  await requireFactor(services, cuenta, input.codigo);
  return cuenta;
};

const newRecoveryCodes = () =>
  Array.from({ length: RECOVERY_CODES }, () => groupByFour(randomCrockford(RECOVERY_LENGTH)));

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
        obligatorio: cuenta.role !== null && roles.includes(cuenta.role),
      };
    },
  }),

  handle(contract.startFactor, {
    policy: canManageFactor,
    async run(_input, { actor, services }) {
      const secret = new Secret({ size: 20 });
      const otpauth = totpOf(services, secret.base32, actor.email).toString();
      const vence = services.now().getTime() + TICKET_MINUTES * 60_000;
      return {
        secreto: groupByFour(secret.base32),
        otpauth,
        qr: await qrToString(otpauth, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 }),
        boleto: services.secrets.seal(
          JSON.stringify({ uid: actor.uid, secreto: secret.base32, vence }),
        ),
      };
    },
  }),

  handle(contract.confirmFactor, {
    policy: canManageFactor,
    async run({ boleto, codigo }, { actor, request, services }) {
      await services.throttle.use(CODE_BY_ACCOUNT, actor.uid);
      const ticket = readTicket(services, boleto);
      if (ticket?.uid !== actor.uid || !ticket.secreto || ticket.vence < services.now().getTime()) {
        throw new CallError('FAILED_PRECONDITION', 'Pasó demasiado tiempo. Empiece de nuevo.');
      }
      const step = stepOf(services, ticket.secreto, codigo);
      if (step === null) {
        const message = MESSAGES['codigo-segundo-factor'];
        throw new CallError('FAILED_PRECONDITION', message, {
          code: 'codigo-segundo-factor',
          fields: { codigo: message },
        });
      }
      const codigos = newRecoveryCodes();
      await services.db.transaction().execute(async (trx) => {
        await saveFactor(trx, actor.uid, services.secrets.seal(ticket.secreto), step);
        await replaceRecuperacion(
          trx,
          actor.uid,
          codigos.map((code) => recoveryHash(services, actor.uid, code)),
        );
        await recordCambio(trx, {
          actorUid: actor.uid,
          accion: 'cuenta.activarSegundoFactor',
          entidad: 'cuenta',
          entidadId: actor.uid,
          solicitudId: request.id,
        });
      });
      return { codigos };
    },
  }),

  handle(contract.renewRecuperacion, {
    policy: canManageFactor,
    async run(input, { actor, request, services }) {
      await requireBoth(services, actor.uid, input);
      const codigos = newRecoveryCodes();
      await services.db.transaction().execute(async (trx) => {
        await replaceRecuperacion(
          trx,
          actor.uid,
          codigos.map((code) => recoveryHash(services, actor.uid, code)),
        );
        await recordCambio(trx, {
          actorUid: actor.uid,
          accion: 'cuenta.renovarRecuperacion',
          entidad: 'cuenta',
          entidadId: actor.uid,
          solicitudId: request.id,
        });
      });
      return { codigos };
    },
  }),

  handle(contract.disableFactor, {
    policy: canManageFactor,
    async run(input, { actor, request, services }) {
      const cuenta = await requireBoth(services, actor.uid, input);
      if (cuenta.role !== null && (await readFactorRoles(services.db)).includes(cuenta.role)) {
        throw new CallError('FAILED_PRECONDITION', MESSAGES['factor-obligatorio'], {
          code: 'factor-obligatorio',
        });
      }
      await services.db.transaction().execute(async (trx) => {
        await saveFactor(trx, actor.uid, null, null);
        await replaceRecuperacion(trx, actor.uid, []);
        await recordCambio(trx, {
          actorUid: actor.uid,
          accion: 'cuenta.desactivarSegundoFactor',
          entidad: 'cuenta',
          entidadId: actor.uid,
          solicitudId: request.id,
        });
      });
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
    async run({ roles }, { actor, request, services }) {
      await services.db.transaction().execute(async (trx) => {
        const antes = await readFactorRoles(trx);
        await saveFactorRoles(trx, [...new Set(roles)]);
        await recordCambio(trx, {
          actorUid: actor.uid,
          accion: 'ajuste.segundoFactor',
          entidad: 'ajuste',
          entidadId: 'segundoFactor.roles',
          antes: { roles: antes },
          despues: { roles },
          solicitudId: request.id,
        });
      });
      return { ok: true as const };
    },
  }),
];

type Ticket = { uid: string; secreto: string; vence: number };

const readTicket = (services: Services, boleto: string): Ticket | null => {
  try {
    return JSON.parse(services.secrets.open(boleto)) as Ticket;
  } catch {
    return null;
  }
};
