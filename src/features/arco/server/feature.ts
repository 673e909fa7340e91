import { requireAportes } from '../../../platform/server/aportes.ts';
import { demoSeed } from '../../../platform/server/demo.ts';
import type { ServerFeature } from '../../../platform/server/feature.ts';
import { requireSupresiones } from '../../../platform/server/supresiones.ts';
import { copiasHistorial } from '../copias/historial.ts';
import { copiasHandlers } from '../copias/server/handlers.ts';
import { copiaRoutes } from '../copias/server/http.ts';
import { copiasJobs, defineCopia } from '../copias/server/jobs.ts';
import { copiasAporte, copiasSeguidor, copiasSupresion } from '../copias/server/service.ts';
import { entregasHistorial } from '../entregas/historial.ts';
import { entregasHandlers } from '../entregas/server/handlers.ts';
import { entregaRoutes } from '../entregas/server/http.ts';
import { arcoHistorial } from '../historial.ts';
import { arcoPaths } from '../routes.ts';
import { supresionHandlers } from '../supresion/server/handlers.ts';
import { arcoHandlers } from './handlers.ts';
import {
  arcoAporte,
  arcoPendientes,
  arcoSeguidor,
  arcoSinSupresion,
  arcoSupresion,
  supresionesAporte,
} from './service.ts';

export const arco: ServerFeature = {
  name: 'arco',
  paths: arcoPaths,
  historial: [arcoHistorial, copiasHistorial, entregasHistorial],
  callables: ({ all }) => [
    ...arcoHandlers,
    ...copiasHandlers,
    ...entregasHandlers,
    ...supresionHandlers(all('supresiones')),
  ],
  jobs: copiasJobs,
  http: ({ one }) => [
    copiaRoutes({ resolveActor: one('resolveActor') }),
    entregaRoutes({ resolveActor: one('resolveActor') }),
  ],
  trabajos: defineCopia,
  async onStart({ db }, { all }) {
    await requireAportes(db, all('aportes'), all('sinAporte'));
    await requireSupresiones(db, all('supresiones'), all('sinSupresion'));
  },
  demo: [
    demoSeed({
      needs: ['personas', 'cuentas', 'catalogos', 'inscripciones'],
      gives: [],
      run: async (trx, { personas }, { services, now, given }) => {
        const { seedArco } = await import('./seed.ts');
        const { seedCopias } = await import('../copias/server/seed.ts');
        await seedArco(trx, { personas, now });
        await seedCopias(trx, { aportes: given.all('aportes'), services, now });
        return {};
      },
    }),
  ],
  gives: {
    seguidores: [arcoSeguidor, copiasSeguidor],
    aportes: [arcoAporte, copiasAporte, supresionesAporte],
    supresiones: [arcoSupresion, copiasSupresion],
    sinSupresion: [arcoSinSupresion],
    pendientes: [arcoPendientes],
  },
};
