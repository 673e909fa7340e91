import type { Env } from '../../../platform/server/env.ts';
import type { Message } from '../../../platform/server/notificaciones/index.ts';
import type { Carta } from '../../../platform/shared/cartas.ts';
import { formatFecha } from '../../../platform/shared/dates.ts';
import { conversacionPath } from '../routes.ts';
import { formatFolio } from '../rules.ts';
import { SOPORTE } from './textos.ts';

/** A conversation as letters name it: by its folio, never by what it is about. */
type De = { to: string; uid: string; nombre: string; id: string; folio: string };

const carta = (env: Env, { to, uid, nombre, id, folio }: De, texto: Carta): Message => ({
  ...{ to, uid, clase: 'conversaciones', ...texto, name: nombre },
  ...{ enlace: conversacionPath(id), clave: `conversacion:${id}` },
  action: { label: 'Abrir la conversación', url: env.publicUrl + conversacionPath(id) },
  notes: ['Este buzón no recibe respuestas: conteste desde el portal.'],
  reason: `Recibe este mensaje porque escribió a la escuela en el portal (conversación ${formatFolio(folio)}).`,
});

/** Something was answered while its person was away: one mail, without the text. */
export const respuestaMail = (env: Env, de: De): Message =>
  carta(env, de, SOPORTE.carta('soporte.respuesta', { folio: formatFolio(de.folio) }));

/** It will be resolved for lack of an answer; `dia`: YYYY-MM-DD. */
export const porResolverMail = (env: Env, de: De, dia: string): Message =>
  carta(
    env,
    de,
    SOPORTE.carta('soporte.porResolver', {
      folio: formatFolio(de.folio),
      dia: formatFecha(dia),
    }),
  );
