import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import { joinCuerpo } from '../../../../platform/shared/cartas.ts';
import { REVISION } from './textos.ts';

/** How many are told in the letter. */
const LISTED = 20;

/** Tells an Admin what does not agree. */
export const invariantesMail = (
  { uid, email, nombre }: { uid: string; email: string; nombre: string },
  hallazgos: readonly { texto: string }[],
  url: string,
): Message => ({
  ...{ to: email, uid, clase: 'cuenta', enlace: '/' },
  ...REVISION.carta('revision.hallazgos', {
    hallazgos: joinCuerpo([
      ...hallazgos.slice(0, LISTED).map(({ texto }) => texto),
      ...(hallazgos.length > LISTED ? [`Y ${hallazgos.length - LISTED} más.`] : []),
    ]),
  }),
  name: nombre,
  action: { label: 'Ir al portal', url },
  notes: ['Quien opera el servidor obtiene la lista completa con npm run invariantes.'],
  reason: 'Recibe este mensaje porque administra el portal.',
});
