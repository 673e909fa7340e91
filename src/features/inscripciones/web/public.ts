import type { PublicFeature } from '../../../platform/web/public/page.ts';
import { canUseOwnInscripciones } from '../policy.ts';
import { acusePagePath, matriculaPath } from '../routes.ts';

export const inscripcionesPublic: PublicFeature = {
  pages: [
    {
      path: acusePagePath,
      title: 'Acuse de inscripción',
      load: () => import('../acuse/web/pages/acuse.tsx'),
      within: { label: 'Matrícula', to: matriculaPath, visible: canUseOwnInscripciones },
    },
  ],
};
