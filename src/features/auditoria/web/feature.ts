import { createElement, lazy } from 'react';
import { isAdmin } from '../../../platform/shared/policy.ts';
import { lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import { IconHistory } from '../../../platform/web/ui/icons.tsx';
import { canReadHistorialPersona } from '../policy.ts';
import { anotacionPagePath, auditoriaPath, auditoriaPaths } from '../routes.ts';

export const auditoria: WebFeature = {
  name: 'auditoria',
  paths: auditoriaPaths,
  routes: ({ vocabulario }) => [
    {
      path: auditoriaPath,
      layout: 'main',
      access: isAdmin,
      title: 'Auditoría',
      shape: 'list',
      screen: lazyScreen(async () => {
        const [{ AuditoriaPage }, palabras] = await Promise.all([
          import('./pages/auditoria.tsx'),
          vocabulario(),
        ]);
        return { default: () => createElement(AuditoriaPage, { vocabulario: palabras }) };
      }),
    },
    {
      path: anotacionPagePath,
      layout: 'main',
      access: isAdmin,
      title: 'Anotación',
      shape: 'form',
      screen: lazyScreen(async () => {
        const [{ AnotacionPage }, palabras] = await Promise.all([
          import('./pages/anotacion.tsx'),
          vocabulario(),
        ]);
        return { default: () => createElement(AnotacionPage, { vocabulario: palabras }) };
      }),
    },
  ],
  navigation: [
    {
      group: 'Administración',
      order: 340,
      label: 'Auditoría',
      to: auditoriaPath,
      icon: IconHistory,
      visible: isAdmin,
    },
  ],
  gives: ({ vocabulario }) => ({
    historialDeRegistro: [
      {
        for: isAdmin,
        Contenido: lazy(async () => {
          const [{ HistorialDeRegistro }, palabras] = await Promise.all([
            import('./components/historial-de-registro.tsx'),
            vocabulario(),
          ]);
          return {
            default: (registro) =>
              createElement(HistorialDeRegistro, { ...registro, vocabulario: palabras }),
          };
        }),
      },
    ],
    expedientePestanas: [
      {
        id: 'historial',
        titulo: 'Historial',
        order: 70,
        for: canReadHistorialPersona,
        Contenido: lazy(async () => {
          const [{ HistorialDePersona }, palabras] = await Promise.all([
            import('./components/historial-de-persona.tsx'),
            vocabulario(),
          ]);
          return {
            default: ({ persona }) =>
              createElement(HistorialDePersona, { clave: persona.clave, vocabulario: palabras }),
          };
        }),
      },
    ],
    preferencias: [
      {
        titulo: 'Quién ha visto su expediente',
        lead: 'Cada consulta o cambio que otra persona hace en él queda anotado.',
        Contenido: lazy(async () => {
          const [{ Accesos }, palabras] = await Promise.all([
            import('./components/accesos.tsx'),
            vocabulario(),
          ]);
          return { default: () => createElement(Accesos, { vocabulario: palabras }) };
        }),
      },
    ],
  }),
};
