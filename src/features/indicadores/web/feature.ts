import { lazyPart, type WebFeature } from '../../../platform/web/feature.ts';

export const indicadores: WebFeature = {
  name: 'indicadores',
  gives: {
    inicioPersonal: [
      {
        titulo: 'Cifras de inscripción',
        Contenido: lazyPart(() => import('./components/indicadores.tsx'), 'Indicadores'),
      },
    ],
  },
};
