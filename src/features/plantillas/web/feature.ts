import { lazyPart, lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import { IconClipboard } from '../../../platform/web/ui/icons.tsx';
import { canEditPlantillas } from '../policy.ts';
import {
  editPlantillaPath,
  editVersionPath,
  nuevaPlantillaPath,
  plantillaPath,
  plantillasPath,
  plantillasPaths,
  reglasPath,
  versionPath,
} from '../routes.ts';

const screen = {
  layout: 'main',
  access: canEditPlantillas,
} as const;

export const plantillas: WebFeature = {
  name: 'plantillas',
  paths: plantillasPaths,
  routes: [
    {
      ...screen,
      path: plantillasPath,
      title: 'Plantillas',
      shape: 'list',
      screen: lazyScreen(() => import('../versiones/web/pages/plantillas.tsx')),
    },
    {
      ...screen,
      path: nuevaPlantillaPath,
      title: 'Nueva plantilla',
      screen: lazyScreen(() => import('../versiones/web/pages/nueva.tsx')),
    },
    {
      ...screen,
      path: plantillaPath(':id'),
      title: 'Plantilla',
      screen: lazyScreen(() => import('../versiones/web/pages/ver.tsx')),
    },
    {
      ...screen,
      path: editPlantillaPath(':id'),
      title: 'Editar plantilla',
      screen: lazyScreen(() => import('../versiones/web/pages/editar.tsx')),
    },
    {
      ...screen,
      path: versionPath(':plantillaId', ':versionId'),
      title: 'Versión de una plantilla',
      screen: lazyScreen(() => import('../versiones/web/pages/version.tsx')),
    },
    {
      ...screen,
      path: editVersionPath(':plantillaId', ':versionId'),
      title: 'Editar el borrador',
      screen: lazyScreen(() => import('../constructor/web/pages/constructor.tsx')),
    },
    {
      ...screen,
      path: reglasPath(':plantillaId', ':versionId'),
      title: 'Reglas de una plantilla',
      screen: lazyScreen(() => import('../redaccion/web/pages/reglas.tsx')),
    },
  ],
  gives: {
    expedienteParaPersonal: [
      lazyPart(
        () => import('../excepciones/web/components/excepciones-de-persona.tsx'),
        'ExcepcionesDePersona',
      ),
    ],
  },
  navigation: [
    {
      group: 'Administración',
      order: 315,
      label: 'Plantillas',
      to: plantillasPath,
      icon: IconClipboard,
      visible: canEditPlantillas,
    },
  ],
};
