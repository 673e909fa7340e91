import { demoSeed } from '../../../platform/server/demo.ts';
import type { ServerFeature } from '../../../platform/server/feature.ts';
import { apartadosHandlers } from '../apartados/server/handlers.ts';
import { apartadosSeguidor, apartadosUsos } from '../apartados/server/service.ts';
import { claveHandlers } from '../clave/server/handlers.ts';
import { requireSeguidores } from '../clave/server/service.ts';
import { expedientePendiente } from '../completitud/server/service.ts';
import { curpHandlers } from '../curp/server/handlers.ts';
import { expedientesPaths } from '../expedientes/routes.ts';
import { expedientesHandlers } from '../expedientes/server/handlers.ts';
import { fusionesHistorial } from '../fusiones/historial.ts';
import { fusionesPaths } from '../fusiones/routes.ts';
import { fusionesHandlers } from '../fusiones/server/handlers.ts';
import { fusionesJobs } from '../fusiones/server/jobs.ts';
import { fusionesPendientes, fusionesSeguidor } from '../fusiones/server/service.ts';
import { personasHistorial } from '../historial.ts';
import { perfilHandlers } from '../perfil/server/handlers.ts';
import { personasPaths } from '../routes.ts';
import { personasHoja } from './hojas.ts';
import { nombrarPersonas } from './service.ts';

export const personas: ServerFeature = {
  name: 'personas',
  paths: [...personasPaths, ...expedientesPaths, ...fusionesPaths],
  historial: [personasHistorial, fusionesHistorial],
  registros: { persona: nombrarPersonas },
  callables: ({ all }) => [
    ...perfilHandlers,
    ...apartadosHandlers,
    ...expedientesHandlers,
    ...claveHandlers(all('seguidores')),
    ...fusionesHandlers(all('seguidores')),
    ...curpHandlers(),
  ],
  hojas: [personasHoja],
  jobs: fusionesJobs,
  demo: [
    demoSeed({
      needs: [],
      gives: ['personas'],
      run: async (trx, _, { people, random }) => {
        const { seedPersonas, seedSinCurp } = await import('./seed.ts');
        const personas = await seedPersonas(trx, { count: people, random });
        await seedSinCurp(trx, personas);
        return { personas };
      },
    }),
    demoSeed({
      needs: ['personas', 'cuentas', 'catalogos'],
      gives: [],
      run: async (trx, { personas }, { now }) => {
        const { seedApartados } = await import('../apartados/server/seed.ts');
        await seedApartados(trx, { personas, now });
        return {};
      },
    }),
    demoSeed({
      needs: ['personas', 'cuentas', 'inscripciones'],
      gives: [],
      run: async (trx, { personas }, { now, given }) => {
        const { seedFusiones } = await import('../fusiones/server/seed.ts');
        await seedFusiones(trx, { personas, seguidores: given.all('seguidores'), now });
        return {};
      },
    }),
  ],
  onStart: ({ db }, { all }) => requireSeguidores(db, all('seguidores')),
  gives: {
    seguidores: [fusionesSeguidor, apartadosSeguidor],
    usosDeCatalogo: apartadosUsos,
    pendientes: [expedientePendiente, fusionesPendientes],
  },
};
