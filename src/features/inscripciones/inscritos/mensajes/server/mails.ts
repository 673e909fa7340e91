import type { Message } from '../../../../../platform/server/notificaciones/index.ts';
import { type DeQue, type Destino, fichaDe } from '../../../pasos/server/mails.ts';
import { parrafosDe } from '../rules.ts';

/** What the school wrote to somebody who sent an inscripción. */
export const mensajeMail = (
  { to, uid, nombre }: Destino,
  que: DeQue,
  { asunto, texto }: { asunto: string; texto: string },
): Message => ({
  ...{ to, uid, clase: 'mensajes', enlace: que.enlace },
  subject: asunto,
  name: nombre,
  paragraphs: parrafosDe(texto),
  ficha: fichaDe(que),
  action: { label: 'Ver su inscripción', url: que.url },
  reason: 'Recibe este mensaje porque envió una inscripción en el portal.',
});
