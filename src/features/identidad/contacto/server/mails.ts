import type { Env } from '../../../../platform/server/env.ts';
import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import { accionPath } from '../../routes.ts';

/** The last one to a confirmed address that its account withdrew. */
export const contactoRetiradoMail = (to: string): Message => ({
  to,
  clase: 'codigos',
  subject: 'Ya no se enviarán avisos a este correo',
  paragraphs: [
    'Desde la cuenta del portal que había confirmado esta dirección se pidió que sus avisos ya no lleguen aquí. Este es el último mensaje.',
  ],
  notes: [
    'Si no fue usted, ingrese con su cuenta y revise en Preferencias a dónde llegan sus avisos y dónde tiene sesiones abiertas.',
  ],
  reason: 'Recibe este mensaje porque esta dirección era un correo de contacto confirmado.',
});

/** Asks to confirm an address. It may be a stranger's: it says nothing of who gave it, nor for what. */
export const contactoMail = (env: Env, to: string, oobCode: string): Message => ({
  to,
  clase: 'codigos',
  subject: 'Confirme este correo para recibir avisos',
  urgent: true,
  until: 7 * 24 * 3_600_000,
  paragraphs: [
    'Desde una cuenta del portal se pidió recibir en esta dirección los avisos de inscripciones.',
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
