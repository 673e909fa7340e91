/**
 * Sensitive changes of an account (password, email, second factor, recovery codes, role): who asks
 * shows again who they are, the other sessions end, and the owner is told by mail. Nothing else in
 * the house decides any of the three (docs/decisions/0013).
 */
import type { Trx } from '../../../../platform/server/db/index.ts';
import {
  type Cambio as Anotacion,
  recordCambio,
} from '../../../../platform/server/historial/index.ts';
import { type Asking, TOKEN_COOKIE } from '../../../../platform/server/origin.ts';
import { verifyPassword } from '../../../../platform/server/passwords.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import type { Accion } from '../../../../platform/shared/historial.ts';
import { type Cuenta, deleteCodigosOf, findCuenta, lockCuenta } from '../../cuentas/server/data.ts';
import { MESSAGES } from '../../errors.ts';
import { requireFactor } from '../../factor/codigo/server/service.ts';
import { noteIntento, notingLimit } from '../../intentos/server/service.ts';
import { lockLiveSesion, revokeSesion, revokeSesionesOf } from '../../sesiones/server/data.ts';
import { openSesion, setSesionCookies } from '../../sesiones/server/service.ts';
import { type Autor, type Cambio, cambioMail } from './mails.ts';

/** Guesses of one session, whoever sits at it; fewer than what the account allows, so that they
 * never keep its owner out of another. */
const PRUEBA_BY_SESION = { name: 'prueba-sesion', max: 10, windowSeconds: 900 };
const PRUEBA_BY_CUENTA = { name: 'prueba-cuenta', max: 50, windowSeconds: 3600 };

const SESION_TERMINADA = 'Su sesión terminó. Ingrese de nuevo.';

/**
 * Whoever asks shows again that the account is theirs: the present password and, with an active
 * second factor, a code (spent) or a recovery code. Throttled as signing in is. Throws
 * FAILED_PRECONDITION `contrasena-actual`, `pide-codigo` or `codigo-segundo-factor`.
 */
export const requirePrueba = async (
  { actor, request, services }: Asking,
  prueba: { password: string; codigo?: string | undefined },
): Promise<Cuenta> => {
  const cuenta = await findCuenta(services.db, actor.uid);
  if (!cuenta) throw new CallError('UNAUTHENTICATED', SESION_TERMINADA);
  await notingLimit(services, { uid: actor.uid }, request, async () => {
    await services.throttle.use(PRUEBA_BY_SESION, actor.sid);
    await services.throttle.use(PRUEBA_BY_CUENTA, actor.uid);
  });
  if (!(await verifyPassword(cuenta.password_hash, prueba.password))) {
    const message = MESSAGES['contrasena-actual'];
    noteIntento(services, { uid: actor.uid }, 'contrasena', request);
    throw new CallError('FAILED_PRECONDITION', message, {
      code: 'contrasena-actual',
      fields: { password: message },
    });
  }
  await requireFactor(services, cuenta, prueba.codigo, request);
  await services.throttle.clear(PRUEBA_BY_SESION, actor.sid);
  return cuenta;
};

/** The account as it was when its owner was proven, with the session still in force; held until the end. */
export const holdProven = async (trx: Trx, proven: Cuenta, sid: string): Promise<Cuenta> => {
  const cuenta = await lockCuenta(trx, proven.uid);
  if (!cuenta || cuenta.disabled || !(await lockLiveSesion(trx, sid))) {
    throw new CallError('UNAUTHENTICATED', SESION_TERMINADA);
  }
  if (
    cuenta.password_hash !== proven.password_hash ||
    cuenta.totp_sellado !== proven.totp_sellado ||
    cuenta.email !== proven.email
  ) {
    throw new CallError('ABORTED', 'Su cuenta cambió mientras tanto. Inténtelo de nuevo.');
  }
  return cuenta;
};

/** What was done, for the history; of the change itself, for the mail. */
type Acto = Pick<Anotacion, 'antes' | 'despues' | 'motivo' | 'actorUid'> & {
  accion: Accion;
  cambio: Cambio;
  autor: Autor;
  /** The session that goes on; every other one ends. */
  sigue?: string;
};

const KILLS_CODES: ReadonlySet<Cambio['tipo']> = new Set([
  'contrasena',
  'restablecimiento',
  'correoCambiado',
  'adminCreada',
]);

/**
 * What follows every sensitive change, in its own transaction: sessions end, the codes of mails
 * already sent die with the password or the address they were for, the history has it, and the
 * owner is told at the address that the account had (`cuenta` is as it was before).
 */
export const concludeCambio = async (
  trx: Trx,
  services: Services,
  cuenta: Cuenta,
  { accion, cambio, autor, sigue, despues, ...acto }: Acto,
): Promise<void> => {
  const sesionesTerminadas = await revokeSesionesOf(trx, cuenta.uid, sigue);
  if (KILLS_CODES.has(cambio.tipo)) await deleteCodigosOf(trx, cuenta.uid);
  await recordCambio(trx, accion, {
    ...acto,
    id: cuenta.uid,
    personaId: cuenta.persona_id,
    despues: sesionesTerminadas > 0 ? { ...despues, sesionesTerminadas } : (despues ?? null),
  });
  await tellOwner(trx, services, cuenta, cambio, autor);
};

/** Tells the owner of an account of a change, at the address that `cuenta` has. */
export const tellOwner = (
  trx: Trx,
  { env, notificaciones, now }: Services,
  cuenta: Cuenta,
  cambio: Cambio,
  autor: Autor,
): Promise<unknown> =>
  notificaciones.notify(trx, cambioMail(env, cuenta, { cambio, autor, momento: now() }));

/**
 * Makes a sensitive change of one's own account, once proven: `work` writes it and gives the account
 * as it is then. The other sessions end; the one that asked goes on under a new token, so that
 * whoever has a copy of the old one is out too.
 */
export const changeOwnCuenta = async (
  { actor, request, services }: Asking,
  proven: Cuenta,
  acto: Pick<Acto, 'cambio' | 'accion'>,
  work: (trx: Trx, cuenta: Cuenta) => Promise<Cuenta | undefined>,
): Promise<Cuenta> => {
  // Who came with a token of their own (no cookie) could not be given another here.
  const byCookie = request.cookies[TOKEN_COOKIE] !== undefined;
  const { cuenta, sesion } = await services.db.transaction().execute(async (trx) => {
    const before = await holdProven(trx, proven, actor.sid);
    const after = await work(trx, before);
    if (!after) throw new CallError('UNAUTHENTICATED', SESION_TERMINADA);
    await concludeCambio(trx, services, before, {
      ...acto,
      autor: request,
      sigue: actor.sid,
    });
    if (!byCookie) return { cuenta: after, sesion: null };
    await revokeSesion(trx, actor.sid);
    const who = { cuenta: after, email: after.email, registro: false };
    return { cuenta: after, sesion: await openSesion(services, trx, who, request) };
  });
  if (sesion) setSesionCookies(services, request, sesion);
  return cuenta;
};
