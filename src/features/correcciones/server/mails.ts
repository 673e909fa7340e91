import type { Env } from '../../../platform/server/env.ts';
import type { Message } from '../../../platform/server/notificaciones/index.ts';
import { nameInItsCase } from '../../../platform/shared/names.ts';
import { personPath, propioPath } from '../../personas/routes.ts';

/** To whoever asked for a correction: it was done, or not and why. */
export const correccionDecididaMail = (
  env: Env,
  to: { uid: string; email: string; nombre: string; clave: string },
  rechazo: string | null,
): Message => ({
  ...{ to: to.email, uid: to.uid, clase: 'pedidos', enlace: propioPath() },
  subject: rechazo === null ? 'Corregimos sus datos' : 'No pudimos corregir sus datos',
  name: nameInItsCase(to.nombre),
  paragraphs:
    rechazo === null
      ? [
          'Control Escolar aprobó la corrección que pidió, y su expediente ya lo dice.',
          'Los acuses que ya tiene siguen siendo válidos y dicen lo que decían al emitirse.',
        ]
      : [
          'Control Escolar revisó la corrección que pidió y no pudo aprobarla. Su expediente sigue como estaba.',
          `Le explica: ${rechazo}`,
          'Puede pedirla de nuevo con otro documento.',
        ],
  action: { label: 'Ver mi expediente', url: `${env.publicUrl}${personPath(to.clave)}` },
  reason: 'Recibe este mensaje porque pidió corregir los datos de su expediente en el portal.',
});
