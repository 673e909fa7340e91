import type { PublicFeature } from '../../../platform/web/public/page.ts';
import { recomendacionPagePath } from '../routes.ts';

export const posgradoPublic: PublicFeature = {
  pages: [
    {
      path: recomendacionPagePath,
      title: 'Carta de recomendación',
      load: () => import('../recomendaciones/web/pages/recomendacion.tsx'),
    },
  ],
};
