import { lazy } from 'react';
import type { AppRoute, NavItem } from '../../../../platform/web/routes.ts';
import { IconIdCard } from '../../../../platform/web/ui/icons.tsx';
import { canDecideVinculaciones } from '../policy.ts';
import { vinculacionesPath, vinculacionPagePath } from '../routes.ts';

export const vinculacionesRoutes: AppRoute[] = [
  {
    path: vinculacionesPath,
    layout: 'main',
    access: canDecideVinculaciones,
    title: 'Expedientes por confirmar',
    screen: lazy(() => import('./pages/vinculaciones.tsx')),
  },
  {
    path: vinculacionPagePath,
    layout: 'main',
    access: canDecideVinculaciones,
    title: 'Expediente por confirmar',
    screen: lazy(() => import('./pages/vinculacion.tsx')),
  },
];

export const vinculacionesNavigation: NavItem[] = [
  {
    group: 'Revisión',
    label: 'Expedientes por confirmar',
    to: vinculacionesPath,
    icon: IconIdCard,
    visible: canDecideVinculaciones,
  },
];
