import type { Env } from '../../../../platform/server/env.ts';
import type { Message } from '../../../../platform/server/mail/index.ts';
import { accionPath, loginPath } from '../../routes.ts';

type Make = (env: Env, to: string, oobCode: string) => Message;

/** Why one receives a mail about the own account. */
export const POR_SU_CUENTA =
  'Recibe este mensaje porque su cuenta en el portal usa esta dirección.';

const POR_UN_REGISTRO =
  'Recibe este mensaje porque alguien escribió esta dirección al registrarse en el portal.';

export const verificationMail: Make = (env, to, oobCode) => ({
  to,
  subject: 'Verifique su correo',
  urgent: true,
  paragraphs: [
    'Recibimos su registro en el portal. Para terminar, abra este enlace y su correo quedará verificado.',
  ],
  action: {
    label: 'Verificar mi correo',
    url: `${env.publicUrl}${accionPath('verifyEmail', oobCode)}`,
  },
  notes: ['El enlace sirve una sola vez, durante 24 horas. Si usted no se registró, no haga nada.'],
  reason: POR_UN_REGISTRO,
});

export const passwordResetMail: Make = (env, to, oobCode) => ({
  to,
  subject: 'Restablezca su contraseña',
  urgent: true,
  paragraphs: [
    'Alguien pidió restablecer la contraseña de su cuenta en el portal. Si fue usted, elija una nueva en este enlace.',
  ],
  action: {
    label: 'Elegir una contraseña nueva',
    url: `${env.publicUrl}${accionPath('resetPassword', oobCode)}`,
  },
  notes: [
    'El enlace sirve una sola vez, durante 30 minutos. Si no fue usted, no haga nada: su contraseña sigue siendo la misma.',
  ],
  reason: POR_SU_CUENTA,
});

/** To whoever registers with an email that already has an account: only its owner reads this. */
export const existingAccountMail = (env: Env, to: string): Message => ({
  to,
  subject: 'Ya tiene una cuenta en el portal',
  paragraphs: [
    'Alguien intentó registrarse en el portal con este correo, que ya tiene una cuenta.',
    'Si fue usted, ingrese con su contraseña de siempre, o restablézcala si no la recuerda.',
  ],
  action: { label: 'Ingresar', url: `${env.publicUrl}${loginPath}` },
  notes: ['Si no fue usted, no haga nada: su cuenta no cambió.'],
  reason: POR_SU_CUENTA,
});

/** To the owner of an account who gives, signed in, a CURP that already is somebody's. */
export const curpOfAnotherMail = (to: string): Message => ({
  to,
  subject: 'No pudimos registrar su CURP',
  paragraphs: [
    'Usted indicó una CURP que ya tiene un expediente en el portal. Por eso no se agregó a su cuenta, que sigue como estaba.',
    'Si es su CURP, o cree que alguien la usó, comuníquese con la escuela.',
  ],
  reason: POR_SU_CUENTA,
});

/** To whoever registers a CURP that already is somebody's. */
export const existingCurpMail = (env: Env, to: string): Message => ({
  to,
  subject: 'No pudimos completar su registro',
  paragraphs: [
    'Se intentó registrar con este correo una CURP que ya tiene un expediente en el portal. Por eso no se creó la cuenta, y el enlace de verificación que pudo haber recibido no sirve.',
    'Si es su CURP y se registró antes con otro correo, ingrese con aquel.',
  ],
  action: { label: 'Ingresar', url: `${env.publicUrl}${loginPath}` },
  notes: ['Si ya no tiene ese correo, o cree que alguien usó su CURP, comuníquese con la escuela.'],
  reason: POR_UN_REGISTRO,
});
