import { lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import { IconCalendar } from '../../../platform/web/ui/icons.tsx';
import { ofertaPath } from '../../cursos/routes.ts';
import { canSeeOferta } from '../policy.ts';
import { ofertaEdicionPagePath, ofertaPaths } from '../routes.ts';

export const oferta: WebFeature = {
  name: 'oferta',
  paths: ofertaPaths,
  routes: [
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
      screen: lazyScreen(() => import('./pages/edicion.tsx')),
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
