import { randomBytes, randomInt } from 'node:crypto';
import { takeAtLeast } from '../../../../platform/server/at-least.ts';
import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { Trx } from '../../../../platform/server/db/index.ts';
import { hashPassword } from '../../../../platform/server/passwords.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { recordCambio } from '../../../auditoria/server/handlers.ts';
import { isClaveSinCurp, makeClaveSinCurp } from '../../../personas/clave/rules.ts';
import {
  compareCurp,
  explainCurp,
  normalizeCurp,
  parseCurp,
} from '../../../personas/curp/rules.ts';
import { createPersona } from '../../../personas/server/handlers.ts';
import { forgetImagenesIne } from '../../archivos/server/handlers.ts';
import * as contract from '../../contract.ts';
import { requireGoodPassword } from '../../contrasena/server/handlers.ts';
import {
  type Cuenta,
  deleteCuenta,
  findCuenta,
  insertAceptaciones,
  insertCuenta,
  insertRegistroRechazado,
  lockCuenta,
  takeAbandonedCuenta,
  updateCuentaRow,
} from '../../cuentas/server/data.ts';
import { mayMail, requireEmail, sendVerificationTo } from '../../cuentas/server/handlers.ts';
import {
  curpOfAnotherMail,
  existingAccountMail,
  existingCurpMail,
} from '../../cuentas/server/mails.ts';
import { MESSAGES } from '../../errors.ts';
import { canFinishRegistro } from '../../policy.ts';
import { VERSIONES } from '../../privacidad/rules.ts';
import { cleanNombre, displayNameOf, type Nombres, nombresProblems } from '../../rules.ts';
import { detachSesion, revokeSesionesOf } from '../../sesiones/server/data.ts';
import { openSesion, setSesionCookies } from '../../sesiones/server/handlers.ts';
import { splitDisplayName } from '../rules.ts';

const SIGN_UP_BY_ADDRESS = { name: 'registro-direccion', max: 600, windowSeconds: 3600 };
/** CURPs that one address may try to make its own in a day: it is no way to ask whose they are. */
const CURP_BY_ACCOUNT = { name: 'curp-cuenta', max: 60, windowSeconds: 86_400 };
/**
 * Milliseconds that every step takes: more than its longest work, so that a step with nothing to write,
 * because the email was taken, is not told by its time.
 */
const STEP_MS = 150;
/** Minutes before somebody else may start again with an email that nobody verified. */
const ABANDONED_MINUTES = 15;

/**
 * Creates an account, or gives undefined when the email is taken. Throttled by address. With `acepta`
 * it is the portal's own form: the versions accepted are kept, and a refusal is remembered.
 */
export const createCuentaWith = async (
  services: Services,
  input: { email: string; password: string; datosPropios?: string[] | undefined },
  origin: { ip: string },
  solicitudId: string,
  acepta?: Record<'aviso' | 'terminos', string>,
): Promise<{ email: string; cuenta: Cuenta | undefined }> => {
  const email = requireEmail(input.email);
  // Counted first: judging a password takes time too.
  await services.throttle.use(SIGN_UP_BY_ADDRESS, origin.ip);
  await requireGoodPassword(services, input.password, [email, ...(input.datosPropios ?? [])]);
  const passwordHash = await hashPassword(input.password);
  const cuenta = await services.db.transaction().execute(async (trx) => {
    const uid = randomBytes(15).toString('base64url');
    let made: Cuenta | undefined = await insertCuenta(trx, { uid, email, passwordHash });
    if (!made) {
      made = await takeAbandonedCuenta(trx, email, passwordHash, ABANDONED_MINUTES);
      if (made) await revokeSesionesOf(trx, made.uid);
    }
    if (made) {
      if (acepta) await insertAceptaciones(trx, made.uid, acepta);
      await recordCambio(trx, {
        actorUid: made.uid,
        accion: 'cuenta.crear',
        entidad: 'cuenta',
        entidadId: made.uid,
        despues: acepta ? { acepta } : null,
        solicitudId,
      });
    } else if (acepta) {
      await insertRegistroRechazado(trx, email, passwordHash);
    }
    return made;
  });
  return { email, cuenta };
};

/** The account of a registration's session; null in the dead end of a refused one. */
const cuentaOf = async (services: Services, actor: Actor): Promise<Cuenta | null> => {
  if (actor.uid === `registro:${actor.sid}`) return null;
  const cuenta = await findCuenta(services.db, actor.uid);
  if (!cuenta) throw new CallError('UNAUTHENTICATED', MESSAGES['registro-vencido']);
  return cuenta;
};

const requireNombres = (names: Nombres): void => {
  const fields = nombresProblems(names);
  const [first] = Object.values(fields);
  if (first) throw new CallError('INVALID_ARGUMENT', first, { code: 'nombres', fields });
};

const nombresOf = (cuenta: Cuenta, displayName: string, curp: string): Nombres =>
  cuenta.nombre === null
    ? splitDisplayName(cuenta.display_name ?? displayName, curp)
    : {
        nombre: cuenta.nombre,
        apellidoPaterno: cuenta.apellido_paterno ?? '',
        apellidoMaterno: cuenta.apellido_materno ?? '',
      };

