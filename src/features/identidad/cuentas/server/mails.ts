import type { Env } from '../../../../platform/server/env.ts';
import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import { accionPath, loginPath, registerPath } from '../../routes.ts';

type Make = (env: Env, to: string, oobCode: string, volver?: string) => Message;

/** Milliseconds. Each link says for how long it works. */
const HOUR = 3_600_000;

/** Why one receives a mail about the own account. */
export const POR_SU_CUENTA =
  'Recibe este mensaje porque su cuenta en el portal usa esta dirección.';

const POR_UN_REGISTRO =
  'Recibe este mensaje porque alguien escribió esta dirección al registrarse en el portal.';

export const verificationMail: Make = (env, to, oobCode, volver) => ({
  to,
  clase: 'codigos',
  subject: 'Verifique su correo',
  urgent: true,
  until: 24 * HOUR,
  paragraphs: [
    'Recibimos su registro en el portal. Para terminar, abra este enlace y su correo quedará verificado. Si lo abre en otro equipo, le pedirá la contraseña que eligió.',
  ],
  action: {
    label: 'Verificar mi correo',
    url: `${env.publicUrl}${accionPath('verifyEmail', oobCode, volver)}`,
  },
  notes: ['El enlace sirve una sola vez, durante 24 horas. Si usted no se registró, no haga nada.'],
  reason: POR_UN_REGISTRO,
});

export const passwordResetMail: Make = (env, to, oobCode) => ({
  to,
  clase: 'codigos',
  subject: 'Restablezca su contraseña',
  urgent: true,
  until: HOUR,
  paragraphs: [
    'Alguien pidió restablecer la contraseña de su cuenta en el portal. Si fue usted, elija una nueva en este enlace.',
  ],
  action: {
    label: 'Elegir una contraseña nueva',
    url: `${env.publicUrl}${accionPath('resetPassword', oobCode)}`,
  },
  notes: [
    'El enlace sirve una sola vez, durante una hora. Si no fue usted, no haga nada: su contraseña sigue siendo la misma.',
  ],
  reason: POR_SU_CUENTA,
});

/** To whoever registers with an email that already has an account: only its owner reads this. */
export const existingAccountMail = (env: Env, to: string): Message => ({
  to,
  clase: 'codigos',
  subject: 'Ya tiene una cuenta en el portal',
  paragraphs: [
    'Alguien intentó registrarse en el portal con este correo, que ya tiene una cuenta.',
    'Si fue usted, ingrese con su contraseña de siempre, o restablézcala si no la recuerda.',
  ],
  action: { label: 'Ingresar', url: `${env.publicUrl}${loginPath}` },
  notes: ['Si no fue usted, no haga nada: su cuenta no cambió.'],
  reason: POR_SU_CUENTA,
});

/** To an address with which somebody registered and that nobody has verified: there is nothing to reset. */
export const unverifiedMail = (env: Env, to: string): Message => ({
  to,
  clase: 'codigos',
  subject: 'Su registro no está terminado',
  paragraphs: [
    'Alguien pidió restablecer la contraseña de una cuenta con este correo en el portal. Hay un registro con él, pero el correo no se ha verificado, así que todavía no hay una contraseña que restablecer.',
    'Si se registró usted, abra el correo «Verifique su correo», que sirve durante 24 horas. Si ya no lo tiene o no recuerda la contraseña que eligió, regístrese otra vez.',
  ],
  action: { label: 'Registrarme', url: `${env.publicUrl}${registerPath}` },
  notes: ['Si no fue usted, no haga nada.'],
  reason: POR_UN_REGISTRO,
});
