import type { ServerFeature } from '../../../platform/server/feature.ts';
import { examenesHistorial } from '../examenes/historial.ts';
import { examenesHandlers } from '../examenes/server/handlers.ts';
import { examenHoja } from '../examenes/server/hojas.ts';
import { examenesAporte, examenesSupresion, nombrarEtapas } from '../examenes/server/service.ts';
import { posgradoHistorial } from '../historial.ts';
import { presolicitudesHistorial } from '../presolicitudes/historial.ts';
import { posgradoPaths } from '../routes.ts';
import { solicitudesHistorial } from '../solicitudes/historial.ts';
import { solicitudesAportes, solicitudesSupresiones } from '../supresion/server/service.ts';
import { solicitudesSeguidor } from '../traslado/server/service.ts';

export const posgrado: ServerFeature = {
  name: 'posgrado',
  paths: posgradoPaths,
  historial: [posgradoHistorial, examenesHistorial, presolicitudesHistorial, solicitudesHistorial],
  registros: { etapa: nombrarEtapas },
  callables: (given) => [...examenesHandlers(given)],
  hojas: ({ one }) => [examenHoja(one('ownerNow'))],
  gives: {
    seguidores: [solicitudesSeguidor],
    aportes: [...solicitudesAportes, examenesAporte],
    supresiones: [...solicitudesSupresiones, examenesSupresion],
  },
};
