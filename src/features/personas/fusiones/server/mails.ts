import type { Env } from '../../../../platform/server/env.ts';
import type { Message } from '../../../../platform/server/notificaciones/index.ts';
import { fusionPath } from '../routes.ts';

const POR_SU_PROPUESTA = 'Recibe este correo porque propuso reunir dos expedientes en el portal.';

/** To whoever proposed a merge: somebody else confirmed it, or rejected it and why. */
export const fusionDecididaMail = (
  env: Env,
  { uid, email }: { uid: string; email: string },
  { id, rechazo }: { id: string; rechazo: string | null },
): Message => ({
  ...{ to: email, uid, clase: 'pedidos', enlace: fusionPath(id) },
  subject:
    rechazo === null
      ? 'Se reunieron los expedientes que propuso'
      : 'No se reunieron los expedientes que propuso',
  paragraphs:
    rechazo === null
      ? ['Otra persona del personal confirmó su propuesta: los dos expedientes son ahora uno.']
      : [
          'Otra persona del personal rechazó su propuesta de reunir dos expedientes. Los dos siguen como estaban.',
          `Le explica: ${rechazo}`,
        ],
  action: { label: 'Ver la propuesta', url: `${env.publicUrl}${fusionPath(id)}` },
  reason: POR_SU_PROPUESTA,
});
