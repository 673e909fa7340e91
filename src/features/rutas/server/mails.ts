import type { Env } from '../../../platform/server/env.ts';
import type { Message } from '../../../platform/server/notificaciones/index.ts';
import { nameInItsCase } from '../../../platform/shared/names.ts';
import { rutaPath } from '../routes.ts';
import { RUTAS } from './textos.ts';

/** To whoever completed a route. */
export const rutaCompletadaMail = (
  env: Env,
  to: { uid: string; email: string; nombre: string },
  ruta: { id: string; nombre: string },
): Message => ({
  to: to.email,
  uid: to.uid,
  clase: 'rutasCompletadas',
  enlace: rutaPath(ruta.id),
  ...RUTAS.carta('ruta.completada', { ruta: ruta.nombre }),
  name: nameInItsCase(to.nombre),
  action: { label: 'Ver la ruta', url: `${env.publicUrl}${rutaPath(ruta.id)}` },
  reason: 'Recibe este mensaje porque está en una ruta formativa de la escuela.',
});
