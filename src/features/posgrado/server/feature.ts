import type { ServerFeature } from '../../../platform/server/feature.ts';
import { examenesHistorial } from '../examenes/historial.ts';
import { examenesHandlers } from '../examenes/server/handlers.ts';
import { examenHoja } from '../examenes/server/hojas.ts';
import { examenesAporte, examenesSupresion, nombrarEtapas } from '../examenes/server/service.ts';
import { posgradoHistorial } from '../historial.ts';
import { presolicitudesHistorial } from '../presolicitudes/historial.ts';
import { recomendacionesHistorial } from '../recomendaciones/historial.ts';
import { recomendacionesHandlers } from '../recomendaciones/server/handlers.ts';
import { recomendacionesRoutes } from '../recomendaciones/server/http.ts';
import { recomendacionesJobs } from '../recomendaciones/server/jobs.ts';
import {
  recomendacionesAporte,
  recomendacionesEscritasAporte,
  recomendacionesEscritasSupresion,
  recomendacionesPendientes,
  recomendacionesSinAporte,
  recomendacionesSinSupresion,
  recomendacionesSupresion,
} from '../recomendaciones/server/service.ts';
import { posgradoPaths } from '../routes.ts';
import { solicitudesHistorial } from '../solicitudes/historial.ts';
import { solicitudesAportes, solicitudesSupresiones } from '../supresion/server/service.ts';
import { solicitudesSeguidor } from '../traslado/server/service.ts';

export const posgrado: ServerFeature = {
  name: 'posgrado',
  paths: posgradoPaths,
  historial: [
    posgradoHistorial,
    examenesHistorial,
    presolicitudesHistorial,
    solicitudesHistorial,
    recomendacionesHistorial,
  ],
  registros: { etapa: nombrarEtapas },
  callables: (given) => [...examenesHandlers(given), ...recomendacionesHandlers],
  hojas: ({ one }) => [examenHoja(one('ownerNow'))],
  jobs: { ...recomendacionesJobs },
  http: ({ one }) => [recomendacionesRoutes({ resolveActor: one('resolveActor') })],
  gives: {
    seguidores: [solicitudesSeguidor],
    aportes: [
      ...solicitudesAportes,
      examenesAporte,
      recomendacionesAporte,
      recomendacionesEscritasAporte,
    ],
    sinAporte: [recomendacionesSinAporte],
    supresiones: [
      ...solicitudesSupresiones,
      examenesSupresion,
      recomendacionesSupresion,
      recomendacionesEscritasSupresion,
    ],
    sinSupresion: [recomendacionesSinSupresion],
    pendientes: [recomendacionesPendientes],
  },
};
