import { createElement } from 'react';
import { lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import { IconList } from '../../../platform/web/ui/icons.tsx';
import { canEditCatalogos } from '../policy.ts';
import { catalogoPath, catalogosPath, catalogosPaths } from '../routes.ts';

const loadElegido = () => import('./components/catalogo.tsx');

export const catalogos: WebFeature = {
  name: 'catalogos',
  paths: catalogosPaths,
  routes: ({ all }) => [
    {
      path: catalogosPath,
      layout: 'main',
      access: canEditCatalogos,
      title: 'Catálogos',
      shape: 'list',
      screen: lazyScreen(async (search) => {
        // Whoever comes to one of them needs what shows it, too: asked for together.
        if (new URLSearchParams(search).has('catalogo')) loadElegido().catch(() => {});
        const { CatalogsPage } = await import('./pages/catalogs.tsx');
        return {
          default: () => createElement(CatalogsPage, { historial: all('historialDeRegistro') }),
        };
      }),
    },
  ],
  gives: {
    busqueda: [
      {
        grupo: 'Catálogos',
        visible: canEditCatalogos,
        buscar: async (texto) => {
          const [{ CATALOGOS }, { searchIn }] = await Promise.all([
            import('../definiciones/rules.ts'),
            import('../../../platform/shared/search.ts'),
          ]);
          return searchIn(CATALOGOS, ({ titulo }) => titulo, texto).filas.map(({ id, titulo }) => ({
            titulo,
            to: catalogoPath(id),
          }));
        },
      },
    ],
  },
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
