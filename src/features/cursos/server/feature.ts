import type { ServerFeature } from '../../../platform/server/feature.ts';
import { cursosUsos } from './service.ts';

export const cursos: ServerFeature = {
  name: 'cursos',
  gives: ({ one }) => ({
    usosDeCatalogo: cursosUsos((...edicion) => one('enlaceDeEdicion')(...edicion)),
  }),
};
