import type { PublicFeature } from '../../../platform/web/public/page.ts';
import { avisoPath, terminosPath } from '../privacidad/routes.ts';

export const identidadPublic: PublicFeature = {
  pages: [
    {
      path: avisoPath,
      title: 'Aviso de privacidad',
      load: () => import('../privacidad/web/pages/aviso.tsx'),
    },
    {
      path: terminosPath,
      title: 'Términos de uso',
      load: () => import('../privacidad/web/pages/terminos.tsx'),
    },
  ],
  footer: [
    { label: 'Aviso de privacidad', to: avisoPath },
    { label: 'Términos de uso', to: terminosPath },
  ],
};
