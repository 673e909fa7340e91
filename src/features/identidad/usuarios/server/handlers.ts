import { randomBytes } from 'node:crypto';
import { type CallContext, type Handler, handle } from '../../../../platform/server/callables.ts';
import { isUniqueViolation, type Trx } from '../../../../platform/server/db/index.ts';
import { searchPage } from '../../../../platform/server/db/search.ts';
import {
  type Cambio,
  recordCambio,
  recordOnce,
} from '../../../../platform/server/historial/index.ts';
import { hashPassword } from '../../../../platform/server/passwords.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import type { Accion } from '../../../../platform/shared/historial.ts';
import { isAdmin, isAdminRole } from '../../../../platform/shared/policy.ts';
import { isClaveSinCurp } from '../../../personas/clave/rules.ts';
import { normalizeCurp } from '../../../personas/curp/rules.ts';
import { readNombreCompleto, readPersonaIdByClave } from '../../../personas/server/handlers.ts';
import { concludeCambio, tellOwner } from '../../cambios/server/handlers.ts';
import type { Cambio as CambioDelicado } from '../../cambios/server/mails.ts';
import { requireGoodPassword } from '../../contrasena/server/handlers.ts';
import {
  type Cuenta,
  deleteOtherCodigos,
  findCuentaByEmail,
  insertCuenta,
  lockCuenta,
  updateCuentaRow,
} from '../../cuentas/server/data.ts';
import { queueReset, queueVerification, requireEmail } from '../../cuentas/server/handlers.ts';
import { MESSAGES } from '../../errors.ts';
import { replaceRecuperacion, saveFactor } from '../../factor/server/data.ts';
import { lockRegistros } from '../../registro/server/data.ts';
import { revokeSesionesOf } from '../../sesiones/server/data.ts';
import * as contract from '../contract.ts';
import {
  countUsuarios,
  lockAdmins,
  saveDisabled,
  savePersonaOf,
  saveRole,
  selectUsuarios,
} from './data.ts';
import { presentUsuario } from './present.ts';

type Context = CallContext<Actor>;

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
  ctx: Context,
  cuenta: Cuenta,
  cambio: CambioDelicado,
  accion: Accion,
  change: Pick<Cambio, 'antes' | 'despues' | 'motivo'> = {},
): Promise<void> =>
  concludeCambio(trx, ctx.services, cuenta, {
    cambio,
    accion,
    autor: 'administracion',
    ...change,
  });

/** Runs a change of one account in a transaction that holds it. */
const change = <T>(
  ctx: Context,
  uid: string,
  work: (trx: Trx, cuenta: Cuenta) => Promise<T>,
  before: (trx: Trx) => Promise<void> = async () => {},
): Promise<T> =>
  ctx.services.db.transaction().execute(async (trx) => {
    // Always the Admins first, then the account: one order, no deadlock.
    await before(trx);
    return work(trx, await requireCuenta(trx, uid));
  });

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

