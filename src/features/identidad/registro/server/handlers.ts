import { randomBytes } from 'node:crypto';
import { takeAtLeast } from '../../../../platform/server/at-least.ts';
import { type Handler, handle } from '../../../../platform/server/callables.ts';
import type { Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import { hashPassword } from '../../../../platform/server/passwords.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import { isClaveSinCurp } from '../../../personas/clave/rules.ts';
import { explainCurp, normalizeCurp, parseCurp } from '../../../personas/curp/rules.ts';
import { forgetImagenesIne } from '../../archivos/server/handlers.ts';
import * as contract from '../../contract.ts';
import { requireGoodPassword } from '../../contrasena/server/handlers.ts';
import {
  type Cuenta,
  deleteCuenta,
  findCuenta,
  insertCuenta,
  lockCuenta,
  updateCuentaRow,
} from '../../cuentas/server/data.ts';
import { mayMail, requireEmail, sendVerificationTo } from '../../cuentas/server/handlers.ts';
import { MESSAGES } from '../../errors.ts';
import { canFinishRegistro } from '../../policy.ts';
import { VERSIONES } from '../../privacidad/rules.ts';
import { insertAceptaciones } from '../../privacidad/server/data.ts';
import { cleanNombre, displayNameOf, type Nombres, nombresProblems } from '../../rules.ts';
import { huellaOf, openSesion, setSesionCookies } from '../../sesiones/server/handlers.ts';
import { registeredHere, rememberRegistrant } from '../../verificacion/server/handlers.ts';
import { makeExpediente } from '../../vinculaciones/server/handlers.ts';
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
/** CURPs that one account may try to make its own in a day: it is no way to ask whose they are. */
const CURP_BY_ACCOUNT = { name: 'curp-cuenta', max: 5, windowSeconds: 86_400 };
/** Milliseconds that every step takes: more than its longest work, so that time does not tell what it did. */
const STEP_MS = 150;
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

/** Judges email and password, counts the visitor, and hashes: before anything is written. */
const prepare = async (
  services: Services,
  input: { email: string; password: string; datosPropios?: string[] | undefined },
  ip: string,
): Promise<Prepared> => {
  const email = requireEmail(input.email);
  // Counted first: judging a password takes time too.
  await services.throttle.use(SIGN_UP_BY_ADDRESS, ip);
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
const cuentaOf = async (services: Services, actor: Actor): Promise<Cuenta> => {
  const cuenta = await findCuenta(services.db, actor.uid);
  if (!cuenta) throw new CallError('UNAUTHENTICATED', MESSAGES['registro-vencido']);
  return cuenta;
};

const requireNombres = (names: Nombres): Nombres => {
  const fields = nombresProblems(names);
  const [first] = Object.values(fields);
  if (first) throw new CallError('INVALID_ARGUMENT', first, { code: 'nombres', fields });
  return {
    nombre: cleanNombre(names.nombre),
    apellidoPaterno: cleanNombre(names.apellidoPaterno),
    apellidoMaterno: cleanNombre(names.apellidoMaterno),
  };
};

const requireCurp = (text: string, today: Date): string => {
  const reading = parseCurp(text, today);
  if (reading.ok) return reading.curp;
  const message = explainCurp(reading);
  throw new CallError('INVALID_ARGUMENT', message, { code: 'curp', fields: { curp: message } });
};

/** The three names as they were typed; of an account in use, as its person says them now. */
const nombresOf = (cuenta: Cuenta, displayName: string, curp: string): Nombres => {
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

const refuseExistente = () =>
  new CallError('FAILED_PRECONDITION', MESSAGES['persona-existente'], {
    code: 'persona-existente',
  });

/**
 * What somebody says of their person. While the email is not verified it is only kept, so that nothing
 * tells whose CURP it is; of an account in use the file is made, or claimed, now.
 */
const giveDatos = (services: Services, cuenta: Cuenta, datos: DatosDeRegistro): Promise<void> =>
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
      const prepared = await prepare(services, input, request.ip);
      const navegador = {
        intento: input.intento ?? null,
        antes: registeredHere(services, request.cookies),
      };
      const sesion = await services.db.transaction().execute(async (trx) => {
        const { cuenta, again, replaced } = await insertRegistration(
          trx,
          prepared,
          navegador,
          false,
        );
        if (again) {
          await recordCambio(trx, 'cuenta.repetirRegistro', {
            id: cuenta.uid,
            actorUid: cuenta.uid,
          });
        } else {
          await insertAceptaciones(trx, cuenta.uid, acepta);
          await recordAlta(trx, cuenta.uid, { acepta, ...(replaced && { reemplaza: replaced }) });
        }
        rememberRegistrant(services, request, cuenta.uid);
        return openSesion(services, trx, { cuenta, registro: true }, request);
      });
      setSesionCookies(services, request, sesion);
      return { ok: true as const };
    },
  }),

  handle(contract.updateCuenta, {
    policy: canFinishRegistro,
    async run(input, { actor, services }) {
      const names = requireNombres(input);
      const displayName = displayNameOf(names);
      await services.db.transaction().execute(async (trx) => {
        // Held: it may be verified, and get its file, at this very moment.
        const cuenta = await lockCuenta(trx, actor.uid);
        if (!cuenta) throw new CallError('UNAUTHENTICATED', MESSAGES['registro-vencido']);
        // A step of the registration: whoever has a file is called what it says.
        if (cuenta.email_verified) throw refuseExistente();
        await updateCuentaRow(trx, cuenta.uid, { displayName, ...names });
        await recordCambio(trx, 'cuenta.editar', {
          id: cuenta.uid,
          actorUid: cuenta.uid,
          despues: { campos: ['displayName'] },
        });
      });
      return { displayName };
    },
  }),

  handle(contract.sendVerification, {
    policy: canFinishRegistro,
    async run(_input, { actor, request, services }) {
      const cuenta = await cuentaOf(services, actor);
      // Mail enough went to that address: one more explains nothing, and a refusal would tell that
      // others register with it.
      if (cuenta.email_verified || !(await mayMail(services, cuenta.email, request.ip))) {
        return { ok: true as const };
      }
      await sendVerificationTo(services, cuenta);
      return { ok: true as const };
    },
  }),

  handle(contract.setCurpUserNew, {
    policy: canFinishRegistro,
    async run(input, ctx) {
      const { actor, services } = ctx;
      const curp = requireCurp(input.curp, services.now());
      const cuenta = await cuentaOf(services, actor);
      if (cuenta.persona_id !== null) {
        // The same CURP again is a repeated press, not a mistake.
        if (curp === actor.clave) return { ok: true as const };
        throw refuseExistente();
      }
      const names = requireNombres(nombresOf(cuenta, input.displayName, curp));
      if (cuenta.email_verified) await services.throttle.use(CURP_BY_ACCOUNT, cuenta.uid);
      await giveDatos(services, cuenta, { tipo: 'conCurp', curp, ...names });
      await forgetImagenesIne(ctx);
      return { ok: true as const };
    },
  }),

  handle(contract.setCurpUserTransaction, {
    policy: canFinishRegistro,
    async run(input, ctx) {
      const { actor, services } = ctx;
      const names = requireNombres(input.persona);
      const cuenta = await cuentaOf(services, actor);
      if (cuenta.persona_id !== null) {
        // A repeated press; a person who registered with CURP is told apart.
        if (actor.clave !== null && isClaveSinCurp(actor.clave)) return { ok: true as const };
        throw refuseExistente();
      }
      const declarada = normalizeCurp(input.curp ?? '').slice(0, 60) || null;
      await giveDatos(services, cuenta, { tipo: 'sinCurp', curp: declarada, ...names });
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
