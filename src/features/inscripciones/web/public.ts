import type { PublicFeature } from '../../../platform/web/public/page.ts';
import { acusePagePath } from '../routes.ts';

export const inscripcionesPublic: PublicFeature = {
  pages: [
    {
      path: acusePagePath,
      title: 'Acuse de inscripción',
      load: () => import('../acuse/web/pages/acuse.tsx'),
    },
  ],
};
