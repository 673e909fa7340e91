import type { ServerFeature } from '../../../platform/server/feature.ts';
import { emisorRoutes } from '../emisor/server/http.ts';
import { requireLlavero } from '../emisor/server/service.ts';
import { credencialesHistorial } from '../historial.ts';
import { validacionHandlers } from '../validacion/server/handlers.ts';
import { validacionRoutes } from '../validacion/server/http.ts';
import { credencialesHandlers } from './handlers.ts';
import { credencialesJobs } from './jobs.ts';
import { emitidosAporte, emitidosSeguidor, emitidosSupresion } from './service.ts';

export const credenciales: ServerFeature = {
  name: 'credenciales',
  historial: [credencialesHistorial],
  callables: [...credencialesHandlers, ...validacionHandlers],
  jobs: credencialesJobs,
  http: [emisorRoutes, validacionRoutes],
  onStart: requireLlavero,
  gives: {
    seguidores: [emitidosSeguidor],
    aportes: [emitidosAporte],
    supresiones: [emitidosSupresion],
  },
};
