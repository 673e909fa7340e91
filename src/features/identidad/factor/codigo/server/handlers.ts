/** The codes of a second factor: what they are, and whether one is accepted. */
import { createHmac } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import type { Services } from '../../../../../platform/server/services.ts';
import { CallError } from '../../../../../platform/shared/errors.ts';
import {
  groupByFour,
  normaliseCrockford,
  randomCrockford,
} from '../../../../../platform/shared/ids.ts';
import { recordCambio } from '../../../../auditoria/server/handlers.ts';
import { type Autor, cambioMail } from '../../../cambios/server/mails.ts';
import type { Cuenta } from '../../../cuentas/server/data.ts';
import { MESSAGES } from '../../../errors.ts';
import {
  countRecuperacion,
  readFactorRoles,
  spendFactorStep,
  spendRecuperacion,
} from '../../server/data.ts';

const STEP_SECONDS = 30;
/** Ten recovery codes of 60 random bits each. */
const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 12;
const CODE_BY_ACCOUNT = { name: 'factor-cuenta', max: 10, windowSeconds: 900 };

/** The generator of a secret, as the person's application has it. */
export const totpOf = (services: Services, base32: string, label = '') =>
  new TOTP({
    issuer: services.env.institution.shortName,
    label,
    secret: Secret.fromBase32(base32),
    period: STEP_SECONDS,
    digits: 6,
    algorithm: 'SHA1',
  });

/**
 * The time step that a code belongs to: the present one, or the one just over (who types slowly, a
 * telephone somewhat behind). Null for any other code, also for one that is still to come.
 */
export const stepOf = (services: Services, base32: string, codigo: string): number | null => {
  const token = codigo.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const totp = totpOf(services, base32);
  const present = Math.floor(services.now().getTime() / 1000 / STEP_SECONDS);
  const step = [present, present - 1].find(
    (at) => totp.validate({ token, timestamp: at * STEP_SECONDS * 1000, window: 0 }) !== null,
  );
  return step ?? null;
};

/** How a recovery code is kept. */
export const recoveryHash = (services: Services, uid: string, code: string): string =>
  createHmac('sha256', services.secrets.derive('recuperacion'))
    .update(`${uid} ${normaliseCrockford(code)}`)
    .digest('base64url');

/** A new set of recovery codes, as the person is shown them. */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => groupByFour(randomCrockford(RECOVERY_LENGTH)));

/** A code that is not accepted, as the field's error. */
export const wrongCode = (): CallError => {
  const message = MESSAGES['codigo-segundo-factor'];
  return new CallError('FAILED_PRECONDITION', message, {
    code: 'codigo-segundo-factor',
    fields: { codigo: message },
  });
};

/** Spends a recovery code, which its owner is told of: whoever uses one goes round the telephone. */
const takeRecuperacion = (
  services: Services,
  cuenta: Cuenta,
  codigo: string,
  autor: Autor,
): Promise<boolean> =>
  services.db.transaction().execute(async (trx) => {
    const hash = recoveryHash(services, cuenta.uid, codigo);
    if (!(await spendRecuperacion(trx, cuenta.uid, hash))) return false;
    const quedan = await countRecuperacion(trx, cuenta.uid);
    const cambio = { tipo: 'recuperacionUsada', quedan } as const;
    await services.mail.queue(
      trx,
      cambioMail(services.env, cuenta, { cambio, autor, momento: services.now() }),
    );
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
 * code, which is spent and its owner (whose request comes from `autor`) told. Throttled. Throws
 * FAILED_PRECONDITION `pide-codigo` when none is given.
 */
export const requireFactor = async (
  services: Services,
  cuenta: Cuenta,
  codigo: string | undefined,
  autor: Autor,
): Promise<void> => {
  if (cuenta.totp_sellado === null) return;
  if (!codigo?.trim()) {
    throw new CallError('FAILED_PRECONDITION', MESSAGES['pide-codigo'], {
      code: 'pide-codigo',
      fields: { codigo: MESSAGES['pide-codigo'] },
    });
  }
  await services.throttle.use(CODE_BY_ACCOUNT, cuenta.uid);
  const sealed = cuenta.totp_sellado;
  const step = stepOf(services, services.secrets.open(sealed), codigo);
  const accepted =
    step === null
      ? await takeRecuperacion(services, cuenta, codigo, autor)
      : await spendFactorStep(services.db, cuenta.uid, sealed, step);
  if (!accepted) throw wrongCode();
  await services.throttle.clear(CODE_BY_ACCOUNT, cuenta.uid);
};

/** Whether this account must have a second factor and does not. */
export const lacksFactor = async (services: Services, cuenta: Cuenta): Promise<boolean> =>
  cuenta.role !== null &&
  cuenta.totp_sellado === null &&
  (await readFactorRoles(services.db)).includes(cuenta.role);
