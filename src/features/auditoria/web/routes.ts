import { createElement, lazy } from 'react';
import type { Vocabulario } from '../../../platform/shared/historial.ts';
import { isAdmin } from '../../../platform/shared/policy.ts';
import type { AppRoute, NavItem } from '../../../platform/web/routes.ts';
import { IconHistory } from '../../../platform/web/ui/icons.tsx';
import { auditoriaPath } from '../routes.ts';

/** The history, in the words of all features: the composition root gives them when they are needed. */
export const auditoriaRoutes = (
  palabras: () => Promise<{ VOCABULARIO: Vocabulario }>,
): AppRoute[] => [
  {
    path: auditoriaPath,
    layout: 'main',
    access: isAdmin,
    title: 'Auditoría',
    screen: lazy(async () => {
      const [{ AuditoriaPage }, { VOCABULARIO }] = await Promise.all([
        import('./pages/auditoria.tsx'),
        palabras(),
      ]);
      return { default: () => createElement(AuditoriaPage, { vocabulario: VOCABULARIO }) };
    }),
  },
];

export const auditoriaNavigation: NavItem[] = [
  {
    group: 'Administración',
    label: 'Auditoría',
    to: auditoriaPath,
    icon: IconHistory,
    visible: isAdmin,
  },
];
