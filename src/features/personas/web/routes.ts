import { createElement, lazy } from 'react';
import type { AppRoute, NavItem } from '../../../platform/web/routes.ts';
import type { SessionUser } from '../../../platform/web/session/store.ts';
import { IconIdCard, IconSettings } from '../../../platform/web/ui/icons.tsx';
import { personPagePath, personPath, SIN_EXPEDIENTE } from '../routes.ts';
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
];

const ownPath = ({ curp }: SessionUser): string => personPath(curp ?? SIN_EXPEDIENTE);

export const personasNavigation: NavItem[] = [
  { group: 'Mi portal', label: 'Mi expediente', to: ownPath, icon: IconIdCard },
];

/** Entries of the account menu. */
export const personasAccount: NavItem[] = [
  {
    group: 'Mi portal',
    label: 'Preferencias y seguridad',
    to: (user) => `${ownPath(user)}?ver=preferencias`,
    icon: IconSettings,
  },
];
