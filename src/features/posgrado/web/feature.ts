import { createElement } from 'react';
import { lazyPart, lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import { IconSeal } from '../../../platform/web/ui/icons.tsx';
import { canApplyPosgrado, canManagePosgrado } from '../policy.ts';
import {
  convocatoriaPagePath,
  convocatoriasPath,
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
  routes: ({ all }) => [
    {
      path: convocatoriasPath,
      layout: 'main',
      access: canManagePosgrado,
      title: 'Convocatorias',
      shape: 'list',
      screen: lazyScreen(() => import('../convocatorias/web/pages/convocatorias.tsx')),
    },
    {
      path: convocatoriaPagePath,
      layout: 'main',
      access: canManagePosgrado,
      title: 'Convocatoria',
      screen: lazyScreen(async () => {
        const { ConvocatoriaPage } = await import('../convocatorias/web/pages/convocatoria.tsx');
        const historial = all('historialDeRegistro');
        return { default: () => createElement(ConvocatoriaPage, { historial }) };
      }),
    },
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
      group: 'Oferta académica',
      order: 253,
      label: 'Convocatorias',
      to: convocatoriasPath,
      icon: IconSeal,
      visible: canManagePosgrado,
    },
    {
      group: 'Mi portal',
      order: 129,
      label: 'Posgrado',
      to: presolicitudPosgradoPath,
      icon: IconSeal,
      visible: canApplyPosgrado,
    },
  ],
  gives: {
    edicion: [
      {
        titulo: 'Convocatoria',
        visible: canManagePosgrado,
        para: ({ curso, porConvocatoria }) => curso.tipo.posgrado || porConvocatoria,
        Contenido: lazyPart(
          () => import('../convocatorias/web/components/en-edicion.tsx'),
          'ConvocatoriaDeEdicion',
        ),
      },
    ],
  },
};
