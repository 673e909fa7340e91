import type { Env } from '../../../../platform/server/env.ts';
import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import { POR_SU_CUENTA } from '../../cuentas/server/mails.ts';
import { accionPath, loginPath } from '../../routes.ts';

/** To the new address of an account: opening the link shows that it is its owner's. */
export const emailChangeMail = (env: Env, to: string, oobCode: string): Message => ({
  to,
  clase: 'codigos',
  subject: 'Confirme su nuevo correo',
  urgent: true,
  until: 24 * 3_600_000,
  paragraphs: [
    'Alguien pidió que este sea el correo de su cuenta en el portal. Si fue usted, abra este enlace donde tenga su sesión abierta; si no la tiene, se le pedirá ingresar con su correo anterior.',
  ],
  action: {
    label: 'Confirmar este correo',
    url: `${env.publicUrl}${accionPath('verifyAndChangeEmail', oobCode)}`,
  },
  notes: [
    'El enlace sirve una sola vez, durante 24 horas. Hasta entonces se ingresa con el correo anterior. Si no fue usted, no haga nada: no cambiará ninguna cuenta.',
  ],
  reason:
    'Recibe este mensaje porque alguien escribió esta dirección como la nueva de su cuenta en el portal.',
});

/** To an address that somebody wants for their account and that has one already: only its owner reads this. */
export const emailTakenMail = (env: Env, to: string): Message => ({
  to,
  clase: 'codigos',
  subject: 'Este correo ya tiene una cuenta en el portal',
  paragraphs: [
    'Alguien pidió que este sea el correo de otra cuenta en el portal. Como ya es el de una, no cambió ninguna de las dos.',
    'Si fue usted, puede ingresar con este correo y su contraseña, o restablecerla si no la recuerda.',
  ],
  action: { label: 'Ingresar', url: `${env.publicUrl}${loginPath}` },
  notes: [
    'Si las dos cuentas son suyas y quiere quedarse con una sola, comuníquese con la escuela. Si no fue usted, no haga nada.',
  ],
  reason: POR_SU_CUENTA,
});
