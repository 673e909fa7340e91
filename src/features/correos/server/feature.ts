import { defineServerFeature } from '../../../platform/server/feature.ts';
import { correosHistorial } from '../historial.ts';
import { correosPaths } from '../routes.ts';
import { correosHandlers } from './handlers.ts';
import { recordCorreosFallidos } from './service.ts';

export const correos = defineServerFeature({
  name: 'correos',
  paths: correosPaths,
  historial: [correosHistorial],
  callables: correosHandlers,
  gives: { onMailGivenUp: [recordCorreosFallidos] },
});
