import type { ServerFeature } from '../../../platform/server/feature.ts';
import { correosHistorial } from '../historial.ts';
import { correosPaths } from '../routes.ts';
import { correosHandlers } from './handlers.ts';
import { recordCorreosFallidos } from './service.ts';

export const correos: ServerFeature = {
  name: 'correos',
  paths: correosPaths,
  historial: [correosHistorial],
  callables: correosHandlers,
  gives: { onMailGivenUp: [recordCorreosFallidos] },
};
