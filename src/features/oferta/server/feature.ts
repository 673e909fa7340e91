import type { ServerFeature } from '../../../platform/server/feature.ts';
import { ofertaPaths } from '../routes.ts';
import { ofertaHandlers } from './handlers.ts';

export const oferta: ServerFeature = {
  name: 'oferta',
  paths: ofertaPaths,
  callables: ofertaHandlers,
};
