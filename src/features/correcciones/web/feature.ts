import { caller } from '../../../platform/web/callables/client.ts';
import { useCall } from '../../../platform/web/callables/hooks.ts';
import { lazyPart, lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import { IconEdit } from '../../../platform/web/ui/icons.tsx';
import type { getPendientesCorrecciones } from '../contract.ts';
import { canDecideCorrecciones } from '../policy.ts';
import { correccionesPath, correccionesPaths, correccionPagePath } from '../routes.ts';

const MINUTE = 60_000;
const countPendientes = caller<typeof getPendientesCorrecciones>('getPendientesCorrecciones');

export const correcciones: WebFeature = {
  name: 'correcciones',
  paths: correccionesPaths,
  routes: [
    {
      path: correccionesPath,
      layout: 'main',
      access: canDecideCorrecciones,
      title: 'Correcciones por revisar',
      shape: 'list',
      screen: lazyScreen(() => import('./pages/correcciones.tsx')),
    },
    {
      path: correccionPagePath,
      layout: 'main',
      access: canDecideCorrecciones,
      title: 'Corrección por revisar',
      screen: lazyScreen(() => import('./pages/correccion.tsx')),
    },
  ],
  navigation: [
    {
      group: 'Expedientes',
      order: 237,
      label: 'Correcciones por revisar',
      to: correccionesPath,
      icon: IconEdit,
      visible: canDecideCorrecciones,
      useCount: () =>
        useCall(countPendientes, null, { staleTime: MINUTE, refetchInterval: MINUTE }).data
          ?.cuantas,
    },
  ],
  gives: {
    expedienteIdentidad: [
      lazyPart(() => import('./components/correcciones-persona.tsx'), 'CorreccionesPersona'),
    ],
  },
};
