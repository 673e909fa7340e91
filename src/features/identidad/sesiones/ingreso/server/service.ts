/** Showing who one is to enter: the attempt and its limits, the password, the second factor. */
import { createHmac } from 'node:crypto';
import { createBurst } from '../../../../../platform/server/burst.ts';
import { writeJoined } from '../../../../../platform/server/db/joined.ts';
import { perform, type Statement } from '../../../../../platform/server/db/together.ts';
import type { Browser, Origin as From } from '../../../../../platform/server/origin.ts';
import { verifyPassword } from '../../../../../platform/server/passwords.ts';
import type { Services } from '../../../../../platform/server/services.ts';
import type {
  Attempt,
  Attempted,
  Throttle,
  Use,
  UseGivenBack,
} from '../../../../../platform/server/throttle.ts';
import { CallError } from '../../../../../platform/shared/errors.ts';
import { CUENTA_BY_EMAIL, type Cuenta } from '../../../cuentas/server/data.ts';
import { knownEquipo } from '../../../equipos/server/service.ts';
import { MESSAGES } from '../../../errors.ts';
import { requireFactor } from '../../../factor/codigo/server/service.ts';
import { noteIntento, notingLimit } from '../../../intentos/server/service.ts';
import { findPendiente } from '../../../registro/server/data.ts';
import { normaliseEmail } from '../../../rules.ts';
import { enteredFrom } from '../../server/data.ts';

type Origin = From & Partial<Pick<Browser, 'cookies'>>;

// As docs/seguridad.md says («Límites»).
const SIGN_IN_BY_ACCOUNT = { name: 'ingreso-cuenta', max: 50, windowSeconds: 3600 };
const SIGN_IN_BY_BOTH = { name: 'ingreso-cuenta-direccion', max: 10, windowSeconds: 900 };
const SIGN_IN_BY_ADDRESS = { name: 'ingreso-direccion', max: 600, windowSeconds: 900 };
const SIGN_IN_BY_EQUIPO = { name: 'ingreso-equipo', max: 10, windowSeconds: 900 };

/** What an attempt to enter counts, and what of it is given back to who shows who they are. */
const attemptOf = (
  services: Services,
  email: string,
  origin: Origin,
): { cuentan: readonly Use[]; devueltos: readonly UseGivenBack[] } => {
  const equipo = knownEquipo(services, origin.cookies ?? {}, email);
  if (equipo !== null) {
    const known: Use = [SIGN_IN_BY_EQUIPO, equipo];
    return { cuentan: [known], devueltos: [[known, 'todos']] };
  }
  const address: Use = [SIGN_IN_BY_ADDRESS, origin.ip];
  const both: Use = [SIGN_IN_BY_BOTH, `${email} ${origin.ip}`];
  const account: Use = [SIGN_IN_BY_ACCOUNT, email];
  return {
    cuentan: [address, both, account],
    devueltos: [
      // A whole school may enter from one address on the same morning.
      [address, 'uno'],
      [both, 'todos'],
      [account, 'uno'],
    ],
  };
};

type Counting = (
  attempts: readonly Attempt[],
) => Statement<ReadonlyMap<Attempt, Attempted<Cuenta | undefined>>>;

const countings = new WeakMap<Throttle, Counting>();

/** One function for a throttle: what comes at one moment is counted together. */
const countingOf = (throttle: Throttle): Counting => {
  const known = countings.get(throttle);
  if (known) return known;
  const made: Counting = (attempts) => throttle.countingAllBeside(attempts, CUENTA_BY_EMAIL);
  countings.set(throttle, made);
  return made;
};

/**
 * Counts an attempt to enter, and reads the account of that address in the same statement. Whoever guesses, from however
 * many addresses, uses up what an account allows to strangers; its owner still enters from a browser or an address used
 * before, which have a count of their own (docs/decisions/0009). Gives also what to do once they showed who they are:
 * their own attempts, from here, are forgotten; what strangers tried against the account is not, or whoever makes one
 * success could begin again.
 */
