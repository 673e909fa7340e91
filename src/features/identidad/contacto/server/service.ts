import { createHash, randomBytes } from 'node:crypto';
import type { Db, Trx } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Asking } from '../../../../platform/server/origin.ts';
import type { Services } from '../../../../platform/server/services.ts';
import type { Actor } from '../../../../platform/shared/actor.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import type { Accion } from '../../../../platform/shared/historial.ts';
import type { Cambio } from '../../cambios/server/mails.ts';
import { tellOwner } from '../../cambios/server/service.ts';
import { findCuenta, findCuentaByPersona } from '../../cuentas/server/data.ts';
import { type IdentidadErrorCode, MESSAGES } from '../../errors.ts';
import { contactoVigente, escritosQueValen } from '../rules.ts';
import {
  findContactoByHash,
  retireContacto,
  saveConfirmado,
  selectContactos,
  selectContactosDe,
  upsertContacto,
} from './data.ts';
import { contactoMail, contactoRetiradoMail } from './mails.ts';

const CODE_DAYS = 7;
/** Mails to confirm that one account may cause, and that may go to one address. */
const CONTACTO_BY_CUENTA = { name: 'contacto-cuenta', max: 20, windowSeconds: 86_400 };
const CONTACTO_BY_DESTINO = { name: 'contacto-destino', max: 5, windowSeconds: 86_400 };

type Dueno = Pick<Actor, 'uid' | 'email'>;

/** Where notices go, and the address that would get them too once it is confirmed, if any. */
export type Destinatarios = { correos: string[]; porConfirmar: string | null };

const hashOf = (code: string) => createHash('sha256').update(code).digest('base64url');

const refuse = (code: IdentidadErrorCode): CallError =>
  new CallError('FAILED_PRECONDITION', MESSAGES[code], { code });

/**
 * Where to send the notices of something for which its person gave an address: always to the one of
 * their account, and to that one (or the one that took its place) once they showed that they read it,
 * until they withdraw it. One that is written now (`escribe`), withdrawn before, is to be confirmed anew.
 */
export const readDestinatarios = async (
  db: Db | Trx,
  { uid, email }: Dueno,
  escrito: string | null,
  { escribe = false } = {},
): Promise<Destinatarios> => {
  if (escrito === null || escrito === email) return { correos: [email], porConfirmar: null };
  return destinatariosEntre(await selectContactos(db, uid), { email, escrito, escribe });
};

/** Where notices go, among the addresses that an account ever gave. */
const destinatariosEntre = (
  contactos: Awaited<ReturnType<typeof selectContactos>>,
  { email, escrito, escribe = false }: { email: string; escrito: string; escribe?: boolean },
): Destinatarios => {
  const soloCuenta = { correos: [email], porConfirmar: null };
  const vigente = escribe
    ? contactos.find((contacto) => contacto.email === escrito && contacto.retirado_en === null)
    : contactoVigente(contactos, escrito);
  if (!vigente) return { correos: [email], porConfirmar: escrito };
  if (vigente.retirado_en !== null || vigente.email === email) return soloCuenta;
  return vigente.confirmado_en
    ? { correos: [email, vigente.email], porConfirmar: null }
    : { correos: [email], porConfirmar: vigente.email };
};

/** `readDestinatarios` of many accounts in one statement: the addresses of each, by its uid. */
export const readDestinatariosDe = async (
  db: Db | Trx,
  duenos: readonly (Dueno & { escrito: string | null })[],
): Promise<Map<string, string[]>> => {
  const contactos = await selectContactosDe(
    db,
    duenos.map(({ uid }) => uid),
  );
  return new Map(
    duenos.map(({ uid, email, escrito }) => [
      uid,
      escrito === null || escrito === email
        ? [email]
        : destinatariosEntre(contactos.get(uid) ?? [], { email, escrito }).correos,
    ]),
  );
};

/** The addresses that an account gave for its notices and has not withdrawn. */
export const listContactos = async (
  db: Db,
  uid: string,
): Promise<{ email: string; confirmadoEn: string | null }[]> =>
  (await selectContactos(db, uid))
    .filter(({ retirado_en }) => retirado_en === null)
    .map(({ email, confirmado_en }) => ({
      email,
      confirmadoEn: confirmado_en?.toISOString() ?? null,
    }));

/** Where a person is written to: their account's address, if they have one, and those that it gave. */
export const listCorreosDe = async (db: Db, personaId: string) => {
  const cuenta = await findCuentaByPersona(db, personaId);
  return {
    cuenta: cuenta ? { email: cuenta.email, verificado: cuenta.email_verified } : null,
    contacto: cuenta ? await listContactos(db, cuenta.uid) : [],
  };
};

/** Throws RESOURCE_EXHAUSTED when the account, or the address, was asked often enough. */
export const countAsked = async (
  { throttle }: Services,
  uid: string,
  email: string,
): Promise<void> => {
  await throttle.use(CONTACTO_BY_CUENTA, uid);
  await throttle.use(CONTACTO_BY_DESTINO, email);
};

