import { createElement, lazy } from 'react';
import type { AppRoute, NavItem } from '../../../platform/web/routes.ts';
import type { SessionUser } from '../../../platform/web/session/store.ts';
import { IconIdCard, IconSettings } from '../../../platform/web/ui/icons.tsx';
import { personPagePath, personPath, preferenciasPath, SIN_EXPEDIENTE } from '../routes.ts';
import type { ExpedienteParts } from './pages/person.tsx';

/**
 * The person's file, with what other features put in it: the composition root passes it, so that
 * the file knows none of those features.
 */
export const personasRoutes = (parts: ExpedienteParts): AppRoute[] => [
  {
    path: personPagePath,
    layout: 'main',
    access: 'signed-in',
    title: 'Mi expediente',
    screen: lazy(async () => {
      const { PersonPage } = await import('./pages/person.tsx');
      return { default: () => createElement(PersonPage, { parts }) };
    }),
  },
  {
    path: preferenciasPath,
    layout: 'main',
    access: 'signed-in',
    title: 'Preferencias y seguridad',
    screen: lazy(() => import('./pages/preferencias.tsx')),
  },
];

const ownPath = ({ curp }: SessionUser): string => personPath(curp ?? SIN_EXPEDIENTE);

/** The preferences of that person, in their own file. */
export const ownPreferenciasPath = (user: SessionUser): string =>
  `${ownPath(user)}?ver=preferencias`;

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
