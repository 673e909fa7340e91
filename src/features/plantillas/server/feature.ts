import { demoSeed } from '../../../platform/server/demo.ts';
import type { ServerFeature } from '../../../platform/server/feature.ts';

export const plantillas: ServerFeature = {
  name: 'plantillas',
  demo: [
    demoSeed({
      needs: [],
      gives: ['plantillas'],
      run: async (trx, _, { now }) => {
        const { seedPlantillas } = await import('./seed.ts');
        return { plantillas: await seedPlantillas(trx, { now }) };
      },
    }),
  ],
};
