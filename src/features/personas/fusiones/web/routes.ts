import { lazy } from 'react';
import type { AppRoute, NavItem } from '../../../../platform/web/routes.ts';
import { IconPeople } from '../../../../platform/web/ui/icons.tsx';
import { canDecideFusiones } from '../policy.ts';
import { fusionesPath, fusionPagePath } from '../routes.ts';

export const fusionesRoutes: AppRoute[] = [
  {
    path: fusionesPath,
    layout: 'main',
    access: canDecideFusiones,
    title: 'Expedientes por reunir',
    screen: lazy(() => import('./pages/fusiones.tsx')),
  },
  {
    path: fusionPagePath,
    layout: 'main',
    access: canDecideFusiones,
    title: 'Expedientes por reunir',
    screen: lazy(() => import('./pages/fusion.tsx')),
  },
];

export const fusionesNavigation: NavItem[] = [
  {
    group: 'Revisión',
    label: 'Expedientes por reunir',
    to: fusionesPath,
    icon: IconPeople,
    visible: canDecideFusiones,
  },
];
