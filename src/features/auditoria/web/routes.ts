import { lazy } from 'react';
import type { AppRoute, NavItem } from '../../../platform/web/routes.ts';
import { IconHistory } from '../../../platform/web/ui/icons.tsx';
import { isAdmin } from '../../identidad/policy.ts';
import { auditoriaPath } from '../routes.ts';

export const auditoriaRoutes: AppRoute[] = [
  {
    path: auditoriaPath,
    layout: 'main',
    access: isAdmin,
    title: 'Auditoría',
    screen: lazy(() => import('./pages/auditoria.tsx')),
  },
];

export const auditoriaNavigation: NavItem[] = [
  {
    group: 'Administración',
    label: 'Auditoría',
    to: auditoriaPath,
    icon: IconHistory,
    visible: isAdmin,
  },
];
