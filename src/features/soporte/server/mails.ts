import type { Env } from '../../../platform/server/env.ts';
import type { Message } from '../../../platform/server/notificaciones/index.ts';
import { formatFecha } from '../../../platform/shared/dates.ts';
import { conversacionPath } from '../routes.ts';
import { formatFolio } from '../rules.ts';

/** A conversation as letters name it: by its folio, never by what it is about. */
type De = { to: string; uid: string; nombre: string; id: string; folio: string };

const carta = (
  env: Env,
  { to, uid, nombre, id, folio }: De,
  subject: string,
  paragraphs: string[],
): Message => ({
  ...{ to, uid, clase: 'conversaciones', subject, name: nombre, paragraphs },
  ...{ enlace: conversacionPath(id), clave: `conversacion:${id}` },
  action: { label: 'Abrir la conversación', url: env.publicUrl + conversacionPath(id) },
  notes: ['Este buzón no recibe respuestas: conteste desde el portal.'],
  reason: `Recibe este mensaje porque escribió a la escuela en el portal (conversación ${formatFolio(folio)}).`,
});

/** Something was answered while its person was away: one mail, without the text. */
export const respuestaMail = (env: Env, de: De): Message =>
  carta(env, de, 'Tiene una respuesta de la escuela', [
    `La escuela respondió su conversación ${formatFolio(de.folio)}. El texto se lee en el portal.`,
  ]);

/** It will be resolved for lack of an answer; `dia`: YYYY-MM-DD. */
export const porResolverMail = (env: Env, de: De, dia: string): Message =>
  carta(env, de, `Su conversación se dará por resuelta el ${formatFecha(dia)}`, [
    `La escuela espera su respuesta en la conversación ${formatFolio(de.folio)}. Sin ella, el ${formatFecha(dia)} se da por resuelta. Puede reabrirla durante los cinco días hábiles siguientes.`,
  ]);
