import { lazy } from 'react';
import type { AppRoute, NavItem } from '../../../../platform/web/routes.ts';
import type { SessionUser } from '../../../../platform/web/session/store.ts';
import { IconPeople } from '../../../../platform/web/ui/icons.tsx';
import { fusionesPath, fusionPagePath } from '../routes.ts';

const isStaff = ({ role }: SessionUser): boolean => role === 'Admin' || role === 'Escolar';

export const fusionesRoutes: AppRoute[] = [
  {
    path: fusionesPath,
    layout: 'main',
    access: isStaff,
    title: 'Expedientes por reunir',
    screen: lazy(() => import('./pages/fusiones.tsx')),
  },
  {
    path: fusionPagePath,
    layout: 'main',
    access: isStaff,
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
    visible: isStaff,
  },
];
