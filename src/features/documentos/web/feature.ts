import { isSignedIn } from '../../../platform/shared/policy.ts';
import { caller } from '../../../platform/web/callables/client.ts';
import { useCall } from '../../../platform/web/callables/hooks.ts';
import { lazyPart, lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import { IconDocuments } from '../../../platform/web/ui/icons.tsx';
import { canReviewDocumentos } from '../policy.ts';
import type { getPendientesDocumentos } from '../revision/contract.ts';
import { documentosPagePath, documentosPaths, PESTANA, revisionPath } from '../routes.ts';

const MINUTE = 60_000;
const countPendientes = caller<typeof getPendientesDocumentos>('getPendientesDocumentos');

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
      useCount: () =>
        useCall(countPendientes, null, { staleTime: MINUTE, refetchInterval: MINUTE }).data
          ?.cuantos,
    },
  ],
  gives: {
    expedienteDocumento: [lazyPart(() => import('./components/prueba-field.tsx'), 'PruebaField')],
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
