import type { z } from 'zod';
import { isUniqueViolation, type Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import { hashPassword } from '../../../../platform/server/passwords.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import {
  changeOwnCuenta,
  holdProven,
  requirePrueba,
  tellOwner,
} from '../../cambios/server/service.ts';
import { ownDataOf, requireGoodPassword } from '../../contrasena/server/service.ts';
import {
  deleteCodigosOf,
  deleteOtherCodigos,
  findCuenta,
  findCuentaByEmail,
  updateCuentaRow,
} from '../../cuentas/server/data.ts';
import {
  issueCodigo,
  readCodigo,
  requireEmail,
  samePassword,
  spendCodigo,
} from '../../cuentas/server/service.ts';
import { rememberEquipo } from '../../equipos/server/service.ts';
import { MESSAGES } from '../../errors.ts';
import { lockRegistros } from '../../registro/server/data.ts';
import type * as contract from '../contract.ts';
import { emailChangeMail, emailTakenMail } from './mails.ts';

const CAMBIO = 'VERIFY_AND_CHANGE_EMAIL';

/** Mails of changes that one account may cause, and that may go to one address. */
const CAMBIO_BY_CUENTA = { name: 'cambio-correo-cuenta', max: 10, windowSeconds: 3600 };
const CAMBIO_BY_DESTINO = { name: 'cambio-correo-destino', max: 5, windowSeconds: 3600 };

/**
 * Whether an address is an account's. A registration that nobody verified is nobody's: whoever opens
 * the link shows that the address is theirs (docs/decisions/0012).
 */
const isTaken = async (trx: Trx, email: string): Promise<boolean> =>
  (await findCuentaByEmail(trx, email)) !== undefined;

const sesionTerminada = () =>
  new CallError('UNAUTHENTICATED', 'Su sesión terminó. Ingrese de nuevo.');

const taken = (): CallError =>
  new CallError('FAILED_PRECONDITION', MESSAGES['correo-con-cuenta'], {
    code: 'correo-con-cuenta',
  });

/** Changes the password of whoever shows the present one; the other sessions end. */
export const changePassword = async (
  input: z.output<typeof contract.changePassword.input>,
  ctx: Asking,
): Promise<void> => {
  const { actor, services } = ctx;
  // Before a code is spent: what is wrong with the new one is mended first.
  if (input.newPassword.normalize('NFKC') === input.password.normalize('NFKC')) {
    throw samePassword('newPassword');
  }
  const own = await findCuenta(services.db, actor.uid);
  if (!own) throw sesionTerminada();
  const ownData = await ownDataOf(services, own);
  await requireGoodPassword(services, input.newPassword, ownData, 'newPassword');
  const cuenta = await requirePrueba(ctx, input);
  const passwordHash = await hashPassword(input.newPassword);
  await changeOwnCuenta(
    ctx,
    cuenta,
    { cambio: { tipo: 'contrasena' }, accion: 'cuenta.cambiarContrasena' },
    (trx) => updateCuentaRow(trx, cuenta.uid, { passwordHash }),
  );
};

/** Sends the link that changes an address to the new one, and tells the one that it has. */
export const requestEmailChange = async (
  input: z.output<typeof contract.requestEmailChange.input>,
  ctx: Asking,
): Promise<void> => {
  const { actor, request, services } = ctx;
  const email = requireEmail(input.email);
  if (email === actor.email) {
    const message = MESSAGES['correo-igual'];
    throw new CallError('INVALID_ARGUMENT', message, {
      code: 'correo-igual',
      fields: { email: message },
    });
  }
  const proven = await requirePrueba(ctx, input);
  await services.throttle.use(CAMBIO_BY_CUENTA, actor.uid);
  await services.throttle.use(CAMBIO_BY_DESTINO, email);
  await services.db.transaction().execute(async (trx) => {
    const cuenta = await holdProven(trx, proven, actor.sid);
    // The same is written either way: neither the answer nor its time tells.
    const oobCode = await issueCodigo(trx, cuenta, CAMBIO, email);
    await services.notificaciones.notify(
      trx,
      (await isTaken(trx, email))
        ? emailTakenMail(services.env, email)
        : emailChangeMail(services.env, email, oobCode),
    );
    await tellOwner(trx, services, cuenta, { tipo: 'correoPedido', nuevo: email }, request);
    await recordCambio(trx, 'cuenta.pedirCambioCorreo', {
      id: actor.uid,
      personaId: actor.personaId,
    });
  });
};

/** Changes the address by the code of that link. Gives the new one. */
export const confirmEmailChange = async (
  { oobCode }: z.output<typeof contract.confirmEmailChange.input>,
  ctx: Asking,
): Promise<string> => {
  const { actor, request, services } = ctx;
  const { nuevo } = await readCodigo(services, oobCode, CAMBIO);
  const proven = await findCuenta(services.db, actor.uid);
  if (!proven || !nuevo) throw sesionTerminada();
  const cambio = { tipo: 'correoCambiado', nuevo } as const;
  try {
    // The link is the proof: it was asked for with password and code, and dies with them.
    const { email } = await changeOwnCuenta(
      ctx,
      proven,
      { cambio, accion: 'cuenta.cambiarCorreo' },
      async (trx, { uid }) => {
        await lockRegistros(trx, nuevo);
        await spendCodigo(trx, oobCode, CAMBIO, uid);
        if (await isTaken(trx, nuevo)) throw taken();
        await deleteOtherCodigos(trx, nuevo, uid);
        const changed = await updateCuentaRow(trx, uid, { email: nuevo });
        if (changed) await tellOwner(trx, services, changed, cambio, request);
        return changed;
      },
    );
    rememberEquipo(services, request, email);
    return email;
  } catch (error) {
    throw isUniqueViolation(error) ? taken() : error;
  }
};

/** Takes back the change of one's address that waits, if there is one. */
export const cancelEmailChange = async (
  trx: Trx,
  { uid, personaId }: Pick<Actor, 'uid' | 'personaId'>,
): Promise<void> => {
  if ((await deleteCodigosOf(trx, uid, CAMBIO)) === 0) return;
  await recordCambio(trx, 'cuenta.cancelarCambioCorreo', { id: uid, personaId });
};
