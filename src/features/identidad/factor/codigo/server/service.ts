/** The codes of a second factor: what they are, and whether one is accepted. */
import { createHmac } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { recordCambio } from '../../../../../platform/server/historial/index.ts';
import { hashSecret } from '../../../../../platform/server/passwords.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import { CallError } from '../../../../../platform/shared/errors.ts';
import {
  groupByFour,
  normaliseCrockford,
  randomCrockford,
} from '../../../../../platform/shared/ids.ts';
import { type Autor, cambioMail } from '../../../cambios/server/mails.ts';
import type { Cuenta } from '../../../cuentas/server/data.ts';
import { MESSAGES } from '../../../errors.ts';
import { noteIntento, notingLimit } from '../../../intentos/server/service.ts';
import {
  countRecuperacion,
  selectRecuperacion,
  spendFactorStep,
  spendRecuperacion,
  updateRecuperacion,
} from '../../server/data.ts';

const STEP_SECONDS = 30;
/** Ten recovery codes of 60 random bits each. */
const RECOVERY_CODES = 10;
const RECOVERY_LENGTH = 12;
/** What the hash of a code begins with since it is a slow one. */
const SLOW = 'argon2id:';
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

const macOf = (services: Services, text: string): Buffer =>
  createHmac('sha256', services.secrets.prepared('recuperacion')).update(text).digest();

/** How codes were kept before, and what is hashed now: nothing without our key. */
const recoveryMac = (services: Services, uid: string, code: string): string =>
  macOf(services, `${uid} ${normaliseCrockford(code)}`).toString('base64url');

const slowly = async (services: Services, uid: string, mac: string): Promise<string> =>
  `${SLOW}${await hashSecret(mac, macOf(services, `sal ${uid}`).subarray(0, 16))}`;

/**
 * How a recovery code is kept: sixty bits are few, so each guess costs what a password's does, also to who
 * has the database and our key. The salt is the account's own, so that one hash finds a code among its ten.
 */
export const recoveryHash = (services: Services, uid: string, code: string): Promise<string> =>
  slowly(services, uid, recoveryMac(services, uid, code));

/** Codes kept as they were before are kept as today from the first success of their owner. */
const hardenRecuperacion = async (services: Services, uid: string): Promise<void> => {
  for (const old of await selectRecuperacion(services.db, uid)) {
    if (old.startsWith(SLOW)) continue;
    try {
      await updateRecuperacion(services.db, uid, old, await slowly(services, uid, old));
    } catch (error) {
      // Too many wait for their passwords: the next time.
      if (error instanceof CallError) return;
      throw error;
    }
  }
};

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
const takeRecuperacion = async (
  services: Services,
  cuenta: Cuenta,
  codigo: string,
  autor: Autor,
): Promise<boolean> => {
  const mac = recoveryMac(services, cuenta.uid, codigo);
  const hashes = [await slowly(services, cuenta.uid, mac), mac];
  return services.db.transaction().execute(async (trx) => {
    if (!(await spendRecuperacion(trx, cuenta.uid, hashes))) return false;
    const quedan = await countRecuperacion(trx, cuenta.uid);
    const cambio = { tipo: 'recuperacionUsada', quedan } as const;
    await services.notificaciones.notify(
      trx,
      cambioMail(services.env, cuenta, { cambio, autor, momento: services.now() }),
    );
    await recordCambio(trx, 'cuenta.usarRecuperacion', { id: cuenta.uid, actorUid: cuenta.uid });
    return true;
  });
};

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
  const { uid } = cuenta;
  const origin = typeof autor === 'object' ? autor : { ip: '', userAgent: '' };
  await notingLimit(services, { uid }, origin, () => services.throttle.use(CODE_BY_ACCOUNT, uid));
  const sealed = cuenta.totp_sellado;
  const step = stepOf(services, services.secrets.open(sealed), codigo);
  const accepted =
    step === null
      ? await takeRecuperacion(services, cuenta, codigo, autor)
      : await spendFactorStep(services.db, cuenta.uid, sealed, step);
  if (!accepted) {
    noteIntento(services, { uid }, 'segundoFactor', origin);
    throw wrongCode();
  }
  await services.throttle.clear(CODE_BY_ACCOUNT, cuenta.uid);
  await hardenRecuperacion(services, cuenta.uid);
};
