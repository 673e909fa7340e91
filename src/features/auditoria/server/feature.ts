import type { ServerFeature } from '../../../platform/server/feature.ts';
import { auditoriaHistorial } from '../historial.ts';
import { auditoriaPaths } from '../routes.ts';
import { auditoriaHandlers } from './handlers.ts';
import { auditoriaHojas } from './hojas.ts';
import { historialAporte, historialSupresion } from './service.ts';

export const auditoria: ServerFeature = {
  name: 'auditoria',
  paths: auditoriaPaths,
  historial: [auditoriaHistorial],
  callables: ({ vocabulario, registros }) => auditoriaHandlers({ vocabulario, registros }),
  hojas: ({ vocabulario, registros }) => auditoriaHojas({ vocabulario, registros }),
  gives: ({ vocabulario }) => ({
    aportes: [historialAporte(() => vocabulario)],
    supresiones: [historialSupresion],
  }),
};
