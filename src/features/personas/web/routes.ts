import { createElement, lazy } from 'react';
import { isSignedIn } from '../../../platform/shared/policy.ts';
import type { AppRoute, NavItem } from '../../../platform/web/routes.ts';
import { IconIdCard, IconSettings } from '../../../platform/web/ui/icons.tsx';
import { ownPath, ownPreferenciasPath, personPagePath, preferenciasPath } from '../routes.ts';
import type { ExpedienteParts } from './pages/person.tsx';

/**
 * The person's file, with what other features put in it: the composition root passes it, so that
 * the file knows none of those features.
 */
export const personasRoutes = (parts: ExpedienteParts): AppRoute[] => [
  {
    path: personPagePath,
    layout: 'main',
    access: isSignedIn,
    title: 'Mi expediente',
    screen: lazy(async () => {
      const { PersonPage } = await import('./pages/person.tsx');
      return { default: () => createElement(PersonPage, { parts }) };
    }),
  },
  {
    path: preferenciasPath,
    layout: 'main',
    access: isSignedIn,
    title: 'Preferencias y seguridad',
    screen: lazy(() => import('./pages/preferencias.tsx')),
  },
];

export const personasNavigation: NavItem[] = [
  { group: 'Mi portal', label: 'Mi expediente', to: ownPath, icon: IconIdCard },
];

/** Entries of the account menu. */
export const personasAccount: NavItem[] = [
  {
    group: 'Mi portal',
    label: 'Preferencias y seguridad',
    to: ownPreferenciasPath,
    icon: IconSettings,
  },
];
