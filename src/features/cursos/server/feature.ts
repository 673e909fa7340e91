import { defineServerFeature } from '../../../platform/server/feature.ts';
import { cursosUsos } from './service.ts';

export const cursos = defineServerFeature({
  name: 'cursos',
  gives: ({ one }) => ({
    usosDeCatalogo: cursosUsos((...edicion) => one('enlaceDeEdicion')(...edicion)),
  }),
});
