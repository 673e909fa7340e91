import { createHash, randomBytes } from 'node:crypto';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { type Nombrar, recordCambio } from '../../../../platform/server/historial/index.ts';
import { hashPassword, verifyPassword } from '../../../../platform/server/passwords.ts';
import { currentRequest } from '../../../../platform/server/request-context.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { esUnoMismo } from '../../../../platform/shared/uno-mismo.ts';
import { concludeCambio } from '../../cambios/server/service.ts';
import { ownDataOf, requireGoodPassword } from '../../contrasena/server/service.ts';
import { type IdentidadErrorCode, MESSAGES } from '../../errors.ts';
import { nombrarCuenta } from '../../historial.ts';
import { emailProblem, normaliseEmail } from '../../rules.ts';
import {
  type CodigoTipo,
  type Cuenta,
  findCuenta,
  findCuentaByEmail,
  findCuentaByPersona,
  findUidByEmail,
  insertCodigo,
  lockCuenta,
  peekCodigo,
  selectCuentasVerificadas,
  selectEmails,
  selectPersonal,
  selectPersonasDeCorreos,
  takeCodigo,
  updateCuentaRow,
} from './data.ts';
import { existingAccountMail, verificationMail } from './mails.ts';

/** Those of a reset live as long as the window in which no more are sent: one always serves. */
const CODE_SECONDS: Record<CodigoTipo, number> = {
  VERIFY_EMAIL: 86_400,
  PASSWORD_RESET: 3_600,
  VERIFY_AND_CHANGE_EMAIL: 86_400,
};

const MAIL_BY_ACCOUNT = { name: 'correo-cuenta', max: 10, windowSeconds: 3600 };

/** Counted apart, so that nobody spends with other mails the way in that always remains. */
const RESET_BY_ACCOUNT = { name: 'restablecer-cuenta', max: 5, windowSeconds: 3600 };

const MAIL_BY_ADDRESS = { name: 'correo-direccion', max: 900, windowSeconds: 3600 };

/** New passwords tried with one reset link: each tells whether it is the present one, as signing in does. */
const NEW_PASSWORD_BY_ACCOUNT = { name: 'contrasena-nueva-cuenta', max: 10, windowSeconds: 1800 };

/** The job that mails a reset, and what it is given. */
export const RESET_JOB = 'identidad-restablecer';

export type ResetJob = { email: string; peticionId: string | null };

/** What is kept of a code. */
export const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url');

/** A new password that is the present one, as the error of its field. */
export const samePassword = (field: string): CallError => {
  const message = MESSAGES['contrasena-igual'];
  return new CallError('INVALID_ARGUMENT', message, {
    code: 'contrasena-igual',
    fields: { [field]: message },
  });
};

export const refuse = (code: IdentidadErrorCode): CallError =>
  new CallError('FAILED_PRECONDITION', MESSAGES[code], { code });

/** A problem of an address, as the field's error. Gives it normalised. */
export const requireEmail = (text: string): string => {
  const problem = emailProblem(text);
  if (problem) {
    throw new CallError('INVALID_ARGUMENT', problem, {
      code: 'correo-invalido',
      fields: { email: problem },
    });
  }
  return normaliseEmail(text);
};

/** Mails cost and annoy: throttled per address of the recipient and of the visitor. */
export const throttleMail = async (
  services: Services,
  email: string,
  ip: string,
): Promise<void> => {
  await services.throttle.use(MAIL_BY_ADDRESS, ip);
  await services.throttle.use(MAIL_BY_ACCOUNT, email);
};

/** The same for a step of a registration: whether one more mail may go to that address. */
export const mayMail = async (services: Services, email: string, ip: string): Promise<boolean> => {
  await services.throttle.use(MAIL_BY_ADDRESS, ip);
  try {
    await services.throttle.use(MAIL_BY_ACCOUNT, email);
    return true;
  } catch (error) {
    if (error instanceof CallError) return false;
    throw error;
  }
};