const countSignIn = async (
  services: Services,
  email: string,
  origin: Origin,
): Promise<{ cuenta: Cuenta | undefined; devolver: readonly UseGivenBack[] }> => {
  const { db, throttle } = services;
  const { cuentan, devueltos } = attemptOf(services, email, origin);
  const attempt = { uses: cuentan, value: email };
  // Not on connections that requests share: it never waits behind who waits for something else.
  const attempted = await writeJoined(db, countingOf(throttle), attempt, perform);
  const { beyond, leido: cuenta } = attempted.get(attempt)!;
  if (beyond) {
    const known = beyond.limit === SIGN_IN_BY_ACCOUNT && (await enteredFrom(db, email, origin.ip));
    if (!known) throw beyond.refusal;
  }
  return { cuenta, devolver: devueltos };
};

/** Who is compared while others are goes on with them: see docs/decisions/0103. */
const compared = createBurst({ most: 8, ms: 50 });

/**
 * Sixteen bits of email and password under our key: which of the registrations that wait for an email
 * is compared with a password, so that one comparison is enough however many wait.
 */
export const huellaOf = ({ secrets }: Services, email: string, password: string): number =>
  createHmac('sha256', secrets.prepared('registro-huella'))
    .update(`${email}\0${password.normalize('NFKC')}`)
    .digest()
    .readUInt16BE(0);

/** Somebody who just showed who they are, and what of their attempt is given back (nothing: it was, or is not). */
export type Mostrada = { cuenta: Cuenta; devolver: readonly UseGivenBack[] };

/**
 * Checks email and password, throttled. Throws the wire-neutral refusals; a wrong email costs what
 * a wrong password costs. Gives the account of that email or, when the password is of one that waits
 * for its verification, that one: look at `email_verified`. The attempt is still to be given back.
 */
export const recognise = async (
  services: Services,
  credentials: { email: string; password: string },
  origin: Origin,
): Promise<Mostrada> => {
  const { db } = services;
  const email = normaliseEmail(credentials.email);
  const { cuenta, devolver } = await notingLimit(services, { email }, origin, () =>
    countSignIn(services, email, origin),
  );
  const matches = await compared.run(() =>
    verifyPassword(cuenta?.password_hash ?? null, credentials.password),
  );
  if (!matches) {
    // Whoever may not enter pays for this second look, so that time tells neither who has an account
    // nor who waits for the verification of one.
    const pendiente = await findPendiente(
      db,
      email,
      huellaOf(services, email, credentials.password),
    );
    if (await verifyPassword(pendiente?.password_hash ?? null, credentials.password)) {
      return { cuenta: pendiente!, devolver: [] };
    }
    noteIntento(services, { email, cuenta: cuenta?.uid }, 'contrasena', origin);
    throw new CallError('UNAUTHENTICATED', MESSAGES['credenciales-incorrectas'], {
      code: 'credenciales-incorrectas',
    });
  }
  if (cuenta!.disabled) {
    noteIntento(services, { uid: cuenta!.uid }, 'deshabilitada', origin);
    throw new CallError('PERMISSION_DENIED', MESSAGES['cuenta-deshabilitada'], {
      code: 'cuenta-deshabilitada',
    });
  }
  return { cuenta: cuenta!, devolver };
};

/** Gives an attempt back at once, of who is still asked something else before they enter. */
export const giveBack = async (
  { throttle }: Pick<Services, 'throttle'>,
  { cuenta, devolver }: Mostrada,
): Promise<Mostrada> => {
  if (devolver.length > 0) await throttle.giveBack(devolver);
  return { cuenta, devolver: [] };
};

/**
 * Demands the second factor of an account that has one, for whose right password the attempt is given back before it is known
 * whether the code is right, too. Throws FAILED_PRECONDITION `correo-sin-verificar` of an account that waits for its verification.
 */
export const requireWhole = async (
  services: Services,
  mostrada: Mostrada,
  codigo: string | undefined,
  origin: Origin,
): Promise<Mostrada> => {
  const { cuenta } = mostrada;
  if (!cuenta.email_verified) {
    throw new CallError('FAILED_PRECONDITION', MESSAGES['correo-sin-verificar'], {
      code: 'correo-sin-verificar',
    });
  }
  if (cuenta.totp_sellado === null) return mostrada;
  const devuelta = await giveBack(services, mostrada);
  await requireFactor(services, cuenta, codigo, origin);
  return devuelta;
};
