import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { cursorPage } from '../../../../platform/server/db/cursor.ts';
import { type Db, isUniqueViolation, type Trx } from '../../../../platform/server/db/index.ts';
import { selectLike } from '../../../../platform/server/db/search.ts';
import {
  type Cambio,
  recordCambio,
  recordVistos,
} from '../../../../platform/server/historial/index.ts';
import { hashPassword } from '../../../../platform/server/passwords.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Role } from '../../../../platform/shared/actor.ts';
import type { CursorPage } from '../../../../platform/shared/cursor.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import type { Accion } from '../../../../platform/shared/historial.ts';
import { isAdminRole } from '../../../../platform/shared/policy.ts';
import { isClaveSinCurp } from '../../../personas/clave/rules.ts';
import { readNombreCompleto, readPersonaIdByClave } from '../../../personas/server/service.ts';
import type { Cambio as CambioDelicado } from '../../cambios/server/mails.ts';
import { concludeCambio, tellOwner } from '../../cambios/server/service.ts';
import { requireGoodPassword } from '../../contrasena/server/service.ts';
import {
  type Cuenta,
  deleteOtherCodigos,
  findCuentaByEmail,
  insertCuenta,
  lockCuenta,
  updateCuentaRow,
} from '../../cuentas/server/data.ts';
import { queueReset, queueVerification, requireEmail } from '../../cuentas/server/service.ts';
import { MESSAGES } from '../../errors.ts';
import { replaceRecuperacion, saveFactor } from '../../factor/server/data.ts';
import { lockRegistros } from '../../registro/server/data.ts';
import { listSesionesOf, revokeSesionesOf } from '../../sesiones/server/data.ts';
import { presentSesion } from '../../sesiones/server/present.ts';
import type { listUsuarios, UsuarioConSesiones } from '../contract.ts';
import {
  countUsuariosListados,
  findLugar,
  findUsuario,
  lockAdmins,
  saveDisabled,
  savePersonaOf,
  saveRole,
  selectCorreosDeAdmins,
  selectUidsByName,
  selectUsuarios,
  selectUsuariosLike,
  type UsuarioRow,
} from './data.ts';
import { presentUsuario } from './present.ts';

const NO_SUCH = new CallError('NOT_FOUND', 'Esa cuenta ya no existe.');

const requireCuenta = async (trx: Trx, uid: string): Promise<Cuenta> => {
  const cuenta = await lockCuenta(trx, uid);
  if (!cuenta) throw NO_SUCH;
  return cuenta;
};

/** The school must never be left without an Admin. Call before demoting or disabling `uid`. */
const keepOneAdmin = async (trx: Trx, uid: string): Promise<void> => {
  const admins = await lockAdmins(trx);
  if (admins.includes(uid) && admins.length === 1) {
    throw new CallError('FAILED_PRECONDITION', MESSAGES['ultimo-admin'], { code: 'ultimo-admin' });
  }
};

const record = (
  trx: Trx,
  { uid, persona_id }: Pick<Cuenta, 'uid' | 'persona_id'>,
  accion: Accion,
  change: Pick<Cambio, 'antes' | 'despues' | 'motivo'> = {},
): Promise<void> => recordCambio(trx, accion, { id: uid, personaId: persona_id, ...change });

/** A sensitive change by an Admin: its sessions end, the history has it, its owner is told. */
const conclude = (
  trx: Trx,
  services: Services,
  cuenta: Cuenta,
  cambio: CambioDelicado,
  accion: Accion,
  change: Pick<Cambio, 'antes' | 'despues' | 'motivo'> = {},
): Promise<void> =>
  concludeCambio(trx, services, cuenta, { cambio, accion, autor: 'administracion', ...change });

/** Gives an account a role, or takes it off (null). */
export const giveRole = async (
  trx: Trx,
  services: Services,
  uid: string,
  role: Role | null,
): Promise<void> => {
  // Always the Admins first, then the account: one order, no deadlock.
  if (!isAdminRole(role)) await keepOneAdmin(trx, uid);
  const cuenta = await requireCuenta(trx, uid);
  if (!(await saveRole(trx, uid, role))) return;
  await conclude(trx, services, cuenta, { tipo: 'rol', role }, 'cuenta.cambiarRol', {
    antes: { role: cuenta.role },
    despues: { role },
  });
};

