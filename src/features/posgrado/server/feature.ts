import type { ServerFeature } from '../../../platform/server/feature.ts';
import { posgradoHistorial } from '../historial.ts';
import { presolicitudesHistorial } from '../presolicitudes/historial.ts';
import { posgradoPaths } from '../routes.ts';
import { solicitudesHistorial } from '../solicitudes/historial.ts';

export const posgrado: ServerFeature = {
  name: 'posgrado',
  paths: posgradoPaths,
  historial: [posgradoHistorial, presolicitudesHistorial, solicitudesHistorial],
  callables: () => [],
  gives: {},
};
