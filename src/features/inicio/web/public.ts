import type { PublicFeature } from '../../../platform/web/public/page.ts';
import { accesibilidadPath, ayudaPath } from '../routes.ts';

export const inicioPublic: PublicFeature = {
  pages: [
    { path: ayudaPath, title: 'Ayuda', load: () => import('./pages/ayuda.tsx') },
    {
      path: accesibilidadPath,
      title: 'Accesibilidad',
      load: () => import('./pages/accesibilidad.tsx'),
    },
  ],
  footer: [
    { label: 'Ayuda', to: ayudaPath },
    { label: 'Accesibilidad', to: accesibilidadPath },
  ],
};
