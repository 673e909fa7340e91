import type { PublicFeature } from '../../../platform/web/public/page.ts';
import { recomendacionPagePath, resultadosPosgradoPagePath } from '../routes.ts';

export const posgradoPublic: PublicFeature = {
  pages: [
    {
      path: recomendacionPagePath,
      title: 'Carta de recomendación',
      load: () => import('../recomendaciones/web/pages/recomendacion.tsx'),
    },
    {
      path: resultadosPosgradoPagePath,
      title: 'Resultados de posgrado',
      load: () => import('../publicacion/web/pages/resultados.tsx'),
    },
  ],
};
