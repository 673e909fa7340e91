import { demoSeed } from '../../../platform/server/demo.ts';
import type { ServerFeature } from '../../../platform/server/feature.ts';
import { avisosHandlers } from '../avisos/server/handlers.ts';
import { avisosAporte, avisosSupresion } from '../avisos/server/service.ts';
import { correosHistorial } from '../historial.ts';
import { correosPaths } from '../routes.ts';
import { correosHandlers } from './handlers.ts';
import {
  correosAportes,
  correosPendientes,
  correosSupresiones,
  recordCorreosFallidos,
} from './service.ts';

export const correos: ServerFeature = {
  name: 'correos',
  paths: correosPaths,
  historial: [correosHistorial],
  callables: [...correosHandlers, ...avisosHandlers],
  demo: [
    demoSeed({
      needs: ['cuentas'],
      gives: [],
      run: async (trx) => {
        const { seedCorreos } = await import('./seed.ts');
        await seedCorreos(trx);
        return {};
      },
    }),
  ],
  gives: {
    onMailGivenUp: [recordCorreosFallidos],
    pendientes: [correosPendientes],
    aportes: [...correosAportes, avisosAporte],
    supresiones: [...correosSupresiones, avisosSupresion],
  },
};
