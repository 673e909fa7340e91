import type { Env } from '../../../platform/server/env.ts';
import type { Message } from '../../../platform/server/notificaciones/index.ts';
import { nameInItsCase } from '../../../platform/shared/names.ts';
import { personPath, propioPath } from '../../personas/routes.ts';
import { CORRECCIONES } from './textos.ts';

/** To whoever asked for a correction: it was done, or not and why. */
export const correccionDecididaMail = (
  env: Env,
  to: { uid: string; email: string; nombre: string; clave: string },
  rechazo: string | null,
): Message => ({
  ...{ to: to.email, uid: to.uid, clase: 'pedidos', enlace: propioPath() },
  ...(rechazo === null
    ? CORRECCIONES.carta('correccion.aprobada', {})
    : CORRECCIONES.carta('correccion.rechazada', { motivo: rechazo })),
  name: nameInItsCase(to.nombre),
  action: { label: 'Ver mi expediente', url: `${env.publicUrl}${personPath(to.clave)}` },
  reason: 'Recibe este mensaje porque pidió corregir los datos de su expediente en el portal.',
});
