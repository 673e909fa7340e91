import type { Given, ServerFeature } from '../../../platform/server/feature.ts';
import { auditoriaHistorial } from '../historial.ts';
import { auditoriaPaths } from '../routes.ts';
import { auditoriaHandlers } from './handlers.ts';
import { auditoriaHojas } from './hojas.ts';
import { historialAporte, historialSupresion } from './service.ts';

const palabrasDe = ({ vocabulario, registros, all }: Given) => ({
  ...{ vocabulario, registros },
  reservas: all('historialReservado'),
  buscan: all('idsDeRegistros'),
});

export const auditoria: ServerFeature = {
  name: 'auditoria',
  paths: auditoriaPaths,
  historial: [auditoriaHistorial],
  callables: (given) => auditoriaHandlers(palabrasDe(given)),
  hojas: (given) => auditoriaHojas(palabrasDe(given)),
  gives: ({ vocabulario }) => ({
    aportes: [historialAporte(() => vocabulario)],
    supresiones: [historialSupresion],
  }),
};
