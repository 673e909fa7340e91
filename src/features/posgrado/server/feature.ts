import type { ServerFeature } from '../../../platform/server/feature.ts';
import { posgradoHistorial } from '../historial.ts';
import { posgradoPaths } from '../routes.ts';

export const posgrado: ServerFeature = {
  name: 'posgrado',
  paths: posgradoPaths,
  historial: [posgradoHistorial],
  callables: () => [],
  gives: {},
};
