import { lazy } from 'react';
import type { AppRoute, NavItem } from '../../../platform/web/routes.ts';
import type { SessionUser } from '../../../platform/web/session/store.ts';
import { IconHistory } from '../../../platform/web/ui/icons.tsx';
import { auditoriaPath } from '../routes.ts';

const isAdmin = ({ role }: SessionUser): boolean => role === 'Admin';

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
