import { demoSeed } from '../../../platform/server/demo.ts';
import type { ServerFeature } from '../../../platform/server/feature.ts';
import { correccionesHistorial } from '../historial.ts';
import { correccionesPaths } from '../routes.ts';
import { correccionesHandlers } from './handlers.ts';
import {
  correccionesAporte,
  correccionesPendientes,
  correccionesSeguidor,
  correccionesSupresion,
} from './service.ts';
import { CORRECCIONES } from './textos.ts';

export const correcciones: ServerFeature = {
  name: 'correcciones',
  paths: correccionesPaths,
  historial: [correccionesHistorial],
  callables: ({ all }) => correccionesHandlers(all('seguidores')),
  demo: [
    demoSeed({
      needs: ['personas', 'cuentas', 'documentos'],
      gives: [],
      run: async (trx, { personas }, { now }) => {
        const { seedCorrecciones } = await import('./seed.ts');
        await seedCorrecciones(trx, { personas, now });
        return {};
      },
    }),
  ],
  gives: {
    cartas: [CORRECCIONES.textos],
    seguidores: [correccionesSeguidor],
    aportes: [correccionesAporte],
    supresiones: [correccionesSupresion],
    pendientes: [correccionesPendientes],
  },
};
