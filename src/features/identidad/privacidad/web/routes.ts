import { lazy } from 'react';
import type { AppRoute } from '../../../../platform/web/routes.ts';
import { avisoPath, terminosPath } from '../routes.ts';

export const privacidadRoutes: AppRoute[] = [
  {
    path: avisoPath,
    layout: 'public',
    access: 'anyone',
    title: 'Aviso de privacidad',
    screen: lazy(() => import('./pages/aviso.tsx')),
  },
  {
    path: terminosPath,
    layout: 'public',
    access: 'anyone',
    title: 'Términos de uso',
    screen: lazy(() => import('./pages/terminos.tsx')),
  },
];

/** The links at the foot of every public page. */
export const privacidadFooter = [
  { label: 'Aviso de privacidad', to: avisoPath },
  { label: 'Términos de uso', to: terminosPath },
];