/** A new code of a mail to that account; `email` is the address that it is to have. */
export const issueCodigo = async (
  trx: Trx,
  { uid }: Pick<Cuenta, 'uid'>,
  tipo: CodigoTipo,
  email?: string,
): Promise<string> => {
  // Whoever writes codes holds the account first: one order, no deadlock.
  await lockCuenta(trx, uid);
  const code = randomBytes(32).toString('base64url');
  await insertCodigo(trx, {
    hash: hashOf(code),
    tipo,
    uid,
    seconds: CODE_SECONDS[tipo],
    ...(email !== undefined && { email }),
  });
  return code;
};

/**
 * Spends a code: of two that come at once, one gets it. Gives the account as it is, held, and the
 * address that the code is for. `uid` spends only a code of that account.
 */
export const spendCodigo = async (
  trx: Trx,
  oobCode: string,
  tipo: CodigoTipo,
  uid?: string,
): Promise<{ cuenta: Cuenta; email: string | null }> => {
  const hash = hashOf(oobCode);
  const seen = await peekCodigo(trx, hash);
  if (seen?.tipo !== tipo) throw refuse('codigo-invalido');
  if (uid !== undefined && seen.uid !== uid) throw refuse('codigo-de-otra-cuenta');
  const cuenta = await lockCuenta(trx, seen.uid);
  const codigo = await takeCodigo(trx, hash, tipo);
  if (!codigo || !cuenta) throw refuse('codigo-invalido');
  if (!codigo.vigente) throw refuse('codigo-vencido');
  return { cuenta, email: codigo.email };
};

/** Queues the verification mail with a fresh code, in the transaction of whoever asks for it. */
export const queueVerification = async (
  trx: Trx,
  { env, notificaciones }: Services,
  cuenta: Cuenta,
): Promise<void> => {
  const code = await issueCodigo(trx, cuenta, 'VERIFY_EMAIL');
  await notificaciones.notify(trx, verificationMail(env, cuenta.email, code));
};

/**
 * The mail that a registration waits for, to its address: the link that verifies it or, when somebody
 * verified that address before, the explanation. The same is written either way. `volver`: where signing in goes on to.
 */
export const sendVerificationTo = (
  services: Services,
  cuenta: Cuenta,
  volver?: string,
): Promise<void> =>
  services.db.transaction().execute(async (trx) => {
    const code = await issueCodigo(trx, cuenta, 'VERIFY_EMAIL');
    const taken = await findCuentaByEmail(trx, cuenta.email);
    await services.notificaciones.notify(
      trx,
      taken
        ? existingAccountMail(services.env, cuenta.email)
        : verificationMail(services.env, cuenta.email, code, volver),
    );
    await recordCambio(trx, 'cuenta.pedirVerificacion', {
      id: cuenta.uid,
      actorUid: cuenta.uid,
      personaId: cuenta.persona_id,
    });
  });

/**
 * Asks for a reset. The same work is done whether the address has an account or not: a job is
 * written either way, and the job finds out.
 */
export const requestPasswordReset = async (
  services: Services,
  emailText: string,
  ip: string,
): Promise<void> => {
  const email = normaliseEmail(emailText);
  await services.throttle.use(MAIL_BY_ADDRESS, ip);
  await services.throttle.use(RESET_BY_ACCOUNT, email);
  await services.db.transaction().execute((trx) => queueReset(trx, services, email));
};

/** Asks for the reset mail of an address; a job finds out whether it has an account. */
export const queueReset = async (
  trx: Trx,
  { jobs, secrets }: Services,
  email: string,
): Promise<void> => {
  const job: ResetJob = {
    email: secrets.seal(email),
    peticionId: currentRequest()?.requestId ?? null,
  };
  await jobs.send(trx, RESET_JOB, job);
};

/** What a code of a mail is for, without spending it; with `tipo`, only one of that kind. */
export const readCodigo = async (services: Services, oobCode: string, tipo?: CodigoTipo) => {
  const codigo = await peekCodigo(services.db, hashOf(oobCode));
  if (!codigo || (tipo && codigo.tipo !== tipo)) throw refuse('codigo-invalido');
  if (!codigo.vigente) throw refuse('codigo-vencido');
  return codigo;
};

