import { lazy } from 'react';
import type { AppRoute, NavItem } from '../../../platform/web/routes.ts';
import { IconList } from '../../../platform/web/ui/icons.tsx';
import { canEditCatalogos } from '../policy.ts';
import { catalogosPath } from '../routes.ts';

export const catalogosRoutes: AppRoute[] = [
  {
    path: catalogosPath,
    layout: 'main',
    access: canEditCatalogos,
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
    visible: canEditCatalogos,
  },
];
