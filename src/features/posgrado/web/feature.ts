import { lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import { IconSeal } from '../../../platform/web/ui/icons.tsx';
import { canApplyPosgrado, canManagePosgrado } from '../policy.ts';
import {
  posgradoPaths,
  presolicitudPosgradoPath,
  revisionPresolicitudesPagePath,
  solicitudPosgradoPath,
  validarPresolicitudPagePath,
} from '../routes.ts';
import { posgradoPublic } from './public.ts';

export const posgrado: WebFeature = {
  name: 'posgrado',
  paths: posgradoPaths,
  publicWing: posgradoPublic,
  routes: [
    {
      path: presolicitudPosgradoPath,
      layout: 'main',
      access: canApplyPosgrado,
      title: 'Convocatorias de posgrado',
      screen: lazyScreen(() => import('../presolicitudes/web/pages/presolicitud.tsx')),
    },
    {
      path: validarPresolicitudPagePath,
      layout: 'main',
      access: canApplyPosgrado,
      title: 'Requisitos de la presolicitud',
      screen: lazyScreen(() => import('../validacion/web/pages/validar.tsx')),
    },
    {
      path: revisionPresolicitudesPagePath,
      layout: 'main',
      access: canManagePosgrado,
      title: 'Revisión de presolicitudes',
      screen: lazyScreen(() => import('../validacion/web/pages/revision.tsx')),
    },
    {
      path: solicitudPosgradoPath,
      layout: 'main',
      access: canApplyPosgrado,
      title: 'Solicitudes de posgrado',
      screen: lazyScreen(() => import('../solicitudes/web/pages/solicitud.tsx')),
    },
  ],
  navigation: [
    {
      group: 'Mi portal',
      order: 129,
      label: 'Posgrado',
      to: presolicitudPosgradoPath,
      icon: IconSeal,
      visible: canApplyPosgrado,
    },
  ],
  gives: {},
};