/** Changes the password by a code: every session and every other code ends, and the owner is told. */
export const resetPasswordByCode = async (
  services: Services,
  input: { oobCode: string; newPassword: string },
  request: { ip: string; userAgent: string },
): Promise<Cuenta> => {
  const { uid } = await readCodigo(services, input.oobCode, 'PASSWORD_RESET');
  const owner = await findCuenta(services.db, uid);
  if (!owner) throw refuse('codigo-invalido');
  await requireGoodPassword(services, input.newPassword, await ownDataOf(services, owner));
  await services.throttle.use(NEW_PASSWORD_BY_ACCOUNT, uid);
  if (await verifyPassword(owner.password_hash, input.newPassword)) throw samePassword('password');
  const passwordHash = await hashPassword(input.newPassword);
  const reset = await services.db.transaction().execute(async (trx) => {
    const { cuenta } = await spendCodigo(trx, input.oobCode, 'PASSWORD_RESET');
    // Nobody has shown that the address of a registration is theirs: there is nothing to reset.
    if (!cuenta.email_verified) throw refuse('codigo-invalido');
    const changed = await updateCuentaRow(trx, cuenta.uid, { passwordHash });
    await concludeCambio(trx, services, cuenta, {
      cambio: { tipo: 'restablecimiento' },
      accion: 'cuenta.restablecerContrasena',
      actorUid: cuenta.uid,
      autor: request,
    });
    return changed ?? cuenta;
  });
  await services.throttle.clear(NEW_PASSWORD_BY_ACCOUNT, uid);
  return reset;
};

/** The account of an address, verified or not, or null. */
export const readUidByEmail = (db: Db, email: string): Promise<string | null> =>
  findUidByEmail(db, email);

/** The people whose verified accounts have these addresses. */
export const readPersonasDeCorreos = selectPersonasDeCorreos;

/** The person of an account, or null. */
/**
 * Whether an account is of the same person as the actor: the same one, or another one of their file. «Another person» is asked of
 * people: whoever has two accounts is one.
 */
export const esLaMismaPersona = async (
  db: Db | Trx,
  actor: Pick<Actor, 'uid' | 'personaId'>,
  uid: string,
): Promise<boolean> =>
  esUnoMismo(actor, { uids: [uid], personaIds: [await readPersonaIdOf(db, uid)] });

/** Whether nobody else of the staff can sign in: then there is no second person to ask. */
export const estaSola = async (
  db: Db | Trx,
  actor: Pick<Actor, 'uid' | 'personaId'>,
): Promise<boolean> =>
  (await selectPersonal(db)).every(({ uid, persona_id }) =>
    esUnoMismo(actor, { uids: [uid], personaIds: [persona_id] }),
  );

export const readPersonaIdOf = async (db: Db | Trx, uid: string): Promise<string | null> =>
  (await findCuenta(db, uid))?.persona_id ?? null;

/** A person's account and its verified address, for what they are to be told; null without one, or while it is disabled. */
export const readCuentaDePersona = async (
  db: Db | Trx,
  personaId: string,
): Promise<{ uid: string; email: string } | null> => {
  const cuenta = await findCuentaByPersona(db, personaId);
  return cuenta?.email_verified && !cuenta.disabled
    ? { uid: cuenta.uid, email: cuenta.email }
    : null;
};

/** The same of many people, by their ids. */
export const readCuentasDePersonas = async (
  db: Db | Trx,
  personaIds: readonly string[],
): Promise<ReadonlyMap<string, { uid: string; email: string }>> =>
  new Map(
    (await selectCuentasVerificadas(db, personaIds)).map(({ uid, email, persona_id }) => [
      persona_id ?? '',
      { uid, email },
    ]),
  );

/** How accounts are called, by their uid: their name or, without one, their address. */
export const readNombresDeCuentas = async (
  db: Db,
  uids: readonly string[],
): Promise<ReadonlyMap<string, string>> =>
  new Map(
    (await selectEmails(db, uids)).map(({ uid, display_name, email }) => [
      uid,
      display_name || email,
    ]),
  );

/** What accounts are called in the history, by their uid. */
export const nombrarCuentas: Nombrar = async (db, uids) =>
  new Map((await selectEmails(db, uids)).map((cuenta) => [cuenta.uid, nombrarCuenta(cuenta)]));

/** The account as it is, held until the transaction ends. */
export const lockCuentaByUid = lockCuenta;

/** The staff that can sign in: uid, file (null without one), address and how each is called. */
export const readPersonal = selectPersonal;
