import { lazy } from 'react';
import type { AppRoute, NavItem } from '../../../../platform/web/routes.ts';
import type { SessionUser } from '../../../../platform/web/session/store.ts';
import { IconPeople } from '../../../../platform/web/ui/icons.tsx';
import { usersPath } from '../../routes.ts';

const isAdmin = ({ role }: SessionUser): boolean => role === 'Admin';

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
