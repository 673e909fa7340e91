import type { Message } from '../../../../../platform/server/mail/index.ts';
import { type DeQue, fichaDe } from '../../../pasos/server/mails.ts';
import { parrafosDe } from '../rules.ts';

/** What the school wrote to somebody who sent an inscripción. */
export const mensajeMail = (
  to: string,
  nombre: string,
  que: DeQue,
  { asunto, texto }: { asunto: string; texto: string },
): Message => ({
  to,
  clase: 'mensajes',
  subject: asunto,
  name: nombre,
  paragraphs: parrafosDe(texto),
  ficha: fichaDe(que),
  action: { label: 'Ver su inscripción', url: que.url },
  reason: 'Recibe este mensaje porque envió una inscripción en el portal.',
});
