import { lazy } from 'react';
import type { AppRoute, NavItem } from '../../../platform/web/routes.ts';
import { IconClipboard } from '../../../platform/web/ui/icons.tsx';
import { canUseOwnInscripciones } from '../policy.ts';
import { matriculaPath } from '../routes.ts';

export const inscripcionesRoutes: AppRoute[] = [
  {
    path: '/inscripcion/:idCurso/:idPlantilla/:tipo/:edicionId',
    layout: 'main',
    access: canUseOwnInscripciones,
    title: 'Inscripción',
    screen: lazy(() => import('./pages/inscripcion.tsx')),
  },
  {
    path: '/matricula',
    layout: 'main',
    access: canUseOwnInscripciones,
    title: 'Matrícula',
    screen: lazy(() => import('./pages/matricula.tsx')),
  },
];

export const inscripcionesNavigation: NavItem[] = [
  {
    group: 'Mi portal',
    label: 'Matrícula',
    to: matriculaPath,
    icon: IconClipboard,
    visible: canUseOwnInscripciones,
  },
];
