import { createElement } from 'react';
import { lazyScreen, type WebFeature } from '../../../platform/web/feature.ts';
import { IconBook, IconCalendar } from '../../../platform/web/ui/icons.tsx';
import type { EdicionPieza } from '../ediciones/web/pages/edicion.tsx';
import { canReadOferta } from '../policy.ts';
import {
  cursoPagePath,
  cursosPath,
  cursosPaths,
  edicionesPath,
  edicionPagePath,
} from '../routes.ts';

declare module '../../../platform/web/feature.ts' {
  interface Slots {
    /** Pieces of an edition's page. */
    edicion: EdicionPieza;
    /** The states in which an inscripción may be, in words, when a list is to be filtered by them. */
    estadosDeInscripcion: () => Promise<readonly { value: string; label: string }[]>;
  }
}

export const cursos: WebFeature = {
  name: 'cursos',
  paths: cursosPaths,
  routes: ({ all, one }) => [
    {
      path: cursosPath,
      layout: 'main',
      access: canReadOferta,
      title: 'Cursos',
      shape: 'list',
      screen: lazyScreen(() => import('../fichas/web/pages/cursos.tsx')),
    },
    {
      path: cursoPagePath,
      layout: 'main',
      access: canReadOferta,
      title: 'Curso',
      screen: lazyScreen(() => import('../fichas/web/pages/curso.tsx')),
    },
    {
      path: edicionesPath,
      layout: 'main',
      access: canReadOferta,
      title: 'Ediciones',
      shape: 'list',
      screen: lazyScreen(async () => {
        const [{ EdicionesPage }, inscripciones] = await Promise.all([
          import('../ediciones/web/pages/ediciones.tsx'),
          one('estadosDeInscripcion')(),
        ]);
        return { default: () => createElement(EdicionesPage, { inscripciones }) };
      }),
    },
    {
      path: edicionPagePath,
      layout: 'main',
      access: canReadOferta,
      title: 'Edición',
      screen: lazyScreen(async () => {
        const { EdicionPage } = await import('../ediciones/web/pages/edicion.tsx');
        return { default: () => createElement(EdicionPage, { piezas: all('edicion') }) };
      }),
    },
  ],
  navigation: [
    {
      group: 'Oferta académica',
      order: 251,
      label: 'Cursos',
      to: cursosPath,
      icon: IconBook,
      visible: canReadOferta,
    },
    {
      group: 'Oferta académica',
      order: 252,
      label: 'Ediciones',
      to: edicionesPath,
      icon: IconCalendar,
      visible: canReadOferta,
    },
  ],
};
