import { createElement } from 'react';
import { caller } from '../../../platform/web/callables/client.ts';
import { useCall } from '../../../platform/web/callables/hooks.ts';
import { lazyPart, lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import { IconClipboard, IconSeal } from '../../../platform/web/ui/icons.tsx';
import type { getPendientesDictamenes } from '../evaluacion/dictamenes/contract.ts';
import { canApplyPosgrado, canEvaluatePosgrado, canManagePosgrado } from '../policy.ts';
import {
  convocatoriaPagePath,
  convocatoriasPath,
  dictamenesPath,
  posgradoPaths,
  presolicitudPosgradoPath,
  revisionPresolicitudesPagePath,
  solicitudPosgradoPath,
  validarPresolicitudPagePath,
} from '../routes.ts';
import { posgradoPublic } from './public.ts';

const MINUTE = 60_000;
const getPendientes = caller<typeof getPendientesDictamenes>('getPendientesDictamenes');

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
      path: dictamenesPath,
      layout: 'main',
      access: canEvaluatePosgrado,
      title: 'Dictámenes',
      shape: 'list',
      screen: lazyScreen(() => import('../evaluacion/web/pages/dictamenes.tsx')),
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
      order: 131,
      label: 'Dictámenes',
      to: dictamenesPath,
      icon: IconClipboard,
      visible: canEvaluatePosgrado,
      useCount: () =>
        useCall(getPendientes, null, { staleTime: MINUTE }).data?.cuantos ?? undefined,
      onlyCounted: true,
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
    busqueda: [
      {
        grupo: 'Convocatorias',
        visible: canManagePosgrado,
        buscar: async (texto, signal) => {
          const { searchConvocatorias } = await import('../convocatorias/web/hooks.ts');
          return searchConvocatorias(texto, signal);
        },
      },
    ],
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
