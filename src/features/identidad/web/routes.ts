import { lazy } from 'react';
import type { AppRoute } from '../../../platform/web/routes.ts';
import {
  accionPagePath,
  loginPath,
  registerNoCurpPath,
  registerPath,
  restablecerPath,
} from '../routes.ts';

export const identidadRoutes: AppRoute[] = [
  {
    path: loginPath,
    layout: 'public',
    access: 'anyone',
    guestOnly: true,
    title: 'Ingresar',
    screen: lazy(() => import('./pages/login.tsx')),
  },
  {
    path: registerPath,
    layout: 'public',
    access: 'anyone',
    guestOnly: true,
    title: 'Crear una cuenta',
    screen: lazy(() => import('./pages/register.tsx')),
  },
  {
    path: registerNoCurpPath,
    layout: 'public',
    access: 'anyone',
    guestOnly: true,
    title: 'Crear una cuenta sin CURP',
    screen: lazy(() => import('./pages/register-no-curp.tsx')),
  },
  {
    path: restablecerPath,
    layout: 'public',
    access: 'anyone',
    title: 'Restablecer la contraseña',
    screen: lazy(() => import('./pages/restablecer.tsx')),
  },
  {
    path: accionPagePath,
    layout: 'public',
    access: 'anyone',
    title: 'Verificar el correo',
    screen: lazy(() => import('./pages/accion.tsx')),
  },
];
