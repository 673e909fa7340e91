import { isSignedIn } from '../../../platform/shared/policy.ts';
import { lazyPart, lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import { IconDocuments } from '../../../platform/web/ui/icons.tsx';
import { canReviewDocumentos } from '../policy.ts';
import { documentosPagePath, documentosPaths, PESTANA, revisionPath } from '../routes.ts';
import { usePendientesDocumentos } from './hooks.ts';

export const documentos: WebFeature = {
  name: 'documentos',
  paths: documentosPaths,
  routes: [
    {
      path: documentosPagePath,
      layout: 'main',
      access: isSignedIn,
      title: 'Documentos',
      screen: lazyScreen(() => import('./pages/documents.tsx')),
    },
    {
      path: revisionPath,
      layout: 'main',
      access: canReviewDocumentos,
      title: 'Documentos por revisar',
      screen: lazyScreen(() => import('../revision/web/pages/revision.tsx')),
    },
  ],
  navigation: [
    {
      group: 'Expedientes',
      order: 235,
      label: 'Documentos por revisar',
      to: revisionPath,
      icon: IconDocuments,
      visible: canReviewDocumentos,
      useCount: () => usePendientesDocumentos().data?.cuantos,
    },
  ],
  gives: {
    expedientePestanas: [
      {
        id: PESTANA,
        titulo: 'Documentos',
        order: 30,
        Contenido: lazyPart(() => import('./components/documentos.tsx'), 'Documentos'),
      },
    ],
  },
};