/** An account that is being registered, as against one that is somebody's already. */
const isBeingRegistered = (cuenta: Cuenta): boolean =>
  !cuenta.email_verified && cuenta.role === null;

/**
 * The registration is over. Its session is left as a refused one's is, so that nothing asked with
 * it afterwards tells which of them it was; the account's other ones end.
 */
const closeRegistro = async (trx: Trx, cuenta: Cuenta, sid: string): Promise<void> => {
  if (!isBeingRegistered(cuenta)) return;
  await detachSesion(trx, sid);
  await revokeSesionesOf(trx, cuenta.uid);
};

/** Of two presses at once one goes on; whether this is the one. */
const takeTurn = async (trx: Trx, cuenta: Cuenta): Promise<boolean> => {
  const now = await lockCuenta(trx, cuenta.uid);
  return now !== undefined && now.persona_id === null;
};

/**
 * Makes the person of a CURP and links it to the account. When the CURP already is somebody's the
 * account that was being registered is undone, its owner is told by mail, and the caller learns
 * nothing.
 */
export const recordCurp = async (
  services: Services,
  cuenta: Cuenta,
  input: { curp: string; displayName: string },
  request: { id: string; sid: string },
): Promise<void> => {
  const reading = parseCurp(input.curp, services.now());
  if (!reading.ok) {
    const message = explainCurp(reading);
    throw new CallError('INVALID_ARGUMENT', message, { code: 'curp', fields: { curp: message } });
  }
  const { curp } = reading;
  const names = nombresOf(cuenta, input.displayName, curp);
  requireNombres(names);
  await services.throttle.use(CURP_BY_ACCOUNT, cuenta.email);
  await services.db.transaction().execute(async (trx) => {
    if (!(await takeTurn(trx, cuenta))) return;
    await closeRegistro(trx, cuenta, request.sid);
    const personaId = await createPersona(trx, {
      clave: curp,
      curp,
      nombre: cleanNombre(names.nombre),
      apellidoPaterno: cleanNombre(names.apellidoPaterno),
      apellidoMaterno: cleanNombre(names.apellidoMaterno),
      nombreCompleto: displayNameOf(names),
      fechaNacimiento: reading.fechaNacimiento,
      sexo: reading.sexo,
      entidadNacimiento: reading.entidad,
      discrepancias: compareCurp(curp, names),
    });
    if (personaId === null) {
      if (isBeingRegistered(cuenta)) {
        await insertRegistroRechazado(trx, cuenta.email, cuenta.password_hash);
        await deleteCuenta(trx, cuenta.uid);
        await services.mail.queue(trx, existingCurpMail(services.env, cuenta.email));
      } else {
        await services.mail.queue(trx, curpOfAnotherMail(cuenta.email));
      }
      await recordCambio(trx, {
        actorUid: cuenta.uid,
        accion: 'cuenta.rechazarCurpExistente',
        entidad: 'cuenta',
        entidadId: cuenta.uid,
        solicitudId: request.id,
      });
      return;
    }
    await updateCuentaRow(trx, cuenta.uid, { personaId, displayName: displayNameOf(names) });
    await recordCambio(trx, {
      actorUid: cuenta.uid,
      accion: 'persona.crear',
      entidad: 'persona',
      entidadId: personaId,
      despues: { cuenta: cuenta.uid, conCurp: true },
      solicitudId: request.id,
    });
  });
};

/** How many random keys are tried before giving up: 10^8 keys, a few thousand in use. */
const CLAVE_TRIES = 20;

/** Makes a person without CURP, with a stable key of its own, and links it to the account. */
const recordPersonaSinCurp = async (
  services: Services,
  cuenta: Cuenta,
  names: Nombres,
  curpDeclarada: string,
  request: { id: string; sid: string },
): Promise<void> => {
  requireNombres(names);
  await services.db.transaction().execute(async (trx) => {
    if (!(await takeTurn(trx, cuenta))) return;
    await closeRegistro(trx, cuenta, request.sid);
    let personaId: string | null = null;
    let clave = '';
    for (let i = 0; personaId === null && i < CLAVE_TRIES; i++) {
      clave = makeClaveSinCurp(String(randomInt(100_000_000)).padStart(8, '0'));
      personaId = await createPersona(trx, {
        clave,
        curp: null,
        nombre: cleanNombre(names.nombre),
        apellidoPaterno: cleanNombre(names.apellidoPaterno),
        apellidoMaterno: cleanNombre(names.apellidoMaterno),
        nombreCompleto: displayNameOf(names),
        fechaNacimiento: null,
        sexo: null,
        entidadNacimiento: null,
        discrepancias: [],
        curpDeclarada: curpDeclarada || null,
      });
    }
    if (personaId === null) throw new Error('no free key for a person without CURP');
    await updateCuentaRow(trx, cuenta.uid, { personaId, displayName: displayNameOf(names) });
    await recordCambio(trx, {
      actorUid: cuenta.uid,
      accion: 'persona.crear',
      entidad: 'persona',
      entidadId: personaId,
      despues: { cuenta: cuenta.uid, conCurp: false },
      solicitudId: request.id,
    });
  });
};