/** Keeps an account out, or lets it in again. */
export const disable = async (
  trx: Trx,
  services: Services,
  uid: string,
  disabled: boolean,
): Promise<void> => {
  if (disabled) await keepOneAdmin(trx, uid);
  const cuenta = await requireCuenta(trx, uid);
  if (cuenta.disabled === disabled) return;
  await saveDisabled(trx, uid, disabled);
  const [tipo, accion] = disabled
    ? (['deshabilitada', 'cuenta.deshabilitar'] as const)
    : (['habilitada', 'cuenta.habilitar'] as const);
  await conclude(trx, services, cuenta, { tipo }, accion);
};

/** Sends an account's verification mail again, while it lacks it. */
export const sendVerificationUsuario = async (
  trx: Trx,
  services: Services,
  uid: string,
): Promise<void> => {
  const cuenta = await requireCuenta(trx, uid);
  if (!cuenta.email_verified) await queueVerification(trx, services, cuenta);
  await record(trx, cuenta, 'cuenta.reenviarVerificacion');
};

/** Sends an account the mail with which its password is set anew. */
export const sendPasswordResetUsuario = async (
  trx: Trx,
  services: Services,
  uid: string,
): Promise<void> => {
  const cuenta = await requireCuenta(trx, uid);
  await queueReset(trx, services, cuenta.email);
  await record(trx, cuenta, 'cuenta.enviarRestablecimiento');
};

/** Ends all sessions of an account. Gives how many. */
export const endSesionesUsuario = async (trx: Trx, uid: string): Promise<number> => {
  const cuenta = await requireCuenta(trx, uid);
  const terminadas = await revokeSesionesOf(trx, uid);
  await record(trx, cuenta, 'cuenta.terminarSesiones', { despues: { terminadas } });
  return terminadas;
};

/** Takes the second factor off an account whose owner lost it. */
export const removeFactorUsuario = async (
  trx: Trx,
  services: Services,
  uid: string,
  motivo: string,
): Promise<void> => {
  const cuenta = await requireCuenta(trx, uid);
  await saveFactor(trx, uid, null, null);
  await replaceRecuperacion(trx, uid, []);
  await conclude(
    trx,
    services,
    cuenta,
    { tipo: 'factorDesactivado' },
    'cuenta.quitarSegundoFactor',
    { motivo },
  );
};

const requirePersonaId = async (trx: Trx, clave: string): Promise<string> => {
  const personaId = await readPersonaIdByClave(trx, clave);
  if (personaId !== null) return personaId;
  const kind = isClaveSinCurp(clave) ? 'clave' : 'CURP';
  const message = `No hay una persona con esa ${kind}. Revísela.`;
  throw new CallError('NOT_FOUND', message, { fields: { clave: message } });
};

/**
 * Gives an account the file of that key, or none (null).
 * @throws a violated unique key when the file is another account's: see `refuseLinked`.
 */
export const linkPersonaUsuario = async (
  trx: Trx,
  services: Services,
  uid: string,
  clave: string | null,
): Promise<void> => {
  const cuenta = await requireCuenta(trx, uid);
  const personaId = clave === null ? null : await requirePersonaId(trx, clave);
  await savePersonaOf(trx, uid, personaId);
  if (personaId !== null) {
    await updateCuentaRow(trx, uid, { displayName: await readNombreCompleto(trx, personaId) });
  }
  await revokeSesionesOf(trx, uid);
  await tellOwner(trx, services, cuenta, { tipo: 'vinculo' }, 'administracion');
  // Whoever loses the account and whoever gets it both find it in their file.
  for (const persona_id of new Set([cuenta.persona_id, personaId])) {
    if (persona_id === null) continue;
    await record(trx, { uid, persona_id }, 'cuenta.vincularPersona', {
      antes: { personaId: cuenta.persona_id },
      despues: { personaId },
    });
  }
};

/** What failed when a file was to be an account's; that it is another's already, in words. */
export const refuseLinked = (error: unknown): unknown => {
  if (!isUniqueViolation(error)) return error;
  const code = 'persona-con-cuenta';
  const message = MESSAGES[code];
  return new CallError('ALREADY_EXISTS', message, { code, fields: { clave: message } });
};

type Listado = z.output<typeof listUsuarios.input>;

