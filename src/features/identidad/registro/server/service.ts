import { randomBytes } from 'node:crypto';
import type { Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import { hashPassword } from '../../../../platform/server/passwords.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { explainCurp, parseCurp } from '../../../personas/curp/rules.ts';
import { requireGoodPassword } from '../../contrasena/server/service.ts';
import {
  type Cuenta,
  deleteCuenta,
  findCuenta,
  insertCuenta,
  lockCuenta,
  updateCuentaRow,
} from '../../cuentas/server/data.ts';
import { requireEmail } from '../../cuentas/server/service.ts';
import { MESSAGES } from '../../errors.ts';
import { VERSIONES } from '../../privacidad/rules.ts';
import { insertAceptaciones } from '../../privacidad/server/data.ts';
import { cleanNombre, displayNameOf, type Nombres, nombresProblems } from '../../rules.ts';
import { huellaOf } from '../../sesiones/ingreso/server/service.ts';
import { makeExpediente } from '../../vinculaciones/server/service.ts';
import { splitDisplayName } from '../rules.ts';
import {
  type DatosDeRegistro,
  deleteUnverified,
  findCuentaOfIntento,
  insertRegistro,
  isEmailTaken,
  lockRegistros,
  saveDatos,
  saveHuella,
} from './data.ts';

const SIGN_UP_BY_ADDRESS = { name: 'registro-direccion', max: 600, windowSeconds: 3600 };
const SIGN_UP_BY_ADDRESS_A_DAY = {
  name: 'registro-direccion-dia',
  max: 2_000,
  windowSeconds: 86_400,
};
/** By everybody together: more than a call of the whole judiciary brings. */
const SIGN_UP_IN_ALL = { name: 'registro-total', max: 20_000, windowSeconds: 86_400 };
/** CURPs that one account may try to make its own in a day: it is no way to ask whose they are. */
export const CURP_BY_ACCOUNT = { name: 'curp-cuenta', max: 5, windowSeconds: 86_400 };
/** Milliseconds that every step takes: more than its longest work, so that time does not tell what it did. */
export const STEP_MS = 150;
/** Minutes before the wire lets somebody else start again with an email that nobody verified. */
const ABANDONED_MINUTES = 15;

/** The browser that sends a registration: what it says of the earlier times it did. */
type Navegador = { intento: string | null; antes: string | null };

/**
 * A new account that waits for its email to be verified, whoever else has or waits for that email. The
 * same form sent again gets the account that it had made, with the password that it says now.
 */
const insertRegistration = async (
  trx: Trx,
  { email, passwordHash, huella }: Prepared,
  { intento, antes }: Navegador,
  porProtocolo: boolean,
): Promise<{ cuenta: Cuenta; again: boolean; replaced: string | null }> => {
  let replaced: string | null = null;
  if (intento !== null) {
    await lockRegistros(trx, intento);
    const earlier = await findCuentaOfIntento(trx, intento);
    if (earlier?.email === email) {
      await saveHuella(trx, earlier.uid, huella);
      const cuenta = await updateCuentaRow(trx, earlier.uid, { passwordHash });
      return { cuenta: cuenta ?? earlier, again: true, replaced };
    }
    if (earlier) {
      await deleteCuenta(trx, earlier.uid);
      replaced = earlier.uid;
    }
  }
  if (antes !== null && (await deleteUnverified(trx, antes, email))) replaced = antes;
  const uid = randomBytes(15).toString('base64url');
  const cuenta = await insertCuenta(trx, { uid, email, passwordHash });
  await insertRegistro(trx, { uid, intento, porProtocolo, huella });
  return { cuenta, again: false, replaced };
};

type Prepared = { email: string; passwordHash: string; huella: number };

/** Whoever registers accepts the texts of today. */
export const requireTextos = ({ aviso, terminos }: { aviso: string; terminos: string }): void => {
  if (aviso === VERSIONES.aviso && terminos === VERSIONES.terminos) return;
  throw new CallError('FAILED_PRECONDITION', MESSAGES['textos-sin-aceptar'], {
    code: 'textos-sin-aceptar',
  });
};

/** Judges email and password, counts the visitor, and hashes: before anything is written. */
export const prepare = async (
  services: Services,
  input: { email: string; password: string; datosPropios?: string[] | undefined },
  ip: string,
): Promise<Prepared> => {
  const email = requireEmail(input.email);
  // Counted first: judging a password takes time too.
  await services.throttle.use(SIGN_UP_BY_ADDRESS, ip);
  await services.throttle.use(SIGN_UP_BY_ADDRESS_A_DAY, ip);
  await services.throttle.use(SIGN_UP_IN_ALL, 'todos');
  await requireGoodPassword(services, input.password, [email, ...(input.datosPropios ?? [])]);
  return {
    email,
    passwordHash: await hashPassword(input.password),
    huella: huellaOf(services, email, input.password),
  };
};

const recordAlta = (trx: Trx, uid: string, despues: Record<string, unknown> | null) =>
  recordCambio(trx, 'cuenta.crear', { id: uid, actorUid: uid, despues });

/** The wire's signUp: undefined when the email is taken, as its protocol says. Throttled by address. */
export const signUpByWire = async (
  services: Services,
  input: { email: string; password: string },
  ip: string,
): Promise<Cuenta | undefined> => {
  const prepared = await prepare(services, input, ip);
  return services.db.transaction().execute(async (trx) => {
    await lockRegistros(trx, prepared.email);
    if (await isEmailTaken(trx, prepared.email, ABANDONED_MINUTES)) return undefined;
    const nobody = { intento: null, antes: null };
    const { cuenta } = await insertRegistration(trx, prepared, nobody, true);
    await recordAlta(trx, cuenta.uid, null);
    return cuenta;
  });
};

/** The account of a session that finishes a registration. */
export const cuentaOf = async (services: Services, actor: Actor): Promise<Cuenta> => {
  const cuenta = await findCuenta(services.db, actor.uid);
  if (!cuenta) throw new CallError('UNAUTHENTICATED', MESSAGES['registro-vencido']);
  return cuenta;
};

export const requireNombres = (names: Nombres): Nombres => {
  const fields = nombresProblems(names);
  const [first] = Object.values(fields);
  if (first) throw new CallError('INVALID_ARGUMENT', first, { code: 'nombres', fields });
  return {
    nombre: cleanNombre(names.nombre),
    apellidoPaterno: cleanNombre(names.apellidoPaterno),
    apellidoMaterno: cleanNombre(names.apellidoMaterno),
  };
};

export const requireCurp = (text: string, today: Date): string => {
  const reading = parseCurp(text, today);
  if (reading.ok) return reading.curp;
  const message = explainCurp(reading);
  throw new CallError('INVALID_ARGUMENT', message, { code: 'curp', fields: { curp: message } });
};

/** The three names as they were typed; of an account in use, as its person says them now. */
export const nombresOf = (cuenta: Cuenta, displayName: string, curp: string): Nombres => {
  const typed = cuenta.nombre !== null && {
    nombre: cuenta.nombre,
    apellidoPaterno: cuenta.apellido_paterno ?? '',
    apellidoMaterno: cuenta.apellido_materno ?? '',
  };
  const now = cuenta.email_verified ? displayName : (cuenta.display_name ?? displayName);
  return typed && (!cuenta.email_verified || displayNameOf(typed) === displayName)
    ? typed
    : splitDisplayName(now, curp);
};

export const refuseExistente = () =>
  new CallError('FAILED_PRECONDITION', MESSAGES['persona-existente'], {
    code: 'persona-existente',
  });

/**
 * What somebody says of their person. While the email is not verified it is only kept, so that nothing
 * tells whose CURP it is; of an account in use the file is made, or claimed, now.
 */
export const giveDatos = (
  services: Services,
  cuenta: Cuenta,
  datos: DatosDeRegistro,
): Promise<void> =>
  services.db.transaction().execute(async (trx) => {
    const now = await lockCuenta(trx, cuenta.uid);
    // Of two presses at once the first made the person.
    if (!now || now.persona_id !== null) return;
    if (cuenta.email_verified) {
      await makeExpediente(trx, services, cuenta, datos);
      return;
    }
    if (!(await saveDatos(trx, cuenta.uid, datos))) {
      throw new CallError('UNAUTHENTICATED', MESSAGES['registro-vencido']);
    }
    await updateCuentaRow(trx, cuenta.uid, { displayName: displayNameOf(datos) });
    await recordCambio(trx, 'cuenta.registrarDatos', {
      id: cuenta.uid,
      actorUid: cuenta.uid,
      despues: { tipo: datos.tipo },
    });
  });

/**
 * The account of the portal's form: a new one with the texts that it accepts, or the one that the same form
 * had made.
 */
export const register = async (
  trx: Trx,
  prepared: Prepared,
  navegador: Navegador,
  acepta: Record<string, string>,
): Promise<Cuenta> => {
  const { cuenta, again, replaced } = await insertRegistration(trx, prepared, navegador, false);
  const { uid } = cuenta;
  if (again) await recordCambio(trx, 'cuenta.repetirRegistro', { id: uid, actorUid: uid });
  else {
    await insertAceptaciones(trx, uid, acepta);
    await recordAlta(trx, uid, { acepta, ...(replaced && { reemplaza: replaced }) });
  }
  return cuenta;
};

/** How an account that has no file yet is called: a step of the registration. */
export const nameCuenta = async (trx: Trx, uid: string, names: Nombres): Promise<void> => {
  // Held: it may be verified, and get its file, at this very moment.
  const cuenta = await lockCuenta(trx, uid);
  if (!cuenta) throw new CallError('UNAUTHENTICATED', MESSAGES['registro-vencido']);
  // A step of the registration: whoever has a file is called what it says.
  if (cuenta.email_verified) throw refuseExistente();
  await updateCuentaRow(trx, uid, { displayName: displayNameOf(names), ...names });
  await recordCambio(trx, 'cuenta.editar', { id: uid, despues: { campos: ['displayName'] } });
};
