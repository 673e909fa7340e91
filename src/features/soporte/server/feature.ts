import { demoSeed } from '../../../platform/server/demo.ts';
import type { ServerFeature } from '../../../platform/server/feature.ts';
import { recordArchivo, recordLecturaArchivo } from '../../identidad/archivos/server/service.ts';
import { adjuntosFiles } from '../adjuntos/policy.ts';
import { bandejaHandlers } from '../bandeja/server/handlers.ts';
import { soportePendientes } from '../bandeja/server/service.ts';
import { configuracionHandlers } from '../configuracion/server/handlers.ts';
import { soporteHistorial } from '../historial.ts';
import { comprobarSoporte } from '../invariantes/server/service.ts';
import { notasHandlers } from '../notas/server/handlers.ts';
import { soportePaths } from '../routes.ts';
import { transcripcionPapel } from '../transcripcion/server/service.ts';
import { soporteHandlers } from './handlers.ts';
import { soporteRoutes } from './http.ts';
import { soporteJobs } from './jobs.ts';
import {
  recientesDeSoporte,
  soporteAportes,
  soporteSeguidor,
  soporteSinAporte,
  soporteSinSupresion,
  soporteSupresiones,
} from './service.ts';
import { SOPORTE } from './textos.ts';

export const soporte: ServerFeature = {
  name: 'soporte',
  paths: soportePaths,
  historial: [soporteHistorial],
  callables: (given) => [
    ...soporteHandlers(given),
    ...bandejaHandlers,
    ...notasHandlers,
    ...configuracionHandlers,
  ],
  demo: [
    demoSeed({
      needs: ['personas', 'cuentas'],
      gives: [],
      run: async (trx, { personas }, { now }) => {
        const { seedSoporte } = await import('./seed.ts');
        await seedSoporte(trx, { personas, now });
        return {};
      },
    }),
  ],
  storage: [{ ...adjuntosFiles, onChange: recordArchivo, onRead: recordLecturaArchivo }],
  jobs: soporteJobs,
  http: ({ one }) => [soporteRoutes({ resolveActor: one('resolveActor') })],
  gives: {
    cartas: [SOPORTE.textos],
    seguidores: [soporteSeguidor],
    aportes: soporteAportes,
    sinAporte: [soporteSinAporte],
    supresiones: soporteSupresiones,
    sinSupresion: [soporteSinSupresion],
    pendientes: [soportePendientes],
    recientes: [recientesDeSoporte],
    invariantes: [comprobarSoporte],
    papeles: [transcripcionPapel],
  },
};
