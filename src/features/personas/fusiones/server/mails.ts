import type { Env } from '../../../../platform/server/env.ts';
import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import { fusionPath } from '../routes.ts';
import { FUSIONES } from './textos.ts';

const POR_SU_PROPUESTA = 'Recibe este correo porque propuso reunir dos expedientes en el portal.';

/** To whoever proposed a merge: somebody else confirmed it, or rejected it and why. */
export const fusionDecididaMail = (
  env: Env,
  { uid, email }: { uid: string; email: string },
  { id, rechazo }: { id: string; rechazo: string | null },
): Message => ({
  ...{ to: email, uid, clase: 'pedidos', enlace: fusionPath(id) },
  ...(rechazo === null
    ? FUSIONES.carta('fusion.confirmada', {})
    : FUSIONES.carta('fusion.rechazada', { motivo: rechazo })),
  action: { label: 'Ver la propuesta', url: `${env.publicUrl}${fusionPath(id)}` },
  reason: POR_SU_PROPUESTA,
});
