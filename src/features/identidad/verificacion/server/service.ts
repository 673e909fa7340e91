import { createHmac, timingSafeEqual } from 'node:crypto';
import { isUniqueViolation } from '../../../../platform/server/db/index.ts';
import { recordCambio } from '../../../../platform/server/historial/index.ts';
import type { Browser } from '../../../../platform/server/origin.ts';
import { verifyPassword } from '../../../../platform/server/passwords.ts';
import type { Services } from '../../../../platform/server/services.ts';
import { CallError } from '../../../../platform/shared/errors.ts';
import {
  type Cuenta,
  deleteOtherCodigos,
  findCuentaByEmail,
  updateCuentaRow,
} from '../../cuentas/server/data.ts';
import { hashOf, readCodigo, refuse, spendCodigo } from '../../cuentas/server/service.ts';
import { MESSAGES } from '../../errors.ts';
import { findRegistro, lockRegistros, takeRegistro } from '../../registro/server/data.ts';
import { type Expediente, makeExpediente } from '../../vinculaciones/server/service.ts';

const REGISTRO_COOKIE = '__Secure-registro';
/** As long as the link of the mail serves (seconds). */
const REGISTRO_SECONDS = 86_400;
/** Passwords that may be tried with one link. */
const TRIES_BY_CODE = { name: 'verificar-codigo', max: 10, windowSeconds: 3600 };

const macOf = ({ secrets }: Services, uid: string): Buffer =>
  createHmac('sha256', secrets.prepared('registro-navegador')).update(uid).digest();

/** The account that this browser registered last, if we said so; null otherwise. */
export const registeredHere = (services: Services, cookies: Browser['cookies']): string | null => {
  const [uid = '', mac = ''] = (cookies[REGISTRO_COOKIE] ?? '').split('.');
  const genuine = macOf(services, uid);
  const given = Buffer.from(mac, 'base64url');
  return genuine.length === given.length && timingSafeEqual(genuine, given) ? uid : null;
};

export const setRegistrant = (services: Services, request: Browser, value: string | null): void =>
  request.setCookie(REGISTRO_COOKIE, value, {
    path: `/${services.env.region}/`,
    maxAgeSeconds: REGISTRO_SECONDS,
  });

/** Leaves in this browser the proof that it registered the account: its click on the link is enough. */
export const rememberRegistrant = (services: Services, request: Browser, uid: string): void =>
  setRegistrant(services, request, `${uid}.${macOf(services, uid).toString('base64url')}`);

/** What is shown, beside the code, by who verifies an email. */
export type Prueba = { navegador: string | null; password: string | null } | 'protocolo';

/**
 * The code of a link only shows that the mailbox was read. Whoever registered shows that it was them: by
 * the browser, or by the password they chose; otherwise one could register somebody else's address and
 * wait for their click.
 */
const requirePrueba = async (
  services: Services,
  codigo: { uid: string; password_hash: string; hash: string },
  porProtocolo: boolean,
  prueba: Prueba,
): Promise<void> => {
  if (prueba === 'protocolo') {
    // The link of the mail opens a page of the portal, which never speaks the wire: this is a program
    // that registered by it and reads its own mail.
    if (!porProtocolo) throw refuse('codigo-invalido');
    return;
  }
  if (prueba.navegador === codigo.uid) return;
  if (prueba.password === null) throw refuse('pide-contrasena');
  await services.throttle.use(TRIES_BY_CODE, codigo.hash);
  if (await verifyPassword(codigo.password_hash, prueba.password)) return;
  const message = MESSAGES['contrasena-de-registro'];
  throw new CallError('INVALID_ARGUMENT', message, {
    code: 'contrasena-de-registro',
    fields: { password: message },
  });
};

/** What became of the file of whoever verified: `ninguno` when the registration said nothing of it. */
type Verificada = { cuenta: Cuenta; expediente: Expediente | 'ninguno' };

/** Verifies an email by its code, and makes the file of its registration in the same transaction. */
export const verifyEmailByCode = async (
  services: Services,
  oobCode: string,
  prueba: Prueba,
): Promise<Verificada> => {
  const hash = hashOf(oobCode);
  const codigo = await readCodigo(services, oobCode, 'VERIFY_EMAIL');
  const registro = await findRegistro(services.db, codigo.uid);
  await requirePrueba(services, { ...codigo, hash }, registro?.por_protocolo === true, prueba);
  if (registro?.por_protocolo === false && registro.tipo === null) {
    throw refuse('registro-incompleto');
  }
  try {
    return await services.db.transaction().execute(async (trx) => {
      await lockRegistros(trx, codigo.email);
      const { cuenta: held } = await spendCodigo(trx, oobCode, 'VERIFY_EMAIL');
      if (await findCuentaByEmail(trx, held.email)) throw refuse('codigo-invalido');
      const cuenta = await updateCuentaRow(trx, held.uid, { emailVerified: true });
      if (!cuenta) throw refuse('codigo-invalido');
      await deleteOtherCodigos(trx, cuenta.email, cuenta.uid);
      const datos = await takeRegistro(trx, cuenta.uid);
      const expediente =
        datos?.tipo && cuenta.persona_id === null
          ? await makeExpediente(trx, services, cuenta, {
              tipo: datos.tipo,
              curp: datos.curp,
              nombre: datos.nombre,
              apellidoPaterno: datos.apellido_paterno,
              apellidoMaterno: datos.apellido_materno,
            })
          : cuenta.persona_id === null
            ? 'ninguno'
            : 'listo';
      await recordCambio(trx, 'cuenta.verificarCorreo', {
        id: cuenta.uid,
        actorUid: cuenta.uid,
        despues: { expediente },
      });
      return { cuenta, expediente };
    });
  } catch (error) {
    // Another registration with that address was verified at this very moment.
    if (isUniqueViolation(error, 'cuentas_email_verificado')) throw refuse('codigo-invalido');
    throw error;
  }
};