export const usuariosHandlers: Handler[] = [
  handle(contract.listUsuarios, {
    policy: isAdmin,
    async run(input, { services }) {
      const { total, rows, parecidas } = await searchPage(
        services.db,
        { ...input, role: input.role, estado: input.estado },
        countUsuarios,
        selectUsuarios,
      );
      const personas = rows.flatMap(({ persona_id }) => persona_id ?? []);
      if (personas.length > 0) {
        await services.db.transaction().execute((trx) =>
          recordOnce(trx, 'cuenta.listar', {
            id: 'lista',
            despues: { personas: personas.sort() },
          }),
        );
      }
      return { total, filas: rows.map(presentUsuario), parecidas };
    },
  }),

  handle(contract.setRole, {
    policy: isAdmin,
    noSobreUnoMismo: { sujeto: ({ uid }) => ({ uids: [uid] }) },
    async run({ uid, role }, ctx) {
      await change(
        ctx,
        uid,
        async (trx, cuenta) => {
          if (!(await saveRole(trx, uid, role))) return;
          await conclude(trx, ctx, cuenta, { tipo: 'rol', role }, 'cuenta.cambiarRol', {
            antes: { role: cuenta.role },
            despues: { role },
          });
        },
        (trx) => (isAdminRole(role) ? Promise.resolve() : keepOneAdmin(trx, uid)),
      );
      return { ok: true as const };
    },
  }),

  handle(contract.setDisabled, {
    policy: isAdmin,
    noSobreUnoMismo: { sujeto: ({ uid }) => ({ uids: [uid] }) },
    async run({ uid, disabled }, ctx) {
      await change(
        ctx,
        uid,
        async (trx, cuenta) => {
          if (cuenta.disabled === disabled) return;
          await saveDisabled(trx, uid, disabled);
          const [tipo, accion] = disabled
            ? (['deshabilitada', 'cuenta.deshabilitar'] as const)
            : (['habilitada', 'cuenta.habilitar'] as const);
          await conclude(trx, ctx, cuenta, { tipo }, accion);
        },
        (trx) => (disabled ? keepOneAdmin(trx, uid) : Promise.resolve()),
      );
      return { ok: true as const };
    },
  }),

  handle(contract.sendVerificationOf, {
    policy: isAdmin,
    // A mail to oneself, as anybody may ask for.
    noSobreUnoMismo: null,
    async run({ uid }, ctx) {
      await change(ctx, uid, async (trx, cuenta) => {
        if (!cuenta.email_verified) await queueVerification(trx, ctx.services, cuenta);
        await record(trx, cuenta, 'cuenta.reenviarVerificacion');
      });
      return { ok: true as const };
    },
  }),

  handle(contract.sendResetOf, {
    policy: isAdmin,
    noSobreUnoMismo: null,
    async run({ uid }, ctx) {
      await change(ctx, uid, async (trx, cuenta) => {
        await queueReset(trx, ctx.services, cuenta.email);
        await record(trx, cuenta, 'cuenta.enviarRestablecimiento');
      });
      return { ok: true as const };
    },
  }),

  handle(contract.endSesionesOf, {
    policy: isAdmin,
    // One's own sessions are ended by anybody.
    noSobreUnoMismo: null,
    async run({ uid }, ctx) {
      const terminadas = await change(ctx, uid, async (trx, cuenta) => {
        const ended = await revokeSesionesOf(trx, uid);
        await record(trx, cuenta, 'cuenta.terminarSesiones', {
          despues: { terminadas: ended },
        });
        return ended;
      });
      return { terminadas };
    },
  }),

  handle(contract.removeFactorOf, {
    policy: isAdmin,
    // One's own is taken off with the password and a code, like anybody's.
    noSobreUnoMismo: {
      sujeto: ({ uid }) => ({ uids: [uid] }),
      rechazo: { code: 'factor-propio', message: MESSAGES['factor-propio'] },
    },
    async run({ uid, motivo }, ctx) {
      await change(ctx, uid, async (trx, cuenta) => {
        await saveFactor(trx, uid, null, null);
        await replaceRecuperacion(trx, uid, []);
        await conclude(
          trx,
          ctx,
          cuenta,
          { tipo: 'factorDesactivado' },
          'cuenta.quitarSegundoFactor',
          { motivo },
        );
      });
      return { ok: true as const };
    },
  }),

  handle(contract.linkPersona, {
    policy: isAdmin,
    // Neither to give one's own account somebody's file, nor to give one's own file away.
    noSobreUnoMismo: {
      sujeto: async ({ uid, clave }, { services }) => ({
        uids: [uid],
        personaIds: [clave && (await readPersonaIdByClave(services.db, normalizeCurp(clave)))],
      }),
    },
    async run({ uid, clave: escrita }, ctx) {
      const clave = escrita === null ? null : normalizeCurp(escrita);
      try {
        await change(ctx, uid, async (trx, cuenta) => {
          const personaId = clave === null ? null : await readPersonaIdByClave(trx, clave);
          if (clave !== null && personaId === null) {
            const kind = isClaveSinCurp(clave) ? 'clave' : 'CURP';
            const message = `No hay una persona con esa ${kind}. Revísela.`;
            throw new CallError('NOT_FOUND', message, { fields: { clave: message } });
          }
          await savePersonaOf(trx, uid, personaId);
          if (personaId !== null) {
            await updateCuentaRow(trx, uid, {
              displayName: await readNombreCompleto(trx, personaId),
            });
          }
          await revokeSesionesOf(trx, uid);
          await tellOwner(trx, ctx.services, cuenta, { tipo: 'vinculo' }, 'administracion');
          // Whoever loses the account and whoever gets it both find it in their file.
          for (const persona_id of new Set([cuenta.persona_id, personaId])) {
            if (persona_id === null) continue;
            await record(trx, { uid, persona_id }, 'cuenta.vincularPersona', {
              antes: { personaId: cuenta.persona_id },
              despues: { personaId },
            });
          }
        });
      } catch (error) {
        if (!isUniqueViolation(error)) throw error;
        const message = MESSAGES['persona-con-cuenta'];
        throw new CallError('ALREADY_EXISTS', message, {
          code: 'persona-con-cuenta',
          fields: { clave: message },
        });
      }
      return { ok: true as const };
    },
  }),
];
