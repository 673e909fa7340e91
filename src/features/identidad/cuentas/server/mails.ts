import type { Env } from '../../../../platform/server/env.ts';
import type { Message } from '../../../../platform/server/mail/index.ts';
import { accionPath, loginPath } from '../../routes.ts';

type Make = (env: Env, to: string, oobCode: string) => Message;

/** How the mails about an account end. */
export const sign = (env: Env): string =>
  `\n\n${env.institution.name}\nEste mensaje se envía de manera automática; no lo responda.`;

export const verificationMail: Make = (env, to, oobCode) => ({
  to,
  subject: 'Verifique su correo',
  text: `Recibimos su registro en el portal de ${env.institution.name}.

Para terminar, abra este enlace y su correo quedará verificado:

${env.publicUrl}${accionPath('verifyEmail', oobCode)}

El enlace sirve una sola vez, durante 24 horas. Si usted no se registró, no haga nada.${sign(env)}`,
});

export const passwordResetMail: Make = (env, to, oobCode) => ({
  to,
  subject: 'Restablezca su contraseña',
  text: `Alguien pidió restablecer la contraseña de su cuenta en el portal de ${env.institution.name}.

Si fue usted, elija una nueva en este enlace:

${env.publicUrl}${accionPath('resetPassword', oobCode)}

El enlace sirve una sola vez, durante 30 minutos. Si no fue usted, no haga nada: su contraseña sigue siendo la misma.${sign(env)}`,
});

/** To whoever registers with an email that already has an account: only its owner reads this. */
export const existingAccountMail = (env: Env, to: string): Message => ({
  to,
  subject: 'Ya tiene una cuenta en el portal',
  text: `Alguien intentó registrarse en el portal de ${env.institution.name} con este correo, que ya tiene una cuenta.

Si fue usted, ingrese con su contraseña de siempre, o restablézcala si no la recuerda:

${env.publicUrl}${loginPath}

Si no fue usted, no haga nada: su cuenta no cambió.${sign(env)}`,
});

/** To the owner of an account who gives, signed in, a CURP that already is somebody's. */
export const curpOfAnotherMail = (env: Env, to: string): Message => ({
  to,
  subject: 'No pudimos registrar su CURP',
  text: `Usted indicó una CURP que ya tiene un expediente en el portal de ${env.institution.name}. Por eso no se agregó a su cuenta, que sigue como estaba.

Si es su CURP, o cree que alguien la usó, comuníquese con la escuela.${sign(env)}`,
});

/** To whoever registers a CURP that already is somebody's. */
export const existingCurpMail = (env: Env, to: string): Message => ({
  to,
  subject: 'No pudimos completar su registro',
  text: `Se intentó registrar con este correo una CURP que ya tiene un expediente en el portal de ${env.institution.name}. Por eso no se creó la cuenta, y el enlace de verificación que pudo haber recibido no sirve.

Si es su CURP y se registró antes con otro correo, ingrese con aquel:

${env.publicUrl}${loginPath}

Si ya no tiene ese correo, o cree que alguien usó su CURP, comuníquese con la escuela.${sign(env)}`,
});