const steps: Handler[] = [
  handle(contract.createCuenta, {
    public: true,
    async run(input, { request, services }) {
      const { acepta } = input;
      if (acepta.aviso !== VERSIONES.aviso || acepta.terminos !== VERSIONES.terminos) {
        throw new CallError('FAILED_PRECONDITION', MESSAGES['textos-sin-aceptar'], {
          code: 'textos-sin-aceptar',
        });
      }
      const { email, cuenta } = await createCuentaWith(
        services,
        input,
        request,
        request.id,
        acepta,
      );
      const sesion = await openSesion(
        services,
        services.db,
        { cuenta: cuenta ?? null, email, registro: true },
        request,
      );
      setSesionCookies(services, request, sesion);
      return { ok: true as const };
    },
  }),

  handle(contract.updateCuenta, {
    policy: canFinishRegistro,
    async run(names, { actor, request, services }) {
      requireNombres(names);
      const displayName = displayNameOf(names);
      const cuenta = await cuentaOf(services, actor);
      if (cuenta) {
        await services.db.transaction().execute(async (trx) => {
          await updateCuentaRow(trx, cuenta.uid, {
            displayName,
            nombre: cleanNombre(names.nombre),
            apellidoPaterno: cleanNombre(names.apellidoPaterno),
            apellidoMaterno: cleanNombre(names.apellidoMaterno),
          });
          await recordCambio(trx, {
            actorUid: cuenta.uid,
            accion: 'cuenta.editar',
            entidad: 'cuenta',
            entidadId: cuenta.uid,
            despues: { campos: ['displayName'] },
            solicitudId: request.id,
          });
        });
      }
      return { displayName };
    },
  }),

  handle(contract.sendVerification, {
    policy: canFinishRegistro,
    async run(_input, { actor, request, services }) {
      const cuenta = await cuentaOf(services, actor);
      // Mail enough went to that address: one more explains nothing, and a refusal would tell that
      // others register with it.
      if (!(await mayMail(services, actor.email, request.ip))) return { ok: true as const };
      if (cuenta === null) {
        await services.db
          .transaction()
          .execute((trx) =>
            services.mail.queue(trx, existingAccountMail(services.env, actor.email)),
          );
      } else if (!cuenta.email_verified) await sendVerificationTo(services, cuenta);
      return { ok: true as const };
    },
  }),

  handle(contract.setCurpUserNew, {
    policy: canFinishRegistro,
    async run(input, ctx) {
      const { actor, request, services } = ctx;
      const cuenta = await cuentaOf(services, actor);
      if (cuenta === null) {
        // A refused registration still explains a wrong CURP, like any other.
        const reading = parseCurp(input.curp, services.now());
        if (!reading.ok) {
          const message = explainCurp(reading);
          throw new CallError('INVALID_ARGUMENT', message, {
            code: 'curp',
            fields: { curp: message },
          });
        }
        await forgetImagenesIne(ctx);
        return { ok: true as const };
      }
      if (cuenta.persona_id !== null) {
        // The same CURP again is a repeated press, not a mistake.
        const reading = parseCurp(input.curp, services.now());
        if (reading.ok && reading.curp === actor.curp) return { ok: true as const };
        throw new CallError('FAILED_PRECONDITION', MESSAGES['persona-existente'], {
          code: 'persona-existente',
        });
      }
      await recordCurp(services, cuenta, input, { id: request.id, sid: actor.sid });
      await forgetImagenesIne(ctx);
      return { ok: true as const };
    },
  }),

  handle(contract.setCurpUserTransaction, {
    policy: canFinishRegistro,
    async run(input, ctx) {
      const { actor, request, services } = ctx;
      requireNombres(input.persona);
      const cuenta = await cuentaOf(services, actor);
      if (cuenta === null) {
        await forgetImagenesIne(ctx);
        return { ok: true as const };
      }
      if (cuenta.persona_id !== null) {
        // A repeated press; a person who registered with CURP is told apart.
        if (actor.curp !== null && isClaveSinCurp(actor.curp)) return { ok: true as const };
        throw new CallError('FAILED_PRECONDITION', MESSAGES['persona-existente'], {
          code: 'persona-existente',
        });
      }
      await recordPersonaSinCurp(
        services,
        cuenta,
        input.persona,
        normalizeCurp(input.curp ?? '').slice(0, 60),
        { id: request.id, sid: actor.sid },
      );
      await forgetImagenesIne(ctx);
      return { ok: true as const };
    },
  }),
];

/** The calls of a registration. */
export const registroHandlers: Handler[] = steps.map((step) => ({
  ...step,
  run: (input, ctx) => takeAtLeast(STEP_MS, () => step.run(input, ctx)),
}));
