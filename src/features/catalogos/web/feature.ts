import { lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import { IconList } from '../../../platform/web/ui/icons.tsx';
import { canEditCatalogos } from '../policy.ts';
import { catalogosPath, catalogosPaths } from '../routes.ts';

export const catalogos: WebFeature = {
  name: 'catalogos',
  paths: catalogosPaths,
  routes: [
    {
      path: catalogosPath,
      layout: 'main',
      access: canEditCatalogos,
      title: 'Catálogos',
      shape: 'list',
      screen: lazyScreen(() => import('./pages/catalogs.tsx')),
    },
  ],
  navigation: [
    {
      group: 'Administración',
      order: 310,
      label: 'Catálogos',
      to: catalogosPath,
      icon: IconList,
      visible: canEditCatalogos,
    },
  ],
};
