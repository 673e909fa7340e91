import { caller } from '../../../platform/web/callables/client.ts';
import { useCall } from '../../../platform/web/callables/hooks.ts';
import { lazyPart, lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import { IconMail } from '../../../platform/web/ui/icons.tsx';
import type { ColaCorreos, getColaCorreos } from '../contract.ts';
import { canManageCorreos, canReadNotificaciones } from '../policy.ts';
import { correosPath, correosPaths, notificacionesPath } from '../routes.ts';

const getCola = caller<typeof getColaCorreos>('getColaCorreos');
const MINUTE = 60_000;

/** What nobody but a person can put right. */
const porAtender = ({ fallidos, falla, esperan }: ColaCorreos): number =>
  fallidos + (falla ? esperan : 0);

export const correos: WebFeature = {
  name: 'correos',
  paths: correosPaths,
  routes: [
    {
      path: correosPath,
      layout: 'main',
      access: canManageCorreos,
      title: 'Correos',
      shape: 'list',
      screen: lazyScreen(() => import('./pages/correos.tsx')),
    },
    {
      path: notificacionesPath,
      layout: 'main',
      access: canReadNotificaciones,
      title: 'Notificaciones',
      shape: 'list',
      screen: lazyScreen(() => import('../notificaciones/web/pages/notificaciones.tsx')),
    },
  ],
  navigation: [
    {
      group: 'Administración',
      order: 330,
      label: 'Correos',
      to: correosPath,
      icon: IconMail,
      visible: canManageCorreos,
      useCount: () =>
        useCall(getCola, null, { select: porAtender, staleTime: MINUTE, refetchInterval: MINUTE })
          .data,
    },
  ],
  gives: {
    tools: [lazyPart(() => import('../notificaciones/web/components/campana.tsx'), 'Campana')],
    preferencias: [
      {
        titulo: 'Avisos por correo',
        Contenido: lazyPart(() => import('../avisos/web/components/avisos.tsx'), 'Avisos'),
      },
    ],
  },
};
