import type { ServerFeature } from '../../../platform/server/feature.ts';
import { inicioPaths } from '../routes.ts';
import { inicioHandlers } from './handlers.ts';

export const inicio: ServerFeature = {
  name: 'inicio',
  paths: inicioPaths,
  callables: ({ all }) => inicioHandlers(all('pendientes')),
};
