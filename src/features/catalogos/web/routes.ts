import { lazy } from 'react';
import type { AppRoute, NavItem } from '../../../platform/web/routes.ts';
import type { SessionUser } from '../../../platform/web/session/store.ts';
import { IconList } from '../../../platform/web/ui/icons.tsx';
import { catalogosPath } from '../routes.ts';

const isAdmin = ({ role }: SessionUser): boolean => role === 'Admin';

export const catalogosRoutes: AppRoute[] = [
  {
    path: catalogosPath,
    layout: 'main',
    access: isAdmin,
    title: 'Catálogos',
    screen: lazy(() => import('./pages/catalogs.tsx')),
  },
];

export const catalogosNavigation: NavItem[] = [
  {
    group: 'Administración',
    label: 'Catálogos',
    to: catalogosPath,
    icon: IconList,
    visible: isAdmin,
  },
];
