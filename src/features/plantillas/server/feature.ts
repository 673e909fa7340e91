import { demoSeed } from '../../../platform/server/demo.ts';
import type { ServerFeature } from '../../../platform/server/feature.ts';
import { plantillasHistorial } from '../historial.ts';
import { redaccionHandlers } from '../redaccion/server/handlers.ts';
import { plantillasPaths } from '../routes.ts';
import { versionesHandlers } from '../versiones/server/handlers.ts';
import { plantillasJobs } from '../versiones/server/jobs.ts';

export const plantillas: ServerFeature = {
  name: 'plantillas',
  paths: plantillasPaths,
  historial: [plantillasHistorial],
  callables: (given) => [...versionesHandlers(given), ...redaccionHandlers(given)],
  jobs: plantillasJobs,
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
