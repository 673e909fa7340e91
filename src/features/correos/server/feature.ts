import { demoSeed } from '../../../platform/server/demo.ts';
import type { ServerFeature } from '../../../platform/server/feature.ts';
import { sendResumenes } from '../avisos/resumen/server/service.ts';
import { RESUMEN } from '../avisos/resumen/server/textos.ts';
import { avisosHandlers } from '../avisos/server/handlers.ts';
import { bajaRoutes } from '../avisos/server/http.ts';
import { avisosAporte, avisosSupresion } from '../avisos/server/service.ts';
import { correosHistorial } from '../historial.ts';
import { notificacionesHandlers } from '../notificaciones/server/handlers.ts';
import {
  cleanNotificaciones,
  notificacionesAporte,
  notificacionesSupresion,
} from '../notificaciones/server/service.ts';
import { correosPaths } from '../routes.ts';
import { textosHandlers } from '../textos/server/handlers.ts';
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
  callables: (given) => [
    ...correosHandlers(given.all('correosReservados')),
    ...avisosHandlers,
    ...notificacionesHandlers,
    ...textosHandlers(given),
  ],
  http: [bajaRoutes],
  jobs: {
    'avisos-resumen': (services) => ({
      cron: '0 8 * * *',
      retryLimit: 3,
      run: () => sendResumenes(services),
    }),
    'notificaciones-limpiar': (services) => ({
      cron: '23 4 * * *',
      retryLimit: 1,
      run: () => cleanNotificaciones(services),
    }),
  },
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
  gives: (given) => ({
    cartas: [RESUMEN.textos],
    onMailGivenUp: [recordCorreosFallidos],
    pendientes: [correosPendientes(given)],
    aportes: [...correosAportes, avisosAporte, notificacionesAporte],
    supresiones: [...correosSupresiones, avisosSupresion, notificacionesSupresion],
  }),
};
