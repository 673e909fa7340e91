import type { ServerFeature } from '../../../platform/server/feature.ts';
import { auditoriaHistorial } from '../historial.ts';
import { auditoriaPaths } from '../routes.ts';
import { auditoriaHandlers } from './handlers.ts';
import { auditoriaSheets } from './sheets.ts';

export const auditoria: ServerFeature = {
  name: 'auditoria',
  paths: auditoriaPaths,
  historial: [auditoriaHistorial],
  callables: ({ registros }) => auditoriaHandlers(registros),
  sheets: ({ vocabulario, registros }) => auditoriaSheets(vocabulario, registros),
};
