import { createElement, lazy } from 'react';
import { isSignedIn } from '../../../platform/shared/policy.ts';
import type { AppRoute, NavItem } from '../../../platform/web/routes.ts';
import { IconHome } from '../../../platform/web/ui/icons.tsx';
import type { InicioSection } from './pages/inicio.tsx';

/**
 * Home, with the sections that other features give it: the composition root passes them, so that
 * home knows none of those features.
 */
export const inicioRoutes = (sections: readonly InicioSection[]): AppRoute[] => [
  {
    path: '/',
    layout: 'main',
    access: isSignedIn,
    title: 'Inicio',
    screen: lazy(async () => {
      const { InicioPage } = await import('./pages/inicio.tsx');
      return { default: () => createElement(InicioPage, { sections }) };
    }),
  },
];

export const inicioNavigation: NavItem[] = [
  { group: 'Mi portal', label: 'Inicio', to: '/', icon: IconHome },
];
