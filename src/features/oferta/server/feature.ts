import type { ServerFeature } from '../../../platform/server/feature.ts';
import { calendarioHistorial } from '../calendario/historial.ts';
import { calendarioHandlers } from '../calendario/server/handlers.ts';
import { calendarioRoutes } from '../calendario/server/http.ts';
import { calendarioAportes, calendarioSupresiones } from '../calendario/server/service.ts';
import { ofertaPaths } from '../routes.ts';
import { ofertaHandlers } from './handlers.ts';

export const oferta: ServerFeature = {
  name: 'oferta',
  paths: ofertaPaths,
  historial: [calendarioHistorial],
  callables: ({ one }) => [...ofertaHandlers(one('elegibilidad')), ...calendarioHandlers],
  http: ({ one }) => [
    calendarioRoutes({ resolveActor: one('resolveActor'), ownerNow: one('ownerNow') }),
  ],
  gives: { aportes: calendarioAportes, supresiones: calendarioSupresiones },
};
