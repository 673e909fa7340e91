import { type ComponentType, createElement } from 'react';
import { lazyPart, lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import { IconClipboard } from '../../../platform/web/ui/icons.tsx';
import { canRecordResultados } from '../policy.ts';
import {
  PESTANA_KARDEX,
  resultadosListaPath,
  resultadosPagePath,
  resultadosPaths,
} from '../routes.ts';

declare module '../../../platform/web/feature.ts' {
  interface Slots {
    /** Components that other features show beside the closed acta of an edition. */
    acta: ComponentType<{ edicionId: string }>;
  }
}

export const resultados: WebFeature = {
  name: 'resultados',
  paths: resultadosPaths,
  routes: ({ all }) => [
    {
      path: resultadosListaPath,
      layout: 'main',
      access: canRecordResultados,
      title: 'Resultados',
      shape: 'list',
      screen: lazyScreen(() => import('./pages/ediciones.tsx')),
    },
    {
      path: resultadosPagePath,
      layout: 'main',
      access: canRecordResultados,
      title: 'Resultados',
      shape: 'list',
      screen: lazyScreen(async () => {
        const { ResultadosPage } = await import('./pages/resultados.tsx');
        return { default: () => createElement(ResultadosPage, { piezas: all('acta') }) };
      }),
    },
  ],
  navigation: [
    {
      group: 'Oferta académica',
      order: 255,
      label: 'Resultados',
      to: resultadosListaPath,
      icon: IconClipboard,
      visible: canRecordResultados,
    },
  ],
  gives: {
    expedientePestanas: [
      {
        id: PESTANA_KARDEX,
        titulo: 'Kárdex',
        order: 55,
        Contenido: lazyPart(() => import('../kardex/web/components/kardex.tsx'), 'Kardex'),
      },
    ],
  },
};
