import { createElement } from 'react';
import { caller } from '../../../platform/web/callables/client.ts';
import { lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import { IconList } from '../../../platform/web/ui/icons.tsx';
import type * as contract from '../contract.ts';
import { canEditCatalogos } from '../policy.ts';
import { catalogoPath, catalogosPath, catalogosPaths, elementoPath } from '../routes.ts';

const listHallazgosCatalogos =
  caller<typeof contract.listHallazgosCatalogos>('listHallazgosCatalogos');

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
          const { searchCatalogos } = await import('../definiciones/rules.ts');
          return searchCatalogos(texto).map(({ id, titulo }) => ({ titulo, to: catalogoPath(id) }));
        },
      },
      {
        grupo: 'En los catálogos',
        visible: canEditCatalogos,
        buscar: async (busqueda, signal) => {
          const [items, { catalogoOf }] = await Promise.all([
            listHallazgosCatalogos({ busqueda }, { signal }),
            import('../definiciones/rules.ts'),
          ]);
          return items.map(({ id, catalogo, nombre, ruta, activo }) => ({
            titulo: nombre,
            detalle: [
              catalogoOf(catalogo).singular,
              ...ruta.map((padre) => padre.nombre),
              ...(activo ? [] : ['inactivo']),
            ].join(' › '),
            to: elementoPath(catalogo, id),
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