/** A page of the accounts; when nobody has all the words, who looks like them, as one page (`parecidas`). */
export const readUsuarios = async (
  db: Db,
  { orden, descendente, tras, antes, porPagina, ...filtros }: Listado,
): Promise<CursorPage<UsuarioRow> & { filas: UsuarioRow[]; parecidas: boolean }> => {
  const page = await cursorPage<UsuarioRow>(
    { tras, antes, porPagina },
    ({ uid }) => uid,
    async ({ after, reversed, limit }) => {
      const lugar = after === null ? null : await findLugar(db, after, orden);
      // Whom it was read from is gone: the list is asked for from its beginning.
      if (lugar === undefined) return [];
      return selectUsuarios(db, filtros, { orden, descendente, reversed, lugar, limit });
    },
    () => countUsuariosListados(db, filtros),
  );
  if (page.filas.length > 0 || tras || antes) return { ...page, parecidas: false };
  const filas = await selectLike(db, { ...filtros, pagina: 1, porPagina }, (on, like) =>
    selectUsuariosLike(on, like, like.porPagina),
  );
  return { ...page, filas, total: filas.length, parecidas: filas.length > 0 };
};

/** Whoever looks at the list sees whose accounts they are: those people find it in their file. */
export const recordLista = (db: Db, personas: readonly string[]): Promise<void> =>
  recordVistos(db, 'cuenta.listar', personas);

/** One account with its live sessions. Whose file it names is noted, as of a list. */
export const readUsuario = async (db: Db, uid: string): Promise<UsuarioConSesiones> => {
  const row = await findUsuario(db, uid);
  if (!row) throw NO_SUCH;
  await recordLista(db, row.persona_id === null ? [] : [row.persona_id]);
  const sesiones = await listSesionesOf(db, uid);
  return { ...presentUsuario(row), sesiones: sesiones.map(presentSesion) };
};

/**
 * Makes an Admin from the command line: gives the role to an existing account, or creates a
 * verified one when a password is given. Gives whether it created it. Of a registration that nobody
 * verified, anybody may have chosen the password: it is given a new one as if it did not exist.
 */
export const makeAdmin = async (
  services: Services,
  email: string,
  password: string | null,
): Promise<boolean> => {
  const address = requireEmail(email);
  const existing = await findCuentaByEmail(services.db, address);
  if (!existing && password === null) {
    throw new CallError(
      'NOT_FOUND',
      'No hay una cuenta verificada con ese correo; escriba también una contraseña.',
    );
  }
  if (existing && isAdminRole(existing.role)) return false;
  if (!existing && password !== null) await requireGoodPassword(services, password, [address]);
  const passwordHash = existing ? '' : await hashPassword(password ?? '');
  return services.db.transaction().execute(async (trx) => {
    const uid = existing?.uid ?? randomBytes(15).toString('base64url');
    if (!existing) {
      await lockRegistros(trx, address);
      await insertCuenta(trx, { uid, email: address, passwordHash });
      await updateCuentaRow(trx, uid, { emailVerified: true });
      await deleteOtherCodigos(trx, address, uid);
    }
    const cuenta = await requireCuenta(trx, uid);
    await saveRole(trx, uid, 'Admin');
    await concludeCambio(trx, services, cuenta, {
      cambio: existing ? { tipo: 'rol', role: 'Admin' } : { tipo: 'adminCreada' },
      accion: 'cuenta.hacerAdmin',
      actorUid: null,
      autor: 'servidor',
      antes: { role: existing?.role ?? null },
      despues: { role: 'Admin' },
      motivo: 'Orden desde la línea de comandos',
    });
    return !existing;
  });
};

/** Accounts that a search by name may stand for: words that more have say nothing. */
const MAX_BY_NAME = 200;

/** The accounts that are called so, by their own name or by that of their file. */
export const readUidsByName = (db: Db, nombre: string): Promise<string[]> =>
  selectUidsByName(db, nombre, MAX_BY_NAME);

/** Whom the portal tells when something of it is wrong. */
export const readCorreosDeAdmins = async (
  db: Db | Trx,
): Promise<{ uid: string; email: string; nombre: string }[]> =>
  (await selectCorreosDeAdmins(db)).map(({ uid, email, nombre }) => ({
    uid,
    email,
    nombre: nombre ?? email,
  }));

/** Whether the staff has somebody else who could approve what one proposes: people are compared, not accounts. */
export { hasOtraDelPersonal } from './data.ts';
