import type { Env } from '../../../../platform/server/env.ts';
import type { Message } from '../../../../platform/server/mail/index.ts';
import { accionPath } from '../../routes.ts';

/** Asks to confirm an address. It may be a stranger's: it says nothing of who gave it, nor for what. */
export const contactoMail = (env: Env, to: string, oobCode: string): Message => ({
  to,
  subject: 'Confirme este correo para recibir avisos',
  urgent: true,
  paragraphs: [
    'Desde una cuenta del portal se pidió recibir en esta dirección los avisos de una inscripción.',
    'Si fue usted, abra este enlace e ingrese con su cuenta. Hasta entonces no se le enviará aquí ningún otro mensaje.',
  ],
  action: {
    label: 'Confirmar este correo',
    url: `${env.publicUrl}${accionPath('verifyContact', oobCode)}`,
  },
  notes: [
    'El enlace sirve durante 7 días. Si no fue usted, no haga nada: no recibirá más mensajes por esto.',
  ],
  reason: 'Recibe este mensaje porque alguien escribió esta dirección como correo de contacto.',
});
