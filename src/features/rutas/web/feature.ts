import { createElement } from 'react';
import { lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import { IconRoute } from '../../../platform/web/ui/icons.tsx';
import { canEditRutas, canSeePersonasDeRuta, canSeeRutas } from '../policy.ts';
import {
  rutaEditorPagePath,
  rutaPagePath,
  rutaPersonasPagePath,
  rutasEditorPath,
  rutasPath,
  rutasPaths,
} from '../routes.ts';
import type { PersonasDeRutaPieza } from './pages/personas-de-ruta.tsx';

declare module '../../../platform/web/feature.ts' {
  interface Slots {
    /** Pieces of the page of who is in a route. */
    personasDeRuta: PersonasDeRutaPieza;
  }
}

export const rutas: WebFeature = {
  name: 'rutas',
  paths: rutasPaths,
  routes: ({ all }) => [
    {
      path: rutasPath,
      layout: 'main',
      access: canSeeRutas,
      title: 'Rutas formativas',
      shape: 'list',
      screen: lazyScreen(() => import('./pages/rutas.tsx')),
    },
    {
      path: rutaPagePath,
      layout: 'main',
      access: canSeeRutas,
      title: 'Ruta formativa',
      shape: 'ficha',
      screen: lazyScreen(() => import('./pages/ruta.tsx')),
    },
    {
      path: rutasEditorPath,
      layout: 'main',
      access: canEditRutas,
      title: 'Editar rutas formativas',
      shape: 'list',
      screen: lazyScreen(() => import('./pages/rutas-editor.tsx')),
    },
    {
      path: rutaEditorPagePath,
      layout: 'main',
      access: canEditRutas,
      title: 'Editar una ruta formativa',
      shape: 'form',
      screen: lazyScreen(() => import('./pages/ruta-editor.tsx')),
    },
    {
      path: rutaPersonasPagePath,
      layout: 'main',
      access: canSeePersonasDeRuta,
      title: 'Personas en la ruta',
      shape: 'list',
      screen: lazyScreen(async () => {
        const { PersonasDeRutaPage } = await import('./pages/personas-de-ruta.tsx');
        const piezas = all('personasDeRuta');
        return { default: () => createElement(PersonasDeRutaPage, { piezas }) };
      }),
    },
  ],
  navigation: [
    {
      group: 'Mi portal',
      order: 125,
      label: 'Rutas formativas',
      to: rutasPath,
      icon: IconRoute,
      visible: canSeeRutas,
    },
    {
      group: 'Oferta académica',
      order: 257,
      label: 'Editar rutas formativas',
      to: rutasEditorPath,
      icon: IconRoute,
      visible: canEditRutas,
    },
  ],
};
