import { createElement } from 'react';
import { isSignedIn } from '../../../platform/shared/policy.ts';
import { lazyScreen, preloadParts, type WebFeature } from '../../../platform/web/feature.ts';
import { IconHome } from '../../../platform/web/ui/icons.tsx';
import { inicioPath, inicioPaths } from '../routes.ts';
import type { InicioSection } from './pages/inicio.tsx';
import { inicioPublic } from './public.ts';

declare module '../../../platform/web/feature.ts' {
  interface Slots {
    /** Sections of home. */
    inicio: InicioSection;
    /** Those that come after them: their files and answers are asked for once home is there. */
    inicioDespues: InicioSection;
    /** Those that only staff see: nobody waits for them, and no others ask for their files. */
    inicioPersonal: InicioSection;
  }
}

export const inicio: WebFeature = {
  name: 'inicio',
  paths: inicioPaths,
  publicWing: inicioPublic,
  routes: ({ all }) => [
    {
      path: inicioPath,
      layout: 'main',
      access: isSignedIn,
      title: 'Inicio',
      draws: ['inicio'],
      asks: ['listPendientes'],
      screen: lazyScreen(async () => {
        const sections = all('inicio');
        preloadParts(sections.map(({ Contenido }) => Contenido));
        const { InicioPage } = await import('./pages/inicio.tsx');
        const despues = all('inicioDespues');
        const personal = all('inicioPersonal');
        return { default: () => createElement(InicioPage, { sections, despues, personal }) };
      }),
    },
  ],
  navigation: [{ group: 'Mi portal', order: 110, label: 'Inicio', to: inicioPath, icon: IconHome }],
};
