import { isSignedIn } from '../../../platform/shared/policy.ts';
import { lazyPart, lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import { IconBook } from '../../../platform/web/ui/icons.tsx';
import { SIN_EXPEDIENTE, tabPath } from '../../personas/routes.ts';
import { canSaveMateriales } from '../policy.ts';
import { cursandoPaths, cursosPersonaPagePath, PESTANA } from '../routes.ts';

const DePersonal = lazyPart(
  () => import('../materiales/web/components/materiales-de-personal.tsx'),
  'MaterialesDePersonal',
);

export const cursando: WebFeature = {
  name: 'cursando',
  paths: cursandoPaths,
  routes: [
    {
      path: cursosPersonaPagePath,
      layout: 'main',
      access: isSignedIn,
      title: 'Cursos',
      screen: lazyScreen(() => import('./pages/curso.tsx')),
    },
  ],
  navigation: [
    {
      group: 'Mi portal',
      order: 128,
      label: 'Mis cursos',
      to: ({ clave }) => tabPath(clave ?? SIN_EXPEDIENTE, PESTANA),
      icon: IconBook,
    },
  ],
  gives: {
    expedientePestanas: [
      {
        id: PESTANA,
        titulo: 'Cursos',
        order: 60,
        Contenido: lazyPart(() => import('./components/cursos.tsx'), 'Cursos'),
      },
    ],
    edicion: [
      {
        titulo: 'Material',
        visible: canSaveMateriales,
        Contenido: DePersonal,
      },
    ],
    ofertaEdicion: [
      lazyPart(() => import('../materiales/web/components/materiales.tsx'), 'Materiales'),
    ],
  },
};
