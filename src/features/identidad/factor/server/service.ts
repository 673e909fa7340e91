import { createHash } from 'node:crypto';
import type { Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Role } from '../../../../platform/shared/actor.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { type Cuenta, findCuenta } from '../../cuentas/server/data.ts';
import { MESSAGES } from '../../errors.ts';
import { recoveryHash } from '../codigo/server/service.ts';
import { readFactorRoles, saveFactorRoles } from './data.ts';

/** Minutes to finish turning the factor on. */
export const TICKET_MINUTES = 15;
/** First codes of a new secret that one session may try. */
export const CONFIRM_BY_SESION = { name: 'factor-confirmar', max: 10, windowSeconds: 900 };

export const ownCuenta = async (services: Services, uid: string): Promise<Cuenta> => {
  const cuenta = await findCuenta(services.db, uid);
  if (!cuenta) throw new CallError('UNAUTHENTICATED', 'Su sesión terminó. Ingrese de nuevo.');
  return cuenta;
};

/** Of the password and the factor that were proven: changing either ends what was started. */
export const fingerprint = (cuenta: Cuenta): string =>
  createHash('sha256')
    .update(`${cuenta.password_hash} ${cuenta.totp_sellado ?? ''}`)
    .digest('base64url');

/** A new secret that its owner has been proven for, until the application's first code. */
export type Ticket = { uid: string; sid: string; secreto: string; vence: number; probado: string };

export const readTicket = (services: Services, boleto: string): Partial<Ticket> => {
  try {
    return JSON.parse(services.secrets.open(boleto)) as Partial<Ticket>;
  } catch {
    return {};
  }
};

export const hashesOf = (services: Services, uid: string, codigos: readonly string[]) =>
  Promise.all(codigos.map((code) => recoveryHash(services, uid, code)));

export const requireActive = (cuenta: Cuenta): Cuenta => {
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
