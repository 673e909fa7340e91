import type { Trx } from '../../../../../platform/server/db/index.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import { CallError } from '../../../../../platform/shared/errors.ts';
import type { selectCuentas } from '../../server/data.ts';
import { disable, endSesionesUsuario, sendVerificationUsuario } from '../../server/service.ts';
import type * as contract from '../contract.ts';

type Cuenta = Awaited<ReturnType<typeof selectCuentas>>[number];

/** What is done to each of many is what is done to one, with all its rules; false when there is nothing to do. */
export const applyTo: Record<
  (typeof contract.ACCIONES)[number],
  (trx: Trx, services: Services, cuenta: Cuenta) => Promise<boolean>
> = {
  async deshabilitar(trx, services, { id, disabled }) {
    if (disabled) return false;
    await disable(trx, services, id, true);
    return true;
  },
  async habilitar(trx, services, { id, disabled }) {
    if (!disabled) return false;
    await disable(trx, services, id, false);
    return true;
  },
  async terminarSesiones(trx, _services, { id, sesiones }) {
    if (sesiones === 0) return false;
    await endSesionesUsuario(trx, id);
    return true;
  },
  async reenviarVerificacion(trx, services, { id, email_verified, disabled }) {
    if (email_verified) return false;
    if (disabled) throw new CallError('FAILED_PRECONDITION', 'La cuenta está deshabilitada.');
    await sendVerificationUsuario(trx, services, id);
    return true;
  },
};
