import { lazy } from 'react';
import type { AppRoute, NavItem } from '../../../../platform/web/routes.ts';
import type { SessionUser } from '../../../../platform/web/session/store.ts';
import { IconIdCard } from '../../../../platform/web/ui/icons.tsx';
import { vinculacionesPath, vinculacionPagePath } from '../routes.ts';

const isStaff = ({ role }: SessionUser): boolean => role === 'Admin' || role === 'Escolar';

export const vinculacionesRoutes: AppRoute[] = [
  {
    path: vinculacionesPath,
    layout: 'main',
    access: isStaff,
    title: 'Expedientes por confirmar',
    screen: lazy(() => import('./pages/vinculaciones.tsx')),
  },
  {
    path: vinculacionPagePath,
    layout: 'main',
    access: isStaff,
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
    visible: isStaff,
  },
];
