import { createHash } from 'node:crypto';
import { Secret } from 'otpauth';
import { toString as qrToString } from 'qrcode';
import type { z } from 'zod';
import type { Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import { actAsSystem } from '../../../../platform/server/request-context.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Role } from '../../../../platform/shared/actor.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { groupByFour } from '../../../../platform/shared/ids.ts';
import { changeOwnCuenta, requirePrueba } from '../../cambios/server/service.ts';
import { type Cuenta, findCuenta } from '../../cuentas/server/data.ts';
import { MESSAGES } from '../../errors.ts';
import { demandsFactor } from '../../policy.ts';
import {
  newRecoveryCodes,
  recoveryHash,
  stepOf,
  totpOf,
  wrongCode,
} from '../codigo/server/service.ts';
import type * as contract from '../contract.ts';
import {
  hasFactorRoles,
  readFactorRoles,
  replaceRecuperacion,
  saveFactor,
  saveFactorRoles,
} from './data.ts';

/** Minutes to finish turning the factor on. */
const TICKET_MINUTES = 15;
/** First codes of a new secret that one session may try. */
const CONFIRM_BY_SESION = { name: 'factor-confirmar', max: 10, windowSeconds: 900 };

export const ownCuenta = async (services: Services, uid: string): Promise<Cuenta> => {
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
type Ticket = { uid: string; sid: string; secreto: string; venceEn: number; probado: string };

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

/** Says of whom a second factor is demanded. */
export const demandFactor = async (trx: Trx, roles: readonly Role[]): Promise<void> => {
  const antes = await readFactorRoles(trx);
  await saveFactorRoles(trx, [...new Set(roles)]);
  await recordCambio(trx, 'ajuste.segundoFactor', {
    id: 'segundoFactor.roles',
    antes: { roles: antes },
    despues: { roles },
  });
};

/**
 * An installation that never said of whom a second factor is demanded demands it of the staff (`SECOND_FACTOR_ROLES`); the log says
 * at each start of whom it is not.
 */
export const settleFactorRoles = async ({
  db,
  env,
  log,
}: Pick<Services, 'db' | 'env' | 'log'>): Promise<void> => {
  const { secondFactorRoles: roles } = env;
  const said = await actAsSystem(() =>
    db.transaction().execute(async (trx) => {
      if (roles.length > 0 && !(await hasFactorRoles(trx))) await demandFactor(trx, roles);
      return readFactorRoles(trx);
    }),
  );
  const sin = (['Admin', 'Escolar'] as const).filter((one) => !said.includes(one));
  if (sin.length > 0 && !env.demo) {
    log.warn(`Sin segundo factor obligatorio: ${sin.join(', ')}. Exíjalo en «Usuarios».`);
  }
};

/** Begins to turn a second factor on, for whoever shows the password (and the factor there is). */
export const startFactor = async (
  input: z.output<typeof contract.startFactor.input>,
  ctx: Asking,
) => {
  const { actor, services } = ctx;
  const cuenta = await requirePrueba(ctx, input);
  const secret = new Secret({ size: 20 });
  const otpauth = totpOf(services, secret.base32, actor.email).toString();
  const ticket: Ticket = {
    uid: actor.uid,
    sid: actor.sid,
    secreto: secret.base32,
    venceEn: services.now().getTime() + TICKET_MINUTES * 60_000,
    probado: fingerprint(cuenta),
  };
  return {
    secreto: groupByFour(secret.base32),
    otpauth,
    qr: await qrToString(otpauth, { type: 'svg', errorCorrectionLevel: 'M', margin: 2 }),
    boleto: services.secrets.seal(JSON.stringify(ticket)),
  };
};

/** Turns it on by its first code. Gives the recovery codes, which are shown once. */
export const confirmFactor = async (
  { boleto, codigo }: z.output<typeof contract.confirmFactor.input>,
  ctx: Asking,
): Promise<string[]> => {
  const { actor, services } = ctx;
  const cuenta = await ownCuenta(services, actor.uid);
  const { uid, sid, secreto, venceEn, probado } = readTicket(services, boleto);
  // The ticket is the proof: of this account as it is now, given in this session, a while ago.
  if (
    uid !== actor.uid ||
    sid !== actor.sid ||
    probado !== fingerprint(cuenta) ||
    !secreto ||
    !(venceEn && venceEn >= services.now().getTime())
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
  return codigos;
};

/** A new set of recovery codes in place of the old one. */
export const renewCodigosRecuperacion = async (
  input: z.output<typeof contract.renewCodigosRecuperacion.input>,
  ctx: Asking,
): Promise<string[]> => {
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
  return codigos;
};

/** Takes it off, where the role does not demand one. */
export const disableFactor = async (
  input: z.output<typeof contract.disableFactor.input>,
  ctx: Asking,
): Promise<void> => {
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
};