const record = (
  trx: Trx,
  { uid, personaId }: Pick<Actor, 'uid' | 'personaId'>,
  accion: Accion,
): Promise<unknown> => recordCambio(trx, accion, { id: uid, personaId });

/** A new code, and the mail with it. False when that address is confirmed already. */
const sendCode = async (
  trx: Trx,
  { env, notificaciones, now }: Services,
  dueno: Pick<Actor, 'uid' | 'personaId'>,
  email: string,
): Promise<boolean> => {
  const { uid } = dueno;
  const code = randomBytes(32).toString('base64url');
  const venceEn = new Date(now().getTime() + CODE_DAYS * 86_400_000);
  if (!(await upsertContacto(trx, { uid, email, hash: hashOf(code), venceEn }))) return false;
  await notificaciones.notify(trx, contactoMail(env, email, code));
  await record(trx, dueno, 'cuenta.pedirContacto');
  return true;
};

/**
 * Sends the mail that asks to confirm an address, with a new code. Throws RESOURCE_EXHAUSTED when the
 * account, or the address, had enough of them. Not inside a transaction: what is counted stays.
 */
export const askContacto = async (
  services: Services,
  dueno: Pick<Actor, 'uid' | 'personaId'>,
  email: string,
): Promise<void> => {
  await countAsked(services, dueno.uid, email);
  await services.db.transaction().execute((trx) => sendCode(trx, services, dueno, email));
};

/** An address out of use, with what follows: its last mail, the owner's, the history. */
const retire = async (
  trx: Trx,
  { actor, request, services }: Asking,
  { accion, cambio }: { accion: Accion; cambio: Extract<Cambio, { anterior: string }> },
): Promise<void> => {
  const retired = await retireContacto(trx, {
    uid: actor.uid,
    email: cambio.anterior,
    cambiadoPor: cambio.tipo === 'contactoCambiado' ? cambio.nuevo : null,
    ahora: services.now(),
  });
  const cuenta = await findCuenta(trx, actor.uid);
  if (!retired || !cuenta) {
    const code = 'contacto-no-existe';
    throw new CallError('NOT_FOUND', MESSAGES[code], { code });
  }
  if (retired.confirmado)
    await services.notificaciones.notify(trx, contactoRetiradoMail(cambio.anterior));
  await tellOwner(trx, services, cuenta, cambio, request);
  await record(trx, actor, accion);
};

/** What is done, in its transaction, when an address begins to receive notices: the ones of `escritos`. */
export type AlConfirmar = (
  trx: Trx,
  services: Services,
  confirmado: Pick<Actor, 'personaId'> & { email: string; escritos: readonly string[] },
) => Promise<void>;

declare module '../../../../platform/server/feature.ts' {
  interface Slots {
    /** What is sent to an address when it begins to receive notices. */
    alConfirmarContacto: AlConfirmar;
  }
}

export const refuseAddress = (code: IdentidadErrorCode): CallError =>
  new CallError('INVALID_ARGUMENT', MESSAGES[code], { code, fields: { email: MESSAGES[code] } });

/** Confirms an address by the code of its mail, and sends there what waited for it. Gives the address. */
export const confirmCorreoContacto = async (
  trx: Trx,
  services: Services,
  actor: Pick<Actor, 'uid' | 'personaId'>,
  oobCode: string,
  alConfirmar: readonly AlConfirmar[],
): Promise<string> => {
  const hash = hashOf(oobCode);
  const found = await findContactoByHash(trx, hash);
  if (!found?.vence_en) throw refuse('codigo-invalido');
  if (found.uid !== actor.uid) throw refuse('contacto-de-otra-cuenta');
  if (found.vence_en <= services.now()) throw refuse('codigo-vencido');
  if (!(await saveConfirmado(trx, hash, services.now()))) throw refuse('codigo-invalido');
  const { email } = found;
  const escritos = escritosQueValen(await selectContactos(trx, actor.uid), email);
  const confirmado = { personaId: actor.personaId, email, escritos };
  for (const send of alConfirmar) await send(trx, services, confirmado);
  await record(trx, actor, 'cuenta.confirmarContacto');
  return email;
};

/** Stops sending to an address. */
export const withdrawCorreoContacto = (trx: Trx, asking: Asking, anterior: string): Promise<void> =>
  retire(trx, asking, {
    accion: 'cuenta.retirarContacto',
    cambio: { tipo: 'contactoRetirado', anterior },
  });

/** Puts another address in the place of one. Gives whether it has to be confirmed. */
export const replaceCorreoContacto = async (
  trx: Trx,
  asking: Asking,
  anterior: string,
  nuevo: string,
): Promise<boolean> => {
  const asked = await sendCode(trx, asking.services, asking.actor, nuevo);
  await retire(trx, asking, {
    accion: 'cuenta.cambiarContacto',
    cambio: { tipo: 'contactoCambiado', anterior, nuevo },
  });
  return asked;
};
