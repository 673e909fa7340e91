import type { ServerFeature } from '../../../platform/server/feature.ts';
import { vistasHistorial } from '../historial.ts';
import { vistasHandlers } from './handlers.ts';
import { vistasAporte, vistasSupresion } from './service.ts';

/** How somebody has a list, under a name; its table shows them (`platform/web/table`). */
export const vistas: ServerFeature = {
  name: 'vistas',
  historial: [vistasHistorial],
  callables: vistasHandlers,
  gives: { aportes: [vistasAporte], supresiones: [vistasSupresion] },
};
