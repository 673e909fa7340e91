import { isSignedIn } from '../../../platform/shared/policy.ts';
import { lazyPart, lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import { IconDocuments } from '../../../platform/web/ui/icons.tsx';
import { copiaPagePath, misDatosPath } from '../copias/routes.ts';
import { canAnswerArco } from '../policy.ts';
import { arcoPaths, mesaPath, tramitePagePath, tramitePropioPagePath } from '../routes.ts';

export const arco: WebFeature = {
  name: 'arco',
  paths: arcoPaths,
  routes: [
    {
      path: misDatosPath,
      layout: 'main',
      access: isSignedIn,
      title: 'Mis datos',
      screen: lazyScreen(() => import('./pages/mis-datos.tsx')),
    },
    {
      path: copiaPagePath,
      layout: 'main',
      access: isSignedIn,
      title: 'Descargar la copia de sus datos',
      shape: 'form',
      screen: lazyScreen(() => import('../copias/web/pages/copia.tsx')),
    },
    {
      path: tramitePropioPagePath,
      layout: 'main',
      access: isSignedIn,
      title: 'Solicitud sobre sus datos',
      screen: lazyScreen(() => import('./pages/tramite-propio.tsx')),
    },
    {
      path: mesaPath,
      layout: 'main',
      access: canAnswerArco,
      title: 'Solicitudes ARCO',
      shape: 'list',
      screen: lazyScreen(() => import('./pages/mesa.tsx')),
    },
    {
      path: tramitePagePath,
      layout: 'main',
      access: canAnswerArco,
      title: 'Solicitud ARCO',
      screen: lazyScreen(() => import('./pages/tramite.tsx')),
    },
  ],
  navigation: [
    {
      group: 'Expedientes',
      order: 247,
      label: 'Solicitudes ARCO',
      to: mesaPath,
      icon: IconDocuments,
      visible: canAnswerArco,
    },
  ],
  account: [{ group: 'Mi portal', label: 'Mis datos', to: misDatosPath, icon: IconDocuments }],
  gives: {
    preferencias: [
      {
        titulo: 'Mis datos',
        lead: 'Pida una copia de todo lo que el portal guarda de usted, o ejerza sus derechos sobre ello.',
        Contenido: lazyPart(() => import('./components/mis-datos-enlace.tsx'), 'MisDatosEnlace'),
      },
    ],
  },
};
