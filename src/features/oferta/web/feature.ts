import { createElement } from 'react';
import { lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import { IconCalendar } from '../../../platform/web/ui/icons.tsx';
import { ofertaPath } from '../../cursos/routes.ts';
import { canSeeOferta } from '../policy.ts';
import { ofertaEdicionPagePath, ofertaPaths } from '../routes.ts';
import type { Piezas } from './pages/edicion.tsx';

declare module '../../../platform/web/feature.ts' {
  interface Slots {
    /** Below what an edition says of itself, for whoever thinks of enrolling or takes it. */
    ofertaEdicion: Piezas[number];
  }
}

export const oferta: WebFeature = {
  name: 'oferta',
  paths: ofertaPaths,
  routes: ({ all }) => [
    {
      path: ofertaPath,
      layout: 'main',
      access: canSeeOferta,
      title: 'Oferta',
      shape: 'list',
      screen: lazyScreen(() => import('./pages/oferta.tsx')),
    },
    {
      path: ofertaEdicionPagePath,
      layout: 'main',
      access: canSeeOferta,
      title: 'Oferta',
      screen: lazyScreen(async () => {
        const { EdicionPage } = await import('./pages/edicion.tsx');
        return {
          default: () => createElement(EdicionPage, { piezas: all('ofertaEdicion') }),
        };
      }),
    },
  ],
  navigation: [
    {
      group: 'Mi portal',
      order: 127,
      label: 'Oferta',
      to: ofertaPath,
      icon: IconCalendar,
      visible: canSeeOferta,
    },
  ],
};
