import { lazy } from 'react';
import { isAdmin } from '../../../../platform/shared/policy.ts';
import type { AppRoute, NavItem } from '../../../../platform/web/routes.ts';
import { IconPeople } from '../../../../platform/web/ui/icons.tsx';
import { usersPath } from '../../routes.ts';

export const usuariosRoutes: AppRoute[] = [
  {
    path: usersPath,
    layout: 'main',
    access: isAdmin,
    title: 'Usuarios',
    screen: lazy(() => import('./pages/users.tsx')),
  },
];

export const usuariosNavigation: NavItem[] = [
  {
    group: 'Administración',
    label: 'Usuarios',
    to: usersPath,
    icon: IconPeople,
    visible: isAdmin,
  },
];
