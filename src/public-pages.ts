import { avisoPath, terminosPath } from './features/identidad/privacidad/routes.ts';
import { acusePagePath } from './features/inscripciones/routes.ts';
import type { PublicEntry } from './platform/web/public/page.ts';

/**
 * The public wing: pages that anybody opens from an address, whole without script. One line a page; its file
 * exports `publicPage({ … })` by default.
 */
export const publicPages: readonly PublicEntry[] = [
  {
    path: avisoPath,
    title: 'Aviso de privacidad',
    load: () => import('./features/identidad/privacidad/web/pages/aviso.tsx'),
  },
  {
    path: terminosPath,
    title: 'Términos de uso',
    load: () => import('./features/identidad/privacidad/web/pages/terminos.tsx'),
  },
  {
    path: acusePagePath,
    title: 'Acuse de inscripción',
    load: () => import('./features/inscripciones/acuse/web/pages/acuse.tsx'),
  },
];
