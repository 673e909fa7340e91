import { demoSeed } from '../../../platform/server/demo.ts';
import type { ServerFeature } from '../../../platform/server/feature.ts';
import { cursosUsos } from './service.ts';

export const cursos: ServerFeature = {
  name: 'cursos',
  demo: [
    demoSeed({
      needs: ['plantillas', 'catalogos'],
      gives: ['ediciones'],
      run: async (trx, { plantillas }, { now, random, people }) => {
        const { seedCursos } = await import('./seed.ts');
        const scale = Math.max(1, Math.round(people / 300));
        return { ediciones: await seedCursos(trx, { now, random, plantillas, scale }) };
      },
    }),
  ],
  gives: ({ one }) => ({
    usosDeCatalogo: cursosUsos((...edicion) => one('enlaceDeEdicion')(...edicion)),
  }),
};
