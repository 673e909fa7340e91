import type { ServerFeature } from '../../../platform/server/feature.ts';
import { trabajosHistorial } from '../historial.ts';
import { trabajosHandlers } from './handlers.ts';
import { trabajosHttp } from './http.ts';
import {
  importacionesContexto,
  recordHoja,
  recordTrabajoDetenido,
  trabajosAportes,
  trabajosSinAporte,
  trabajosSinSupresion,
  trabajosSupresiones,
} from './service.ts';

export const trabajos: ServerFeature = {
  name: 'trabajos',
  historial: [trabajosHistorial],
  callables: ({ one }) => trabajosHandlers((db, uids) => one('nombresDeCuentas')(db, uids)),
  http: ({ one }) => [trabajosHttp({ resolveActor: one('resolveActor') })],
  gives: {
    contextoDeSoporte: [importacionesContexto],
    onHojaEvent: [recordHoja],
    onTrabajoDenied: [recordTrabajoDetenido],
    aportes: trabajosAportes,
    sinAporte: [trabajosSinAporte],
    supresiones: trabajosSupresiones,
    sinSupresion: [trabajosSinSupresion],
  },
};
